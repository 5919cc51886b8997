#include "analyzer/syntax/syntax_tree.h"

#include <array>
#include <utility>

#include "analyzer/syntax/prepared_text.h"
#include "analyzer/syntax/tree_sitter.h"

namespace fsdpcheck::analyzer {
namespace {

struct NamedKind {
  const char* name;
  Syntax kind;
};

constexpr NamedKind kNamedNodes[] = {
    {"module", Syntax::kModule},
    {"block", Syntax::kBlock},
    {"expression_statement", Syntax::kExpressionStatement},
    {"assignment", Syntax::kAssignment},
    {"augmented_assignment", Syntax::kAugmentedAssignment},
    {"return_statement", Syntax::kReturn},
    {"raise_statement", Syntax::kRaise},
    {"assert_statement", Syntax::kAssert},
    {"delete_statement", Syntax::kDelete},
    {"pass_statement", Syntax::kPass},
    {"break_statement", Syntax::kBreak},
    {"continue_statement", Syntax::kContinue},
    {"global_statement", Syntax::kGlobal},
    {"nonlocal_statement", Syntax::kNonlocal},
    {"print_statement", Syntax::kPrint},
    {"exec_statement", Syntax::kExec},
    {"type_alias_statement", Syntax::kTypeAlias},
    {"import_statement", Syntax::kImport},
    {"import_from_statement", Syntax::kImportFrom},
    {"future_import_statement", Syntax::kFutureImport},
    {"aliased_import", Syntax::kAliasedImport},
    {"relative_import", Syntax::kRelativeImport},
    {"import_prefix", Syntax::kImportPrefix},
    {"wildcard_import", Syntax::kWildcardImport},
    {"dotted_name", Syntax::kDottedName},
    {"if_statement", Syntax::kIf},
    {"elif_clause", Syntax::kElif},
    {"else_clause", Syntax::kElse},
    {"for_statement", Syntax::kFor},
    {"while_statement", Syntax::kWhile},
    {"try_statement", Syntax::kTry},
    {"except_clause", Syntax::kExcept},
    {"except_group_clause", Syntax::kExcept},
    {"finally_clause", Syntax::kFinally},
    {"with_statement", Syntax::kWith},
    {"with_clause", Syntax::kWithClause},
    {"with_item", Syntax::kWithItem},
    {"function_definition", Syntax::kFunctionDefinition},
    {"class_definition", Syntax::kClassDefinition},
    {"decorated_definition", Syntax::kDecoratedDefinition},
    {"decorator", Syntax::kDecorator},
    {"match_statement", Syntax::kMatch},
    {"case_clause", Syntax::kCaseClause},
    {"case_pattern", Syntax::kCasePattern},
    {"as_pattern", Syntax::kAsPattern},
    {"as_pattern_target", Syntax::kAsPatternTarget},
    {"union_pattern", Syntax::kUnionPattern},
    {"list_pattern", Syntax::kListPattern},
    {"tuple_pattern", Syntax::kTuplePattern},
    {"dict_pattern", Syntax::kDictPattern},
    {"keyword_pattern", Syntax::kKeywordPattern},
    {"splat_pattern", Syntax::kSplatPattern},
    {"class_pattern", Syntax::kClassPattern},
    {"complex_pattern", Syntax::kComplexPattern},
    {"parameters", Syntax::kParameters},
    {"lambda_parameters", Syntax::kLambdaParameters},
    {"default_parameter", Syntax::kDefaultParameter},
    {"typed_parameter", Syntax::kTypedParameter},
    {"typed_default_parameter", Syntax::kTypedDefaultParameter},
    {"list_splat_pattern", Syntax::kListSplatPattern},
    {"dictionary_splat_pattern", Syntax::kDictionarySplatPattern},
    {"keyword_separator", Syntax::kKeywordSeparator},
    {"positional_separator", Syntax::kPositionalSeparator},
    {"argument_list", Syntax::kArgumentList},
    {"keyword_argument", Syntax::kKeywordArgument},
    {"list_splat", Syntax::kListSplat},
    {"dictionary_splat", Syntax::kDictionarySplat},
    {"parenthesized_list_splat", Syntax::kParenthesizedListSplat},
    {"identifier", Syntax::kIdentifier},
    {"integer", Syntax::kInteger},
    {"float", Syntax::kFloat},
    {"true", Syntax::kTrue},
    {"false", Syntax::kFalse},
    {"none", Syntax::kNone},
    {"ellipsis", Syntax::kEllipsis},
    {"string", Syntax::kString},
    {"concatenated_string", Syntax::kConcatenatedString},
    {"string_start", Syntax::kStringStart},
    {"string_content", Syntax::kStringContent},
    {"string_end", Syntax::kStringEnd},
    {"interpolation", Syntax::kInterpolation},
    {"format_specifier", Syntax::kFormatSpecifier},
    {"format_expression", Syntax::kFormatExpression},
    {"attribute", Syntax::kAttribute},
    {"subscript", Syntax::kSubscript},
    {"slice", Syntax::kSlice},
    {"call", Syntax::kCall},
    {"binary_operator", Syntax::kBinary},
    {"unary_operator", Syntax::kUnary},
    {"not_operator", Syntax::kNot},
    {"boolean_operator", Syntax::kBoolean},
    {"comparison_operator", Syntax::kComparison},
    {"lambda", Syntax::kLambda},
    {"conditional_expression", Syntax::kConditional},
    {"named_expression", Syntax::kNamed},
    {"await", Syntax::kAwait},
    {"yield", Syntax::kYield},
    {"tuple", Syntax::kTuple},
    {"list", Syntax::kList},
    {"set", Syntax::kSet},
    {"dictionary", Syntax::kDictionary},
    {"pair", Syntax::kPair},
    {"list_comprehension", Syntax::kListComprehension},
    {"set_comprehension", Syntax::kSetComprehension},
    {"dictionary_comprehension", Syntax::kDictionaryComprehension},
    {"generator_expression", Syntax::kGenerator},
    {"for_in_clause", Syntax::kForInClause},
    {"if_clause", Syntax::kIfClause},
    {"parenthesized_expression", Syntax::kParenthesized},
    {"expression_list", Syntax::kExpressionList},
    {"tuple_expression", Syntax::kExpressionList},
    {"pattern_list", Syntax::kPatternList},
    {"type", Syntax::kType},
    {"splat_type", Syntax::kSplatType},
    {"generic_type", Syntax::kGenericType},
    {"union_type", Syntax::kUnionType},
    {"constrained_type", Syntax::kConstrainedType},
    {"member_type", Syntax::kMemberType},
    {"type_parameter", Syntax::kTypeParameter},
    {"comment", Syntax::kSkipped},
    {"line_continuation", Syntax::kSkipped},
    {"escape_sequence", Syntax::kSkipped},
    {"escape_interpolation", Syntax::kSkipped},
    {"type_conversion", Syntax::kSkipped},
};

constexpr NamedKind kTokens[] = {
    {"and", Syntax::kAndToken},     {"or", Syntax::kOrToken},       {":", Syntax::kColonToken},
    {"from", Syntax::kFromToken},   {"async", Syntax::kAsyncToken}, {"_", Syntax::kUnderscoreToken},
};

struct NamedOp {
  const char* name;
  Op op;
};

constexpr NamedOp kOperators[] = {
    {"+", Op::kAdd},         {"-", Op::kSub},          {"*", Op::kMul},
    {"/", Op::kDiv},         {"//", Op::kFloorDiv},    {"%", Op::kMod},
    {"**", Op::kPow},        {"@", Op::kMatMul},       {"&", Op::kAnd},
    {"|", Op::kOr},          {"^", Op::kXor},          {"<<", Op::kShiftLeft},
    {">>", Op::kShiftRight}, {"~", Op::kInvert},       {"+=", Op::kAdd},
    {"-=", Op::kSub},        {"*=", Op::kMul},         {"/=", Op::kDiv},
    {"//=", Op::kFloorDiv},  {"%=", Op::kMod},         {"**=", Op::kPow},
    {"@=", Op::kMatMul},     {"&=", Op::kAnd},         {"|=", Op::kOr},
    {"^=", Op::kXor},        {"<<=", Op::kShiftLeft},  {">>=", Op::kShiftRight},
    {"==", Op::kEq},         {"!=", Op::kNotEq},       {"<>", Op::kNotEq},
    {"<", Op::kLess},        {"<=", Op::kLessEq},      {">", Op::kGreater},
    {">=", Op::kGreaterEq},  {"is", Op::kIs},          {"is not", Op::kIsNot},
    {"in", Op::kIn},         {"not in", Op::kNotIn},
};

struct NamedField {
  const char* name;
  Field field;
};

constexpr NamedField kFields[] = {
    {"alias", Field::kAlias},
    {"alternative", Field::kAlternative},
    {"argument", Field::kArgument},
    {"arguments", Field::kArguments},
    {"attribute", Field::kAttribute},
    {"body", Field::kBody},
    {"cause", Field::kCause},
    {"code", Field::kCode},
    {"condition", Field::kCondition},
    {"consequence", Field::kConsequence},
    {"definition", Field::kDefinition},
    {"expression", Field::kExpression},
    {"format_specifier", Field::kFormatSpecifier},
    {"function", Field::kFunction},
    {"guard", Field::kGuard},
    {"key", Field::kKey},
    {"left", Field::kLeft},
    {"module_name", Field::kModuleName},
    {"name", Field::kName},
    {"object", Field::kObject},
    {"operator", Field::kOperator},
    {"operators", Field::kOperators},
    {"parameters", Field::kParameters},
    {"return_type", Field::kReturnType},
    {"right", Field::kRight},
    {"subject", Field::kSubject},
    {"subscript", Field::kSubscript},
    {"superclasses", Field::kSuperclasses},
    {"type", Field::kType},
    {"type_conversion", Field::kTypeConversion},
    {"type_parameters", Field::kTypeParameters},
    {"value", Field::kValue},
};

// The parents whose tokens carry meaning.
constexpr Syntax kParentsOfTokens[] = {
    Syntax::kAugmentedAssignment, Syntax::kBinary, Syntax::kUnary, Syntax::kBoolean,
    Syntax::kComparison, Syntax::kSlice, Syntax::kYield, Syntax::kFunctionDefinition,
    Syntax::kCasePattern, Syntax::kUnionPattern, Syntax::kKeywordPattern, Syntax::kDictPattern,
    Syntax::kSplatPattern, Syntax::kComplexPattern,
};

// The parents whose children are told apart by field.
constexpr Syntax kParentsOfFields[] = {
    Syntax::kAssignment, Syntax::kAugmentedAssignment, Syntax::kTypeAlias, Syntax::kRaise,
    Syntax::kImport, Syntax::kImportFrom, Syntax::kFutureImport, Syntax::kAliasedImport, Syntax::kIf, Syntax::kElif,
    Syntax::kElse, Syntax::kFor, Syntax::kWhile, Syntax::kTry, Syntax::kExcept, Syntax::kWith,
    Syntax::kWithItem, Syntax::kFunctionDefinition, Syntax::kClassDefinition,
    Syntax::kDecoratedDefinition, Syntax::kMatch, Syntax::kCaseClause, Syntax::kAsPattern,
    Syntax::kDictPattern, Syntax::kDefaultParameter, Syntax::kTypedParameter,
    Syntax::kTypedDefaultParameter, Syntax::kKeywordArgument, Syntax::kInterpolation,
    Syntax::kFormatExpression, Syntax::kAttribute, Syntax::kSubscript, Syntax::kCall,
    Syntax::kBinary, Syntax::kUnary, Syntax::kNot, Syntax::kBoolean, Syntax::kLambda,
    Syntax::kNamed, Syntax::kPair, Syntax::kListComprehension, Syntax::kSetComprehension,
    Syntax::kDictionaryComprehension, Syntax::kGenerator, Syntax::kForInClause,
};

// The numbers of one grammar, resolved to kinds, operators and fields once.
struct GrammarTable {
  struct Symbol {
    Syntax kind = Syntax::kSkipped;
    Op op = Op::kNone;
    bool token = false;
    bool comma = false;
  };
  std::vector<Symbol> symbols;
  std::vector<Field> fields;
  std::array<bool, kSyntaxCount> tokens_matter = {};
  std::array<bool, kSyntaxCount> fields_matter = {};

