#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/analyzer/parsed_module.h"

namespace fsdpcheck::analyzer {
namespace {

using Strings = std::vector<std::string>;

TEST(ParseScopes, ParametersComeFirst) {
  const ParsedModule module("def f(b, *args, a=1, **kw):\n  c = b\n  a = c\n");
  EXPECT_EQ(Locals(module.function()), (Strings{"b", "args", "a", "kw", "c"}));
}

TEST(ParseScopes, EveryBindingMakesALocal) {
  const ParsedModule module(
      "def f():\n"
      "  a = 1\n  b: int\n  c += 1\n  del d\n  for e, *g in x: pass\n  with x as h: pass\n"
      "  import i.j\n  from x import k as l\n  def m(): pass\n  class n: pass\n"
      "  try: pass\n  except x as o: pass\n  if (p := x): pass\n"
      "  [q for q in x if (r := q)]\n"
      "  match x:\n    case {'s': s}: pass\n"
      "  t.u = 1\n  v[0] = 1\n");
  EXPECT_TRUE(module.problems().empty());
  EXPECT_EQ(Locals(module.function()), (Strings{"a", "b", "c", "d", "e", "g", "h", "i", "l", "m",
                                                "n", "o", "p", "q", "r", "s"}));
}

TEST(ParseScopes, NameIsLocalBeforeItsAssignment) {
  const ParsedModule module("def f():\n  g(x)\n  x = 1\n");
  const Expr& call = *module.function().body[0]->value;
  EXPECT_EQ(call.first->slot, -1);
  EXPECT_EQ(call.args[0].value->slot, 0);
}

TEST(ParseScopes, GlobalAndNonlocalNamesAreNotLocal) {
  const ParsedModule module(
      "x = 1\ndef f():\n  y = 1\n  def g():\n    global x\n    nonlocal y\n    x = y = z = 1\n");
  const Function& outer = module.function(1);
  const Function& inner = *outer.body[1]->function;
  EXPECT_EQ(Locals(outer), (Strings{"y", "g"}));
  EXPECT_EQ(Locals(inner), (Strings{"z"}));
  const Stmt& assign = *inner.body[2];
  EXPECT_EQ(inner.body[0]->kind, StmtKind::kGlobal);
  EXPECT_EQ(inner.body[1]->kind, StmtKind::kGlobal);
  EXPECT_EQ(assign.targets[0]->slot, -1);
  EXPECT_EQ(assign.targets[1]->slot, -1);
  EXPECT_EQ(assign.targets[2]->slot, 0);
}

TEST(ParseScopes, DefaultsAnnotationsAndDecoratorsBelongOutside) {
  const ParsedModule module("def outer(x):\n  @x\n  def inner(x: x = x): return x\n");
  const Function& outer = module.function();
  const Function& inner = *outer.body[0]->function;
  EXPECT_EQ(inner.decorators[0]->slot, 0);
  EXPECT_EQ(inner.parameters[0].annotation->slot, 0);
  EXPECT_EQ(inner.parameters[0].fallback->slot, 0);
  EXPECT_EQ(Locals(outer), (Strings{"x", "inner"}));
  EXPECT_EQ(Locals(inner), (Strings{"x"}));
  EXPECT_EQ(inner.parent, &outer);
  EXPECT_EQ(outer.parent, &module.body());
  EXPECT_EQ(module.body().parent, nullptr);
}

TEST(ParseScopes, LambdaHasItsOwnNames) {
  const ParsedModule module("def f(a):\n  return lambda b, c=a: (a, b, [d for d in c])\n");
  const Function& lambda = *module.function().body[0]->value->function;
  EXPECT_EQ(Locals(lambda), (Strings{"b", "c", "d"}));
  EXPECT_EQ(lambda.parameters[1].fallback->slot, 0);
  const Expr& tuple = *lambda.body[0]->value;
  EXPECT_EQ(tuple.items[0]->slot, -1);
  EXPECT_EQ(tuple.items[1]->slot, 0);
  EXPECT_EQ(lambda.parent, &module.function());
}

TEST(ParseScopes, ClassBodyHasItsOwnNames) {
  const ParsedModule module("class A(B):\n  x = 1\n  def f(self): return x\n");
  const Function& body = *module.stmt(0).klass->body;
  EXPECT_EQ(Locals(body), (Strings{"x", "f"}));
  EXPECT_EQ(body.body[1]->slot, 1);
  const Function& method = *body.body[1]->function;
  EXPECT_EQ(method.parent, &body);
  EXPECT_EQ(method.body[0]->value->slot, -1);
  EXPECT_EQ(module.stmt(0).slot, 0);
  EXPECT_EQ(Locals(module.body()), (Strings{"A"}));
}

TEST(ParseScopes, QualifiedNamesAreThoseOfPython) {
  const ParsedModule module(
      "def make():\n  def inner():\n    class C:\n      def f(self): return lambda: 0\n"
      "class Trainer:\n  class Inner:\n    def step(self): pass\n");
  const Function& make = module.function(0);
  const Function& inner = *make.body[0]->function;
  const Function& local_class = *inner.body[0]->klass->body;
  const Function& method = *local_class.body[0]->function;
  EXPECT_EQ(module.body().qualified, "");
  EXPECT_EQ(make.qualified, "make");
  EXPECT_EQ(inner.qualified, "make.<locals>.inner");
  EXPECT_EQ(local_class.qualified, "make.<locals>.inner.<locals>.C");
  EXPECT_EQ(method.qualified, "make.<locals>.inner.<locals>.C.f");
  EXPECT_EQ(method.body[0]->value->function->qualified,
            "make.<locals>.inner.<locals>.C.f.<locals>.<lambda>");
  const Function& nested = *module.stmt(1).klass->body->body[0]->klass->body;
  EXPECT_EQ(nested.body[0]->function->qualified, "Trainer.Inner.step");
  EXPECT_EQ(nested.name, "Inner");
}

TEST(ParseScopes, GeneratorIsTheFunctionThatYields) {
  const ParsedModule module("def f():\n  def g(): yield\n  h = lambda: (yield)\n  return g\n");
  const Function& outer = module.function();
  EXPECT_FALSE(outer.generator);
  EXPECT_TRUE(outer.body[0]->function->generator);
  EXPECT_TRUE(outer.body[1]->value->function->generator);
}

TEST(ParseScopes, PatternsBindOnlyTheirCaptures) {
  const ParsedModule module(
      "def f(x):\n  match x:\n    case A.B(c, d=E()) | F([g, *_]) as h: pass\n"
      "    case {K.L: m, 'n': _}: pass\n");
  EXPECT_EQ(Locals(module.function()), (Strings{"x", "h", "c", "g", "m"}));
}

}  // namespace
}  // namespace fsdpcheck::analyzer
