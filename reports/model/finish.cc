#include "reports/model/finish.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "reports/model/source_lines.h"

namespace fsdpcheck {
namespace {

// FNV-1a over 64 bits, followed by a mixing step so that short inputs too
// spread over all digits. Every field ends with a byte that text cannot hold.
class StableHash {
 public:
  void Add(absl::string_view field) {
    for (const char c : field) AddByte(static_cast<unsigned char>(c));
    AddByte(0xFF);
  }
  std::string Hex() const {
    uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 33)) * 0xFF51AFD7ED558CCDu;
    mixed = (mixed ^ (mixed >> 33)) * 0xC4CEB9FE1A85EC53u;
    return absl::StrFormat("%016x", mixed ^ (mixed >> 33));
  }

 private:
  void AddByte(unsigned char byte) { state_ = (state_ ^ byte) * 0x100000001B3u; }

  uint64_t state_ = 0xCBF29CE484222325u;
};

using LinesByPath = std::map<absl::string_view, SourceLines>;

// The text of a place without blanks, so that reformatting does not change it.
std::string TextAt(const LinesByPath& lines, const Location& place) {
  const auto found = lines.find(place.path);
  if (found == lines.end()) return "";
  std::string text = found->second.Text(place.range);
  text.erase(std::remove_if(text.begin(), text.end(),
                            [](char c) { return c == ' ' || c == '\t' || c == '\n'; }),
             text.end());
  return text;
}

StableHash HashOf(const Finding& finding, const LinesByPath& lines, const PathBase& base) {
  StableHash hash;
  hash.Add(finding.rule->id);
  hash.Add(PathFromRoot(finding.location.path, base));
  hash.Add(finding.enclosing);
  hash.Add(TextAt(lines, finding.location));
  for (const Related& related : finding.related) {
    hash.Add(PathFromRoot(related.location.path, base));
    hash.Add(TextAt(lines, related.location));
  }
  return hash;
}

}  // namespace

void SortReport(Report& report) {
  std::sort(report.findings.begin(), report.findings.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.location, a.rule->id, a.message, a.related, a.help) <
           std::tie(b.location, b.rule->id, b.message, b.related, b.help);
  });
  std::sort(report.notifications.begin(), report.notifications.end(),
            [](const Notification& a, const Notification& b) {
              return std::tie(a.path, a.line, a.level, a.message) <
                     std::tie(b.path, b.line, b.level, b.message);
            });
}

void CountFindings(Report& report) {
  Summary& summary = report.summary;
  summary.errors = summary.warnings = summary.infos = summary.suppressed = 0;
  for (const Finding& finding : report.findings) {
    if (finding.suppressed) {
      ++summary.suppressed;
      continue;
    }
    switch (finding.rule->severity) {
      case Severity::kError:
        ++summary.errors;
        break;
      case Severity::kWarning:
        ++summary.warnings;
        break;
      case Severity::kInfo:
        ++summary.infos;
        break;
    }
  }
}

void AssignFingerprints(Report& report, const PathBase& base) {
  LinesByPath lines;
  for (const auto& [path, text] : report.sources) lines.emplace(path, SourceLines(text));
  std::map<std::string, int> seen;
  for (Finding& finding : report.findings) {
    StableHash hash = HashOf(finding, lines, base);
    hash.Add(absl::StrCat(++seen[hash.Hex()]));
    finding.fingerprint = hash.Hex();
  }
}

}  // namespace fsdpcheck
