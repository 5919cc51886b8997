#include "reports/formats/sarif_places.h"

#include <algorithm>
#include <cstddef>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "reports/formats/line_hash.h"
#include "reports/formats/uri.h"

namespace fsdpcheck::formats {
namespace {

constexpr absl::string_view kRootId = "%SRCROOT%";
constexpr size_t kMostSnippetBytes = 2000;

bool IsPython(absl::string_view path) {
  return absl::EndsWith(path, ".py") || absl::EndsWith(path, ".pyi");
}

std::set<std::string> PathsOf(const Report& report) {
  std::set<std::string> paths;
  for (const Finding& finding : report.findings) {
    paths.insert(finding.location.path);
    for (const Related& related : finding.related) paths.insert(related.location.path);
  }
  for (const Notification& notification : report.notifications) {
    if (!notification.path.empty()) paths.insert(notification.path);
  }
  return paths;
}

void AddSnippet(json::Value& region, const std::string& text) {
  if (text.size() <= kMostSnippetBytes) region["snippet"] = {{"text", text}};
}

}  // namespace

SarifPlaces::SarifPlaces(const Report& report, const PathBase& base) : base_(base) {
  for (const std::string& path : PathsOf(report)) {
    const auto source = report.sources.find(path);
    absl::string_view text;
    if (source != report.sources.end()) text = source->second;
    files_.emplace(path, SourceFile{static_cast<int>(files_.size()), SourceLines(text), {}});
  }
  for (const Finding& finding : report.findings) {
    SourceFile& file = files_.at(finding.location.path);
    const auto source = report.sources.find(finding.location.path);
    if (!file.line_hashes.empty() || source == report.sources.end()) continue;
    file.line_hashes = LineHashes(source->second);
  }
}

json::Value SarifPlaces::UriOf(const std::string& path) const {
  const std::string from_root = PathFromRoot(path, base_);
  json::Value value = {{"uri", PathUri(from_root)}};
  if (!absl::StartsWith(from_root, "/")) value["uriBaseId"] = kRootId;
  return value;
}

json::Value SarifPlaces::File(const std::string& path) const {
  json::Value value = UriOf(path);
  value["index"] = files_.at(path).index;
  return value;
}

json::Value SarifPlaces::Artifacts() const {
  json::Value artifacts = json::Value::array();
  for (const auto& [path, file] : files_) {
    json::Value artifact = {{"location", UriOf(path)}};
    if (IsPython(path)) artifact["sourceLanguage"] = "python";
    artifacts.push_back(std::move(artifact));
  }
  return artifacts;
}

json::Value SarifPlaces::UriBases() const {
  json::Value root = json::Value::object();
  if (!base_.root.empty()) root["uri"] = FolderUri(base_.root);
  root["description"] = {{"text", "The root of the analyzed project."}};
  return {{std::string(kRootId), std::move(root)}};
}

json::Value SarifPlaces::Place(const Location& location) const {
  const auto& [start, end] = location.range;
  json::Value region = {{"startLine", start.line},
                        {"startColumn", start.column},
                        {"endLine", end.line},
                        {"endColumn", end.column}};
  json::Value place = {{"artifactLocation", File(location.path)}};
  const SourceLines& lines = files_.at(location.path).lines;
  const bool known = end.line <= lines.count() && !lines.Line(start.line).empty();
  if (known) AddSnippet(region, lines.Text(location.range));
  place["region"] = std::move(region);
  if (!known) return place;
  const int first = std::max(start.line - 1, 1);
  const int last = std::min(end.line + 1, lines.count());
  const std::string context = lines.Text({{first, 1}, {last + 1, 1}});
  if (context.size() <= kMostSnippetBytes) {
    place["contextRegion"] = {
        {"startLine", first}, {"endLine", last}, {"snippet", {{"text", context}}}};
  }
  return place;
}

std::string SarifPlaces::LineHash(const Location& location) const {
  const std::vector<std::string>& hashes = files_.at(location.path).line_hashes;
  const auto index = static_cast<size_t>(location.range.start.line) - 1;
  return index < hashes.size() ? hashes[index] : "";
}

}  // namespace fsdpcheck::formats