  explicit GrammarTable(const TSLanguage& language);
};

GrammarTable::Symbol NamedSymbol(absl::string_view name) {
  for (const auto& [known, kind] : kNamedNodes) {
    if (name == known) return {.kind = kind};
  }
  return {.kind = Syntax::kOther};
}

GrammarTable::Symbol TokenSymbol(absl::string_view name) {
  for (const auto& [known, kind] : kTokens) {
    if (name == known) return {.kind = kind, .token = true};
  }
  for (const auto& [known, op] : kOperators) {
    if (name == known) return {.kind = Syntax::kOperator, .op = op, .token = true};
  }
  return {.token = true, .comma = name == ","};
}

GrammarTable::GrammarTable(const TSLanguage& language) {
  for (uint32_t number = 0; number < ts_language_symbol_count(&language); ++number) {
    const auto symbol = static_cast<TSSymbol>(number);
    const absl::string_view name = ts_language_symbol_name(&language, symbol);
    const bool named = ts_language_symbol_type(&language, symbol) == TSSymbolTypeRegular;
    symbols.push_back(named ? NamedSymbol(name) : TokenSymbol(name));
  }
  fields.resize(ts_language_field_count(&language) + 1, Field::kNone);
  for (size_t number = 1; number < fields.size(); ++number) {
    const absl::string_view name =
        ts_language_field_name_for_id(&language, static_cast<TSFieldId>(number));
    for (const auto& [known, field] : kFields) {
      if (name == known) fields[number] = field;
    }
  }
  for (const Syntax kind : kParentsOfTokens) tokens_matter[static_cast<size_t>(kind)] = true;
  for (const Syntax kind : kParentsOfFields) fields_matter[static_cast<size_t>(kind)] = true;
}

bool BeginsWithOperand(Syntax kind) {
  return kind == Syntax::kAttribute || kind == Syntax::kSubscript || kind == Syntax::kCall ||
         kind == Syntax::kBinary || kind == Syntax::kBoolean || kind == Syntax::kComparison ||
         kind == Syntax::kConditional;
}

const GrammarTable& Grammar() {
  static const GrammarTable& table = *new GrammarTable(*PythonLanguage());
  return table;
}

}  // namespace

// Parses, and copies the concrete tree into an array in the order of the text.
class TreeCopy {
 public:
  // `file` is the text that was prepared.
  TreeCopy(absl::string_view file, const PreparedText& prepared)
      : file_(file), prepared_(prepared) {}

