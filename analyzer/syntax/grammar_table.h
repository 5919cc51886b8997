// The grammar's numbers for symbols and fields, as the enums of syntax_kind.h.
#ifndef FSDPCHECK_ANALYZER_SYNTAX_GRAMMAR_TABLE_H_
#define FSDPCHECK_ANALYZER_SYNTAX_GRAMMAR_TABLE_H_

#include <tree_sitter/api.h>

#include <array>
#include <cstddef>
#include <vector>

#include "analyzer/syntax/ast.h"
#include "analyzer/syntax/syntax_kind.h"

namespace fsdpcheck::analyzer {

// Built once from the names of the grammar, so that a walk compares no names.
class GrammarTable {
 public:
  struct Symbol {
    Syntax kind = Syntax::kSkipped;
    Op op = Op::kNone;
    bool token = false;
    bool comma = false;
  };

  explicit GrammarTable(const TSLanguage& language);

  // kError for the number of an error.
  Symbol symbol(TSSymbol number) const {
    return number < symbols_.size() ? symbols_[number] : Symbol{.kind = Syntax::kError};
  }
  Field field(TSFieldId number) const { return fields_[number]; }
  // Whether tokens below a node of that kind carry meaning.
  bool tokens_matter(Syntax parent) const { return tokens_matter_[static_cast<size_t>(parent)]; }
  // Whether the children of a node of that kind are told apart by field.
  bool fields_matter(Syntax parent) const { return fields_matter_[static_cast<size_t>(parent)]; }

 private:
  std::vector<Symbol> symbols_;
  std::vector<Field> fields_;
  std::array<bool, kSyntaxCount> tokens_matter_ = {};
  std::array<bool, kSyntaxCount> fields_matter_ = {};
};

// The table of PythonLanguage(). Thread-safe.
const GrammarTable& PythonGrammar();

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SYNTAX_GRAMMAR_TABLE_H_
