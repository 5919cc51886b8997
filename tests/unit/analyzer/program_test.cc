#include "analyzer/model/program.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/analyzer/python_files.h"

namespace fsdpcheck::analyzer {
namespace {

// The project of one file, with the class `C` in it.
class OneClass {
 public:
  explicit OneClass(const std::string& text)
      : project_(ProjectFilesOf({{"a.py", text}})), program_(project_) {
    klass_ = program_.FindDefinition(FileNamed(project_, "a.py"), "C").klass;
  }

  const ClassDef& klass() const { return *klass_; }
  const Function* Method(const std::string& name) { return program_.FindMethod(*klass_, name); }
  std::string Names() {
    std::string names;
    for (const absl::string_view name : program_.MethodNames(*klass_)) {
      names += std::string(name) + " ";
    }
    return names;
  }
  size_t problems() { return program_.problems().size(); }

 private:
  const Project project_;
  Program program_;
  const ClassDef* klass_ = nullptr;
};

TEST(Program, FindsMethodsOfAClass) {
  OneClass one(
      "@decorate(\n    1)\nclass C(Base,\n        metaclass=M):\n"
      "  '''def no(self): pass'''\n"
      "  size = 1  # def no(self)\n\n"
      "  def first(self):\n    '''text\nin column 1'''\n    return 1\n"
      "  # a comment\n"
      "  @property\n  # another\n  def second(self, x=(\n    2)): return x\n"
      "  class Inside:\n    def deep(self): pass\n"
      "  if FLAG:\n    def third(self): pass\n"
      "  async def last(self): pass\n"
      "  other: int = 2\n"
      "def after(): pass\n");
  EXPECT_EQ(one.Names(), "first last second ");
  EXPECT_EQ(one.klass().bases.size(), 2u);
  EXPECT_EQ(one.klass().decorators.size(), 1u);
  EXPECT_EQ(one.Method("first")->qualified, "C.first");
  EXPECT_EQ(one.Method("first")->body.size(), 2u);
  EXPECT_EQ(one.Method("second")->decorators.size(), 1u);
  EXPECT_EQ(one.Method("second")->parameters.size(), 2u);
  EXPECT_TRUE(one.Method("last")->async);
  EXPECT_EQ(one.Method("deep"), nullptr);
  EXPECT_EQ(one.Method("third"), nullptr);
  EXPECT_EQ(one.Method("no"), nullptr);
  EXPECT_EQ(one.Method("first"), one.Method("first"));
  EXPECT_EQ(one.problems(), 0u);
}

TEST(Program, LeavesTheMethodsOutOfAClass) {
  OneClass one(
      "class C:\n  def f(self): pass\n  size = 1\n"
      "  class Inside:\n    def f(self): pass\n  def g(self): pass\n");
  ASSERT_EQ(one.klass().body->body.size(), 2u);
  EXPECT_EQ(one.klass().body->body[0]->kind, StmtKind::kAssign);
  EXPECT_EQ(one.klass().body->body[1]->kind, StmtKind::kClass);
  OneClass only_methods(
      "class C:\r\n\tdef f(self):\r\n\t\treturn 1\r\n\r\n\tdef g(self): pass\r\n");
  EXPECT_EQ(only_methods.Names(), "f g ");
  EXPECT_EQ(only_methods.Method("f")->body.size(), 1u);
  EXPECT_EQ(only_methods.problems(), 0u);
}

TEST(Program, TakesTheLastOfSeveralMethods) {
  OneClass one("class C:\n  def f(self): pass\n  def f(self, x): pass\n");
  EXPECT_EQ(one.Method("f")->parameters.size(), 2u);
  EXPECT_EQ(one.Names(), "f ");
}

TEST(Program, NamesThePlaceOfWhatIsBrokenInAMethod) {
  OneClass one("class C:\n  def f(self): pass\n  def g(self):\n    x = = 1\n");
  EXPECT_EQ(one.problems(), 0u);
  ASSERT_NE(one.Method("g"), nullptr);
  EXPECT_EQ(one.problems(), 1u);
  EXPECT_EQ(one.Method("g")->range.begin, 31u);
}

TEST(Program, ParsesAFunctionWhenItsBodyIsWanted) {
  const Project project(ProjectFilesOf({{"a.py",
                                         "def f(): x = = 1\n"
                                         "@decorate\ndef f(x):\n  yield x\n"}}));
  Program program(project);
  const FileId file = FileNamed(project, "a.py");
  const Function* const named = program.FindDefinition(file, "f").function;
  ASSERT_NE(named, nullptr);
  EXPECT_TRUE(named->unparsed);
  EXPECT_EQ(named->name, "f");
  EXPECT_EQ(program.TextOf(*named), "@decorate\ndef f(x):\n  yield x");
  EXPECT_TRUE(program.parsed_files().empty());
  const Function& whole = program.Whole(*named);
  EXPECT_FALSE(whole.unparsed);
  EXPECT_TRUE(whole.generator);
  EXPECT_EQ(&whole, &program.Whole(*named));
  EXPECT_EQ(&whole, &program.Whole(whole));
  EXPECT_EQ(&whole, program.Parse({file, 1})->body[0]->function);
  EXPECT_EQ(program.problems().size(), 0u);
  EXPECT_EQ(program.FindDefinition(file, "g").function, nullptr);
}

}  // namespace
}  // namespace fsdpcheck::analyzer