  SyntaxTree Run() {
    const ConcreteTree tree = ParseRanges(prepared_.text(), prepared_.ranges());
    if (tree == nullptr) {
      nodes_.push_back({.kind = prepared_.ranges().empty() ? Syntax::kModule : Syntax::kError,
                        .begin = prepared_.begin(),
                        .end = prepared_.begin(),
                        .next = 1});
    } else {
      TreeCursor cursor(*tree);
      tree_.has_error_ = ts_node_has_error(cursor.node());
      CopyNodes(cursor);
      for (const NodeId star : misplaced_stars_) HoistStar(star);
    }
    return std::move(tree_);
  }

 private:
  void CopyNodes(TreeCursor& cursor) {
    do {
      if (AppendCurrent(cursor) && cursor.GoToFirstChild()) {
        open_.push_back(static_cast<NodeId>(nodes_.size()) - 1);
        continue;
      }
      while (!cursor.GoToNextSibling()) {
        if (!cursor.GoToParent()) return;
        CloseParent();
      }
    } while (true);
  }

  // Returns whether the children of the node at the cursor are wanted.
  bool AppendCurrent(const TreeCursor& cursor) {
    const TSNode node = cursor.node();
    const TSSymbol number = ts_node_symbol(node);
    GrammarTable::Symbol symbol = {.kind = Syntax::kError};
    if (number < grammar_.symbols.size()) symbol = grammar_.symbols[number];
    const auto parent =
        open_.empty() ? kSyntaxCount - 1 : static_cast<size_t>(nodes_[open_.back()].kind);
    if (symbol.comma && !open_.empty()) nodes_[open_.back()].comma = true;
    if (ts_node_is_missing(node)) {
      symbol = {.kind = Syntax::kMissing};
    } else if (symbol.kind == Syntax::kSkipped ||
               (symbol.token && !grammar_.tokens_matter[parent])) {
      return false;
    }
    SyntaxNode& copy = nodes_.emplace_back();
    copy.kind = symbol.kind;
    copy.op = symbol.op;
    copy.begin = prepared_.begin() + ts_node_start_byte(node);
    copy.end = prepared_.begin() + ts_node_end_byte(node);
    copy.next = static_cast<NodeId>(nodes_.size());
    if (grammar_.fields_matter[parent]) copy.field = grammar_.fields[cursor.field()];
    if (copy.kind == Syntax::kUnary && file_[copy.begin] == '*') copy.kind = Syntax::kListSplat;
    if (copy.kind == Syntax::kListSplat) NoteMisplacedStar();
    return symbol.kind != Syntax::kStringContent;
  }

