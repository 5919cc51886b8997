#include "analyzer/model/vocabulary.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzer/syntax/identifier.h"
#include "analyzer/syntax/logical_lines.h"

namespace fsdpcheck::analyzer {
namespace {

// At least two bytes each.
constexpr absl::string_view kParts[] = {
    "param",        "optim",       "shard",     "state_dict",
    "forward",      "backward",    "rank",      "barrier",
    "reduce",       "gather",      "broadcast", "to_empty",
    "reset_",       "set_device",  "environ",   "is_main",
    "master",       "full_tensor", "dist",      "mesh",
    "init_weights", "_init",       "Adam",      "SGD",
    "save",         "compile",     "Module",    "setattr",
    "float8",       "peft",        "adapter",   "token_embeddings"};

size_t Pair(absl::string_view text, size_t at) {
  return static_cast<size_t>(static_cast<unsigned char>(text[at])) << 8 |
         static_cast<unsigned char>(text[at + 1]);
}

NameScan ScanFor(const Vocabulary::Names& definitions) {
  std::vector<std::string> names(definitions.begin(), definitions.end());
  names.emplace_back("yield");
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return NameScan(names);
}

bool BeginsDefinition(absl::string_view line) {
  return line.substr(0, IdentifierEnd(line, 0)) == "def" || absl::StartsWith(line, "async ");
}

// A definition with strings and comments blank, and its shape.
struct Code {
  std::string text;
  size_t statements = 0;  // directly in the body
  bool global = false;    // one of them is `global`
};

Code CodeOf(absl::string_view definition) {
  Code code = {.text = std::string(definition)};
  std::vector<Quiet> quiet;
  LogicalLines lines(definition, &quiet);
  LogicalLine line;
  bool in_body = false;
  size_t column = definition.size();  // of the body
  while (lines.Next(line)) {
    const size_t here = line.range.begin - LineStart(definition, line.range.begin);
    if (in_body && here <= column) {
      column = here;
      ++code.statements;
      const absl::string_view rest = definition.substr(line.range.begin);
      code.global |= rest.substr(0, IdentifierEnd(rest, 0)) == "global";
    }
    in_body |= BeginsDefinition(definition.substr(line.range.begin));
  }
  for (const Quiet& part : quiet) {
    std::fill(code.text.begin() + part.range.begin, code.text.begin() + part.range.end, ' ');
  }
  return code;
}

}  // namespace

Vocabulary::Vocabulary(const Names& definitions)
    : definitions_(definitions), scan_(ScanFor(definitions)) {
  for (const absl::string_view part : kParts) pairs_.set(Pair(part, 0));
}

bool Vocabulary::Knows(absl::string_view identifier) const {
  return HoldsPart(identifier) || definitions_.find(identifier) != definitions_.end();
}

bool Vocabulary::HoldsPart(absl::string_view code) const {
  for (size_t at = 0; at + 1 < code.size(); ++at) {
    if (!pairs_.test(Pair(code, at))) continue;
    const absl::string_view rest = code.substr(at);
    const bool found = std::any_of(std::begin(kParts), std::end(kParts),
                                   [&](absl::string_view p) { return absl::StartsWith(rest, p); });
    if (found) return true;
  }
  return false;
}

bool Vocabulary::IsIn(absl::string_view definition) const {
  const Code code = CodeOf(definition);
  if (Vocabulary::IsShort(code.statements, code.global) || HoldsPart(code.text)) return true;
  std::vector<NameHit> hits;
  scan_.Find(code.text, hits);
  // The definition names itself.
  return std::any_of(hits.begin(), hits.end(), [&](const NameHit& hit) {
    const absl::string_view before = absl::string_view(code.text).substr(0, hit.offset);
    return !absl::EndsWith(before, "def ");
  });
}

}  // namespace fsdpcheck::analyzer
