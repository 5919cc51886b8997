#include "analyzer/driver/config.h"

#include <array>
#include <cstdint>
#include <utility>

#define TOML_EXCEPTIONS 0
// The parser asserts what broken text does not keep to, and then reports it well.
#define TOML_ASSERT(expr) static_assert(true)
#include <toml++/toml.h>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/driver/read_text.h"
#include "analyzer/driver/workspace.h"
#include "analyzer/suppress/nearest.h"
#include "analyzer/suppress/rule_names.h"

namespace fsdpcheck::analyzer {
namespace {

using Names = std::vector<std::string>;

// Fills a Config from one table. Every error names the file and the line.
class ConfigReader {
 public:
  ConfigReader(absl::string_view shown, absl::Span<const Rule* const> rules)
      : shown_(shown), rules_(rules) {}

  absl::StatusOr<Config> Read(const toml::table& table) {
    for (auto&& [toml_key, node] : table) {
      const std::string key(toml_key.str());
      const Key* known = FindKey(key);
      const toml::source_position place = toml_key.source().begin;
      if (known == nullptr) {
        return Error(place, absl::StrCat("unknown key `", key, "`", DidYouMean(key, KeyNames())));
      }
      if (absl::Status status = (this->*known->read)(key, node); !status.ok()) return status;
    }
    return std::move(config_);
  }

  absl::Status Error(const toml::source_position& place, absl::string_view message) const {
    return absl::InvalidArgumentError(absl::StrCat(shown_, ":", place.line, ": ", message));
  }

 private:
  using Reader = absl::Status (ConfigReader::*)(const std::string& key, const toml::node& node);
  struct Key {
    const char* name;
    Reader read;
  };

  static const std::array<Key, 10> kKeys;

  static const Key* FindKey(const std::string& name) {
    for (const Key& key : kKeys) {
      if (name == key.name) return &key;
    }
    return nullptr;
  }

  static Names KeyNames() {
    Names names;
    for (const Key& key : kKeys) names.emplace_back(key.name);
    return names;
  }

  absl::Status WrongType(const std::string& key, const toml::node& node,
                         absl::string_view wanted) const {
    return Error(node.source().begin, absl::StrCat("`", key, "` must be ", wanted));
  }

  absl::StatusOr<std::string> String(const std::string& key, const toml::node& node) const {
    if (!node.is_string()) return WrongType(key, node, "a string");
    return node.as_string()->get();
  }

  absl::StatusOr<Names> Strings(const std::string& key, const toml::node& node) const {
    if (!node.is_array()) return WrongType(key, node, "a list of strings");
    Names result;
    for (const toml::node& element : *node.as_array()) {
      if (!element.is_string()) return WrongType(key, element, "a list of strings");
      result.push_back(element.as_string()->get());
    }
    return result;
  }

  absl::StatusOr<Names> RuleNames(const std::string& key, const toml::node& node) const {
    absl::StatusOr<Names> names = Strings(key, node);
    if (!names.ok()) return names;
    for (size_t i = 0; i < names->size(); ++i) {
      const absl::Status status = CheckRuleName((*names)[i], rules_);
      const toml::source_position place = node.as_array()->get(i)->source().begin;
      if (!status.ok()) return Error(place, absl::StrCat("`", key, "`: ", status.message()));
    }
    return names;
  }

  // Stores the value, or gives the error on with the place of the node.
  template <typename Value, typename Target>
  absl::Status Store(const toml::node& node, absl::StatusOr<Value> value, Target& target) const {
    if (value.ok()) {
      target = *std::move(value);
      return absl::OkStatus();
    }
    if (absl::StartsWith(value.status().message(), shown_)) return value.status();
    return Error(node.source().begin, value.status().message());
  }

  absl::Status ReadSelect(const std::string& key, const toml::node& node) {
    return Store(node, RuleNames(key, node), config_.select);
  }
  absl::Status ReadIgnore(const std::string& key, const toml::node& node) {
    return Store(node, RuleNames(key, node), config_.ignore);
  }
  absl::Status ReadExclude(const std::string& key, const toml::node& node) {
    return Store(node, Strings(key, node), config_.exclude);
  }
  absl::Status ReadRankFunctions(const std::string& key, const toml::node& node) {
    return Store(node, Strings(key, node), config_.rank_functions);
  }
  absl::Status ReadMainRankPredicates(const std::string& key, const toml::node& node) {
    return Store(node, Strings(key, node), config_.main_rank_predicates);
  }

