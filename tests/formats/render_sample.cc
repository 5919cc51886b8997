// Renders one fixed report about the project in a folder, for the tests of the
// formats, which read the same files:
//
//   render_sample FOLDER FORMAT [colour] [width=N] [suppressed] [statistics]
//
// FORMAT is a name of ParseFormat(), or explain/NAME or rules/NAME with a name
// of ParseReferenceFormat().
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"
#include "reports/formats/format.h"
#include "reports/formats/rule_reference.h"
#include "reports/model/finish.h"
#include "reports/model/source_lines.h"

namespace fsdpcheck {
namespace {

constexpr Rule kOptimizer = {
    .id = "FSDP301",
    .slug = "optimizer-before-shard",
    .severity = Severity::kError,
    .scope = Scope::kFsdp2,
    .precision = Precision::kVeryHigh,
    .summary = "the optimizer is built before the model is sharded",
    .why =
        "fully_shard replaces every parameter by a DTensor. An optimizer that was built before "
        "holds the old tensors: step() changes nothing that forward uses.",
    .bad = "\noptimizer = AdamW(model.parameters())\nfully_shard(model)\n",
    .good = "\nfully_shard(model)\noptimizer = AdamW(model.parameters())\n",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.distributed.fsdp.fully_shard documentation",
};
constexpr Rule kForward = {
    .id = "FSDP101",
    .slug = "direct-forward-call",
    .severity = Severity::kWarning,
    .scope = Scope::kFsdp2,
    .precision = Precision::kHigh,
    .summary = "forward() of a sharded module is called directly",
    .why = "Hooks run in __call__ only.",
    .bad = "\nout = net.forward(x)\n",
    .good = "\nout = net(x)\n",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14",
};
constexpr Rule kImport = {
    .id = "FSDP203",
    .slug = "deprecated-fsdp-import",
    .severity = Severity::kInfo,
    .scope = Scope::kFsdp2,
    .precision = Precision::kMedium,
    .summary = "the import is an old one",
    .why = "The name moved.",
    .bad = "\nfrom old import fully_shard\n",
    .good = "\nfrom new import fully_shard\n",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14",
};

// Enabled, but with nothing to report; its text is longer than services take.
const Rule& SilentRule() {
  static const std::string kWhy = [] {
    std::string text;
    for (int i = 0; i < 200; ++i) absl::StrAppend(&text, "W\xC3\xB6rter und ");
    return text;
  }();
  static const Rule kSilent = {
      .id = "FSDP999",
      .slug = "silent-rule",
      .severity = Severity::kError,
      .scope = Scope::kDistributed,
      .precision = Precision::kHigh,
      .summary = "nothing is wrong",
      .why = kWhy,
      .bad = "\nx = '```'\n",
      .good = "\nx = ''\n",
      .versions = "",
      .source = "PyTorch 2.14",
  };
  return kSilent;
}

std::vector<const Rule*> Rules() { return {&SilentRule(), &kOptimizer, &kForward, &kImport}; }

constexpr absl::string_view kOddPath =
    "src/gr\xC3\xB6\xC3\x9F"
    "e + 1#2%.py";

std::string Read(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// Builds the report from the places where certain words stand in the files.
class Sample {
 public:
  explicit Sample(const std::string& folder)
      : folder_(folder), outside_(folder.substr(0, folder.rfind('/')) + "/outside.py") {
    for (const absl::string_view path : {"train.py", "parallel.py"}) Load(std::string(path));
    Load(std::string(kOddPath));
    Load(outside_);
  }

  Report Build() {
    AddOptimizer();
    AddForwardCalls();
    AddOddFile();
    AddOutside();
    AddNotifications();
    report_.summary = {.files = 974, .analyzed = 4, .sharding_sites = 3, .sites_with_optimizer = 2};
    SortReport(report_);
    CountFindings(report_);
    AssignFingerprints(report_, base());
    return report_;
  }

  PathBase base() const { return {folder_, folder_}; }

 private:
  void Load(const std::string& path) {
    report_.sources[path] = Read(absl::StartsWith(path, "/") ? path : folder_ + "/" + path);
  }

  // The place of the `nth` occurrence of `word`, counted from 1.
  Location Find(const std::string& path, absl::string_view word, int nth = 1) const {
    const std::string& text = report_.sources.at(path);
    size_t at = text.find(word.data(), 0, word.size());
    for (int i = 1; i < nth; ++i) at = text.find(word.data(), at + 1, word.size());
    Range range;
    for (absl::string_view rest = absl::string_view(text).substr(0, at); !rest.empty();) {
      const Character character = FirstCharacter(rest);
      rest.remove_prefix(static_cast<size_t>(character.bytes));
      ++range.start.column;
      if (character.value == '\n') range.start = {range.start.line + 1, 1};
    }
    range.end = {range.start.line, range.start.column + static_cast<int>(word.size())};
    return {path, range};
  }

  Finding& Add(const Rule& rule, const Location& location, absl::string_view message) {
    Finding& finding = report_.findings.emplace_back();
    finding.rule = &rule;
    finding.location = location;
    finding.message = std::string(message);
    return finding;
  }

  void AddOptimizer() {
    const Location place = Find("train.py", "torch.optim.AdamW");
    Finding& finding =
        Add(kOptimizer, place, "build the optimizer after `build` has sharded `model`");
    finding.help = "move this line below line 9";
    finding.enclosing = "main";
    finding.related = {{place, "optimizer built here"},
                       {Find("train.py", "build(model"), "calls `build`"},
                       {Find("parallel.py", "fully_shard", 2), "sharded here, in `build`"},
                       {Find("train.py", "optimizer.step"), "stepped here"}};
  }

  void AddForwardCalls() {
    for (const int nth : {1, 2}) {
      Finding& finding = Add(kForward, Find("train.py", "forward", nth),
                             "write `self.nets[0](1)`: hooks run then");
      finding.enclosing = "main";
      finding.related = {{Find("parallel.py", "fully_shard", 2), "shards `nets[0](1)`"}};
    }
  }

  void AddOddFile() {
    const std::string path(kOddPath);
    Finding& finding = Add(kOptimizer, Find(path, "AdamW"), "build the optimizer later");
    finding.suppressed = true;
    finding.justification = "frozen on purpose";
    Add(kImport, Find(path, "fully_shard"), "import it from `torch.distributed.fsdp`");
    Add(kForward, Find(path, "forward"), "call it").suppressed = true;
  }

  void AddOutside() { Add(kForward, Find(outside_, "forward"), "call it"); }

  void AddNotifications() {
    using Level = Notification::Level;
    report_.notifications = {
        {Level::kWarning, "syntax error; the rest of the file was analyzed", "train.py", 3},
        {Level::kError, "cannot be read: Permission denied", "secret.py", 0},
        {Level::kNote, "the budget for following calls was reached", "", 0},
        {Level::kWarning, "50% of the keys: unknown, ignored", "pyproject.toml", 4,
         Notification::Origin::kConfiguration}};
  }

  std::string folder_;
  std::string outside_;
  Report report_;
};

int Main(const std::vector<std::string>& arguments) {
  const std::string& name = arguments.at(1);
  formats::RenderOptions options;
  for (const std::string& argument : arguments) {
    absl::string_view value = argument;
    if (argument == "colour") options.colour = true;
    if (argument == "suppressed") options.show_suppressed = true;
    if (argument == "statistics") options.statistics = true;
    if (absl::ConsumePrefix(&value, "width=") && !absl::SimpleAtoi(value, &options.width)) return 2;
  }
  absl::string_view reference = name;
  const bool explain = absl::ConsumePrefix(&reference, "explain/");
  if (explain || absl::ConsumePrefix(&reference, "rules/")) {
    const auto format = formats::ParseReferenceFormat(reference);
    if (!format.has_value()) return 2;
    std::cout << (explain ? formats::ExplainRules(Rules(), *format)
                          : formats::ListRules(Rules(), *format));
    return 0;
  }
  Sample sample(arguments.at(0));
  const auto format = formats::ParseFormat(name);
  if (!format.has_value()) return 2;
  options.tool_version = "1.2.3";
  options.rules = Rules();
  options.base = sample.base();
  options.exit_code = 2;
  options.start = absl::FromUnixMillis(1700000000123);
  options.end = options.start + absl::Seconds(2);
  std::cout << formats::Render(*format, sample.Build(), options);
  return 0;
}

}  // namespace
}  // namespace fsdpcheck

int main(int count, char** arguments) {
  return fsdpcheck::Main(std::vector<std::string>(arguments + 1, arguments + count));
}
