// Python as the interpreter sees it: expressions, statements and functions,
// lowered once from the concrete syntax tree and immutable afterwards.
//
// Everything lives in the Arena of its Definition tree; pointers and spans are
// valid as long as that arena. Ranges are bytes of the file.
#ifndef FSDPCHECK_ANALYZER_SYNTAX_AST_H_
#define FSDPCHECK_ANALYZER_SYNTAX_AST_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/syntax/source.h"

namespace fsdpcheck::analyzer {

struct Expr;
struct Stmt;
struct Function;

template <typename T>
using Nodes = absl::Span<const T* const>;

enum class ExprKind : uint8_t {
  kName,  // text, slot
  kNone,
  kTrue,
  kFalse,
  kEllipsis,
  kInt,           // text: digits as written; integer: value when it fits
  kFloat,         // text; complex numbers too
  kString,        // text: the value after escapes; adjacent literals joined; bytes too
  kFormatString,  // items: the replacement expressions; text empty. t-strings too
  kAttribute,     // first.text; name_range: the identifier
  kSubscript,     // first[second]; several indices are one kTuple
  kSlice,         // first:second:third, each may be null
  kCall,          // first(args)
  kTuple,         // items
  kList,          // items
  kSet,           // items
  kDict,          // items: key, value, key, value...; a null key is a `**value` entry
  kListComp,      // first: element; generators
  kSetComp,       // first: element; generators
  kDictComp,      // first: key, second: value; generators
  kGenerator,     // first: element; generators
  kUnary,         // op, first
  kBinary,        // op, first, second
  kAnd,           // items
  kOr,            // items
  kCompare,       // op, first, second; `a < b < c` becomes kAnd of two compares
  kConditional,   // second if first else third
  kLambda,        // function, whose body is one kReturn
  kAwait,         // first
  kYield,         // first or null
  kYieldFrom,     // first
  kStar,          // *first in a call, display or target
  kNamed,         // (first := second), first is a kName
  kUnknown,       // not understood: a syntax error, or syntax newer than this parser
};

enum class Op : uint8_t {
  kNone,
  kNot,
  kMinus,
  kPlus,
  kInvert,  // unary
  kAdd,
  kSub,
  kMul,
  kDiv,
  kFloorDiv,
  kMod,
  kPow,
  kMatMul,  // binary
  kAnd,
  kOr,
  kXor,
  kShiftLeft,
  kShiftRight,  // bitwise
  kEq,
  kNotEq,
  kLess,
  kLessEq,
  kGreater,
  kGreaterEq,
  kIs,
  kIsNot,
  kIn,
  kNotIn,  // compare
};

// One argument of a call, or one base or keyword of a class statement.
struct Argument {
  enum class Kind : uint8_t { kPositional, kKeyword, kStar, kDoubleStar };
  Kind kind = Kind::kPositional;
  absl::string_view keyword;  // kKeyword only
  ByteRange keyword_range;    // of the keyword's name
  const Expr* value = nullptr;
};

// `for target in iterable if conditions...` of a comprehension.
struct Comprehension {
  const Expr* target = nullptr;
  const Expr* iterable = nullptr;
  Nodes<Expr> conditions;
};

struct Expr {
  ExprKind kind = ExprKind::kUnknown;
  Op op = Op::kNone;
  // kName: index into Function::locals of the function (or lambda, module body,
  // class body) the name stands in when it is local there; else -1: the name
  // belongs to an enclosing function, the module or the builtins. Comprehension
  // variables are locals of the function around them.
  int slot = -1;
  ByteRange range;
  ByteRange name_range;
  absl::string_view text;
  int64_t integer = 0;
  const Expr* first = nullptr;
  const Expr* second = nullptr;
  const Expr* third = nullptr;
  Nodes<Expr> items;
  absl::Span<const Argument> args;
  absl::Span<const Comprehension> generators;
  const Function* function = nullptr;
};

enum class StmtKind : uint8_t {
  kExpr,       // value
  kAssign,     // targets = value; annotated assignments too, value null when only declared
  kAugAssign,  // targets[0] op= value
  kReturn,     // value or null
  kRaise,      // value or null
  kAssert,     // value
  kIf,         // value, body, orelse (elif is a kIf alone in orelse)
  kWhile,      // value, body, orelse
  kFor,        // targets[0] in value, body, orelse; async for too
  kWith,       // items, body; async with too
  kTry,        // body, handlers, orelse, finally
  kMatch,      // value, cases
  kFunction,   // function, slot
  kClass,      // klass, slot
  kImport,     // imports
  kDelete,     // targets
  kPass,
  kBreak,
  kContinue,
  kGlobal,  // global and nonlocal: names are already resolved through slots
};

struct WithItem {
  const Expr* context = nullptr;
  const Expr* target = nullptr;  // null without `as`
};

struct Handler {
  const Expr* type = nullptr;  // null for a bare `except`
  absl::string_view name;      // "" without `as`
  int slot = -1;
  absl::Span<const Stmt* const> body;
};

// One case of a match statement. Only value patterns are kept.
struct Case {
  // Literals, dotted names and None/True/False joined by `|`; empty for a
  // capture, a wildcard or a pattern of another kind.
  Nodes<Expr> values;
  bool irrefutable = false;     // `_` or a bare capture, without guard
  const Expr* guard = nullptr;  // null without `if`
  int slot = -1;                // of a bare capture
  Nodes<Stmt> body;
};

// One name bound by an import statement inside this definition.
struct ImportedName {
  absl::string_view local;
  int slot = -1;
  absl::string_view module;     // without leading dots
  absl::string_view attribute;  // "" for `import module`
  bool renamed = false;         // `import a.b as c`: true; `import a.b` binds `a`
  int level = 0;
  ByteRange range;  // of the name in the statement
};

struct ClassDef {
  absl::string_view name;
  ByteRange range;
  ByteRange name_range;
  absl::Span<const Argument> bases;
  Nodes<Expr> decorators;
  const Function* body = nullptr;  // the class body as a function without parameters
};

struct Stmt {
  StmtKind kind = StmtKind::kPass;
  Op op = Op::kNone;
  int slot = -1;  // kFunction, kClass: where the name is bound
  ByteRange range;
  const Expr* value = nullptr;
  Nodes<Expr> targets;
  Nodes<Stmt> body;
  Nodes<Stmt> orelse;
  Nodes<Stmt> finally;
  absl::Span<const WithItem> items;
  absl::Span<const Handler> handlers;
  absl::Span<const Case> cases;
  absl::Span<const ImportedName> imports;
  const Function* function = nullptr;
  const ClassDef* klass = nullptr;
};

struct Parameter {
  enum class Kind : uint8_t { kPositional, kKeywordOnly, kStar, kDoubleStar };
  Kind kind = Kind::kPositional;
  absl::string_view name;
  int slot = -1;
  const Expr* annotation = nullptr;
  const Expr* fallback = nullptr;  // the default value
  ByteRange range;
};

// A def, a lambda, a class body or a module body.
struct Function {
  absl::string_view name;       // "<lambda>", "<module>", or the class's name
  absl::string_view qualified;  // "Trainer.step", "make.<locals>.inner"; "" for a module body
  ByteRange range;
  ByteRange name_range;
  absl::Span<const Parameter> parameters;
  absl::Span<const absl::string_view> locals;  // by slot; parameters come first
  Nodes<Expr> decorators;
  Nodes<Stmt> body;
  bool generator = false;  // holds a yield
  bool async = false;
  bool class_body = false;
  bool unparsed = false;             // only the names and the range are known
  const Function* parent = nullptr;  // the function, class body or module body around it
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SYNTAX_AST_H_