  absl::Status ReadLevel(const std::string& key, const toml::node& node) {
    const absl::StatusOr<std::string> name = String(key, node);
    return name.ok() ? Store(node, ParseSeverity(*name), config_.level) : name.status();
  }
  absl::Status ReadFailOn(const std::string& key, const toml::node& node) {
    const absl::StatusOr<std::string> name = String(key, node);
    return name.ok() ? Store(node, ParseSeverity(*name), config_.fail_on) : name.status();
  }
  absl::Status ReadTargetTorch(const std::string& key, const toml::node& node) {
    const absl::StatusOr<std::string> text = String(key, node);
    return text.ok() ? Store(node, ParseTargetTorch(*text), config_.target_torch) : text.status();
  }

  absl::Status ReadRequiredVersion(const std::string& key, const toml::node& node) {
    const absl::StatusOr<std::string> requirement = String(key, node);
    if (!requirement.ok()) return requirement.status();
    const absl::StatusOr<bool> satisfied = Satisfies(FSDPCHECK_VERSION, *requirement);
    if (!satisfied.ok()) return Error(node.source().begin, satisfied.status().message());
    if (*satisfied) return absl::OkStatus();
    return Error(node.source().begin, absl::StrCat("this project requires fsdpcheck ", *requirement,
                                                   ", this is ", FSDPCHECK_VERSION));
  }

  absl::Status ReadPerFileIgnores(const std::string& key, const toml::node& node) {
    if (!node.is_table()) return WrongType(key, node, "a table of pattern = [rules]");
    for (auto&& [pattern, names_node] : *node.as_table()) {
      absl::StatusOr<Names> names = RuleNames(key, names_node);
      if (!names.ok()) return names.status();
      config_.per_file_ignores.push_back({std::string(pattern.str()), *std::move(names)});
    }
    return absl::OkStatus();
  }

  std::string shown_;
  absl::Span<const Rule* const> rules_;
  Config config_;
};

const std::array<ConfigReader::Key, 10> ConfigReader::kKeys = {{
    {"select", &ConfigReader::ReadSelect},
    {"ignore", &ConfigReader::ReadIgnore},
    {"level", &ConfigReader::ReadLevel},
    {"fail-on", &ConfigReader::ReadFailOn},
    {"per-file-ignores", &ConfigReader::ReadPerFileIgnores},
    {"exclude", &ConfigReader::ReadExclude},
    {"target-torch", &ConfigReader::ReadTargetTorch},
    {"required-version", &ConfigReader::ReadRequiredVersion},
    {"rank-functions", &ConfigReader::ReadRankFunctions},
    {"main-rank-predicates", &ConfigReader::ReadMainRankPredicates},
}};

}  // namespace

std::optional<std::string> FindConfigFile(const std::string& root) {
  for (const char* name : {"fsdpcheck.toml", "pyproject.toml"}) {
    const std::string path = JoinPath(root, name);
    if (Exists(path)) return path;
  }
  return std::nullopt;
}

absl::StatusOr<Config> ReadConfig(const std::string& path, absl::string_view shown,
                                  absl::Span<const Rule* const> rules) {
  const absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) {
    return absl::UnavailableError(
        absl::StrCat("cannot read the configuration file ", shown, ": ", text.status().message()));
  }
  return ParseConfig(*text, shown, absl::EndsWith(path, "pyproject.toml"), rules);
}

absl::StatusOr<Config> ParseConfig(const std::string& text, absl::string_view shown,
                                   bool is_pyproject, absl::Span<const Rule* const> rules) {
  const toml::parse_result parsed = toml::parse(text);
  ConfigReader reader(shown, rules);
  if (!parsed) {
    return reader.Error(
        parsed.error().source().begin,
        absl::StrCat("not valid TOML: ", std::string(parsed.error().description())));
  }
  if (!is_pyproject) return reader.Read(parsed.table());
  const toml::node_view<const toml::node> tool = parsed.table()["tool"]["fsdpcheck"];
  if (!tool) return Config{};
  if (!tool.is_table()) {
    return reader.Error(tool.node()->source().begin, "`tool.fsdpcheck` must be a table");
  }
  return reader.Read(*tool.as_table());
}

absl::StatusOr<Severity> ParseSeverity(absl::string_view name) {
  if (name == "error") return Severity::kError;
  if (name == "warning") return Severity::kWarning;
  if (name == "info") return Severity::kInfo;
  return absl::InvalidArgumentError(
      absl::StrCat("`", name, "` is not one of error, warning, info"));
}

absl::StatusOr<Version> ParseTargetTorch(absl::string_view text) {
  const std::optional<Version> version = ParseVersion(text);
  if (version.has_value() && version->size() >= 2) return *version;
  return absl::InvalidArgumentError(
      absl::StrCat("`", text, "` is no PyTorch version; write for example \"2.9\""));
}

}  // namespace fsdpcheck::analyzer