  // The last node is a star.
  void NoteMisplacedStar() {
    const auto star = static_cast<NodeId>(nodes_.size()) - 1;
    if (open_.empty() || open_.back() + 1 != star) return;
    if (BeginsWithOperand(nodes_[open_.back()].kind)) misplaced_stars_.push_back(star);
  }

  void CloseParent() {
    nodes_[open_.back()].next = static_cast<NodeId>(nodes_.size());
    open_.pop_back();
  }

  // The grammar reads `[*a.b(c)]` as `[(*a).b(c)]`. The array holds such nodes one
  // after another, so that the star moves to the front of them.
  void HoistStar(NodeId star) {
    NodeId first = star;
    while (first > 0 && BeginsWithOperand(nodes_[first - 1].kind) && nodes_[first - 1].next > star) {
      --first;
    }
    const NodeId starred = star + 1;
    if (nodes_[star].next <= starred) return;
    SyntaxNode outer = nodes_[star];
    outer.end = nodes_[first].end;
    outer.next = nodes_[first].next;
    outer.field = nodes_[first].field;
    nodes_[starred].field = nodes_[star].field;
    for (NodeId node = star; node > first; --node) {
      nodes_[node] = nodes_[node - 1];
      nodes_[node].begin = nodes_[starred].begin;
    }
    nodes_[first + 1].field = Field::kNone;
    nodes_[first] = outer;
  }

