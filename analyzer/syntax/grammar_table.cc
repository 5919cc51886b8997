#include "analyzer/syntax/grammar_table.h"

#include <cstdint>

#include "absl/strings/string_view.h"
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
    {"and", Syntax::kAndToken},   {"or", Syntax::kOrToken},       {":", Syntax::kColonToken},
    {"from", Syntax::kFromToken}, {"async", Syntax::kAsyncToken}, {"_", Syntax::kUnderscoreToken},
};

struct NamedOp {
  const char* name;
  Op op;
};

constexpr NamedOp kOperators[] = {
    {"+", Op::kAdd},         {"-", Op::kSub},         {"*", Op::kMul},
    {"/", Op::kDiv},         {"//", Op::kFloorDiv},   {"%", Op::kMod},
    {"**", Op::kPow},        {"@", Op::kMatMul},      {"&", Op::kAnd},
    {"|", Op::kOr},          {"^", Op::kXor},         {"<<", Op::kShiftLeft},
    {">>", Op::kShiftRight}, {"~", Op::kInvert},      {"+=", Op::kAdd},
    {"-=", Op::kSub},        {"*=", Op::kMul},        {"/=", Op::kDiv},
    {"//=", Op::kFloorDiv},  {"%=", Op::kMod},        {"**=", Op::kPow},
    {"@=", Op::kMatMul},     {"&=", Op::kAnd},        {"|=", Op::kOr},
    {"^=", Op::kXor},        {"<<=", Op::kShiftLeft}, {">>=", Op::kShiftRight},
    {"==", Op::kEq},         {"!=", Op::kNotEq},      {"<>", Op::kNotEq},
    {"<", Op::kLess},        {"<=", Op::kLessEq},     {">", Op::kGreater},
    {">=", Op::kGreaterEq},  {"is", Op::kIs},         {"is not", Op::kIsNot},
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

constexpr Syntax kParentsOfTokens[] = {
    Syntax::kAugmentedAssignment,
    Syntax::kBinary,
    Syntax::kUnary,
    Syntax::kBoolean,
    Syntax::kComparison,
    Syntax::kSlice,
    Syntax::kYield,
    Syntax::kFunctionDefinition,
    Syntax::kCasePattern,
    Syntax::kUnionPattern,
    Syntax::kKeywordPattern,
    Syntax::kDictPattern,
    Syntax::kSplatPattern,
    Syntax::kComplexPattern,
};

constexpr Syntax kParentsOfFields[] = {
    Syntax::kAssignment,
    Syntax::kAugmentedAssignment,
    Syntax::kTypeAlias,
    Syntax::kRaise,
    Syntax::kImport,
    Syntax::kImportFrom,
    Syntax::kFutureImport,
    Syntax::kAliasedImport,
    Syntax::kIf,
    Syntax::kElif,
    Syntax::kElse,
    Syntax::kFor,
    Syntax::kWhile,
    Syntax::kTry,
    Syntax::kExcept,
    Syntax::kWith,
    Syntax::kWithItem,
    Syntax::kFunctionDefinition,
    Syntax::kClassDefinition,
    Syntax::kDecoratedDefinition,
    Syntax::kMatch,
    Syntax::kCaseClause,
    Syntax::kAsPattern,
    Syntax::kDictPattern,
    Syntax::kDefaultParameter,
    Syntax::kTypedParameter,
    Syntax::kTypedDefaultParameter,
    Syntax::kKeywordArgument,
    Syntax::kInterpolation,
    Syntax::kFormatExpression,
    Syntax::kAttribute,
    Syntax::kSubscript,
    Syntax::kCall,
    Syntax::kBinary,
    Syntax::kUnary,
    Syntax::kNot,
    Syntax::kBoolean,
    Syntax::kLambda,
    Syntax::kNamed,
    Syntax::kPair,
    Syntax::kListComprehension,
    Syntax::kSetComprehension,
    Syntax::kDictionaryComprehension,
    Syntax::kGenerator,
    Syntax::kForInClause,
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

}  // namespace

GrammarTable::GrammarTable(const TSLanguage& language) {
  for (uint32_t number = 0; number < ts_language_symbol_count(&language); ++number) {
    const auto symbol = static_cast<TSSymbol>(number);
    const absl::string_view name = ts_language_symbol_name(&language, symbol);
    const bool named = ts_language_symbol_type(&language, symbol) == TSSymbolTypeRegular;
    symbols_.push_back(named ? NamedSymbol(name) : TokenSymbol(name));
  }
  fields_.resize(ts_language_field_count(&language) + 1, Field::kNone);
  for (size_t number = 1; number < fields_.size(); ++number) {
    const absl::string_view name =
        ts_language_field_name_for_id(&language, static_cast<TSFieldId>(number));
    for (const auto& [known, field] : kFields) {
      if (name == known) fields_[number] = field;
    }
  }
  for (const Syntax kind : kParentsOfTokens) tokens_matter_[static_cast<size_t>(kind)] = true;
  for (const Syntax kind : kParentsOfFields) fields_matter_[static_cast<size_t>(kind)] = true;
}

const GrammarTable& PythonGrammar() {
  static const GrammarTable& table = *new GrammarTable(*PythonLanguage());
  return table;
}

}  // namespace fsdpcheck::analyzer
