// Any bytes as a Python file: parsed, sliced, interpreted under all rules, its comments read.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "analyzer/flow/engine.h"
#include "analyzer/model/project.h"
#include "analyzer/model/slice.h"
#include "analyzer/suppress/comments.h"
#include "analyzer/syntax/source.h"
#include "checks/static_check.h"

namespace fsdpcheck {
namespace {

void Analyze(const std::string& text) {
  static const std::vector<std::unique_ptr<checks::StaticCheck>> all = checks::AllStaticChecks();
  std::vector<const analyzer::Check*> rules;
  for (const auto& check : all) rules.push_back(check.get());
  const std::vector<analyzer::SeedSet> scopes = {analyzer::SeedsOf(Scope::kFsdp2),
                                                 analyzer::SeedsOf(Scope::kDistributed)};
  const analyzer::Project project(
      {{.path = "fuzz.py", .shown = "fuzz.py", .in_root = "fuzz.py", .text = text}});
  const analyzer::Slice slice = analyzer::FindSlice(project, scopes, 1, 1000);
  analyzer::RunEngine(project, slice, rules, {});
  analyzer::ReadSuppressions(analyzer::Source("fuzz.py", text));
}

}  // namespace
}  // namespace fsdpcheck

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  fsdpcheck::Analyze(std::string(bytes, bytes + size));
  return 0;
}
