// Any bytes as a configuration file, in both forms.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "analyzer/driver/config.h"
#include "reports/model/rule.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static constexpr fsdpcheck::Rule kRule = {.id = "FSDP101", .slug = "direct-forward-call"};
  static constexpr std::array<const fsdpcheck::Rule*, 1> kRules = {&kRule};
  const std::string text(bytes, bytes + size);
  for (const bool is_pyproject : {false, true}) {
    // Broken text is an error in the result; only a crash or a hang would be news.
    static_cast<void>(fsdpcheck::analyzer::ParseConfig(text, "fuzz.toml", is_pyproject, kRules));
  }
  return 0;
}