  const GrammarTable& grammar_ = Grammar();
  absl::string_view file_;
  const PreparedText& prepared_;
  SyntaxTree tree_;
  std::vector<SyntaxNode>& nodes_ = tree_.nodes_;
  std::vector<NodeId> open_;
  std::vector<NodeId> misplaced_stars_;
};

NodeId SyntaxTree::Child(NodeId parent, Field field) const {
  for (const NodeId child : children(parent)) {
    if (nodes_[child].field == field && !IsTokenOrError(nodes_[child].kind)) return child;
  }
  return 0;
}

NodeId SyntaxTree::Child(NodeId parent, Syntax kind) const {
  for (const NodeId child : children(parent)) {
    if (nodes_[child].kind == kind) return child;
  }
  return 0;
}

size_t SyntaxTree::CountChildren(NodeId parent) const {
  size_t count = 0;
  for (NodeId child = parent + 1; child < nodes_[parent].next; child = nodes_[child].next) ++count;
  return count;
}

NodeId SyntaxTree::FirstOperand(NodeId parent) const {
  for (const NodeId child : children(parent)) {
    if (!IsTokenOrError(nodes_[child].kind)) return child;
  }
  return 0;
}

bool IsTokenOrError(Syntax kind) {
  return kind == Syntax::kError || kind == Syntax::kMissing || kind >= Syntax::kOperator;
}

SyntaxTree ReadSyntaxTree(absl::string_view text, absl::Span<const ByteRange> ranges) {
  PreparedText prepared(text, ranges);
  SyntaxTree tree = TreeCopy(text, prepared).Run();
  if (!tree.has_error() || !prepared.Rewrite()) return tree;
  SyntaxTree rewritten = TreeCopy(text, prepared).Run();
  return rewritten.has_error() ? tree : rewritten;
}

}  // namespace fsdpcheck::analyzer
