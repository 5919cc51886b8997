// A whole text, parsed, for tests that look at what became of it.
#ifndef FSDPCHECK_TESTS_UNIT_ANALYZER_PARSED_MODULE_H_
#define FSDPCHECK_TESTS_UNIT_ANALYZER_PARSED_MODULE_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/syntax/parse.h"
#include "analyzer/syntax/source.h"

namespace fsdpcheck::analyzer {

class ParsedModule {
 public:
  explicit ParsedModule(const std::string& text)
      : source_("module.py", text), parsed_(ParseAll(source_)) {}

  const Source& source() const { return source_; }
  const Function& body() const { return *parsed_.body(); }
  const std::vector<ParseProblem>& problems() const { return parsed_.problems(); }
  std::string Text(ByteRange range) const { return std::string(source_.Text(range)); }

  const Stmt& stmt(size_t index) const { return *body().body.at(index); }
  // The value of the first statement.
  const Expr& expr() const { return *stmt(0).value; }
  // The function that the statement of that index defines.
  const Function& function(size_t index = 0) const { return *stmt(index).function; }

 private:
  static Parsed ParseAll(const Source& source) {
    const ByteRange all = {0, static_cast<uint32_t>(source.text().size())};
    return Parse(source, absl::MakeConstSpan(&all, 1));
  }

  Source source_;
  Parsed parsed_;
};

inline std::vector<std::string> Locals(const Function& function) {
  std::vector<std::string> names;
  for (const absl::string_view name : function.locals) names.emplace_back(name);
  return names;
}

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_TESTS_UNIT_ANALYZER_PARSED_MODULE_H_
