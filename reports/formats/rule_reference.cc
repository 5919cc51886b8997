#include "reports/formats/rule_reference.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "reports/formats/display.h"
#include "reports/formats/paint.h"
#include "reports/formats/words.h"
#include "reports/json/json.h"

namespace fsdpcheck::formats {
namespace {

constexpr int kReferenceVersion = 1;
constexpr absl::string_view kWhereToSuppress =
    "at the end of the line or on a line of its own above it";

// Examples are raw strings that begin and end with a line end.
absl::string_view Program(absl::string_view example) {
  return absl::StripTrailingAsciiWhitespace(absl::StripPrefix(example, "\n"));
}

std::string SeverityNote(const Rule& rule) {
  return rule.severity == Severity::kInfo ? "info, off by default"
                                          : std::string(SeverityName(rule.severity));
}

// Lines of `text`, each behind `indent`; empty lines stay empty.
std::string Indented(absl::string_view text, absl::string_view indent, int width) {
  std::string result;
  const int room = width > 0 ? std::max(width - static_cast<int>(indent.size()), 20) : 0;
  for (const std::string& line : WrapWords(text, room)) {
    absl::StrAppend(&result, line.empty() ? "" : indent, line, "\n");
  }
  return result;
}

std::string ExplainAsText(const Rule& rule, const ReferenceStyle& style) {
  const Painter painter(style.colour);
  std::string text = absl::StrCat(painter.Paint(rule.severity, rule.id), " ",
                                  painter.Paint(Ink::kStrong, rule.slug), " (", SeverityNote(rule),
                                  ")\n", Indented(rule.summary, "", style.width));
  const auto add = [&](absl::string_view title, absl::string_view content, int width) {
    if (content.empty()) return;
    absl::StrAppend(&text, "\n", painter.Paint(Ink::kStrong, title), "\n",
                    Indented(content, "  ", width));
  };
  add("Why", rule.why, style.width);
  add("Wrong", Program(rule.bad), 0);
  add("Right", Program(rule.good), 0);
  add("PyTorch versions", rule.versions, style.width);
  add("Source", rule.source, style.width);
  add("How to suppress it", absl::StrCat(SuppressionComment(rule), "\n", kWhereToSuppress),
      style.width);
  return text;
}

// Text that is no Markdown, made to look the same in Markdown. What stands
// between backticks is code in both.
std::string Markdown(absl::string_view text) {
  std::string result;
  bool code = false;
  for (const char c : text) {
    if (c == '`') code = !code;
    if (!code && absl::StrContains("\\*_[]<>|", absl::string_view(&c, 1))) result.push_back('\\');
    result.push_back(c);
  }
  return result;
}

std::string CodeBlock(absl::string_view program) {
  std::string fence = "```";
  while (absl::StrContains(program, fence)) fence.push_back('`');
  return absl::StrCat(fence, "python\n", program, "\n", fence, "\n");
}

std::string ExplainAsMarkdown(const Rule& rule) {
  std::string text =
      absl::StrCat("# ", rule.slug, " (", rule.id, ")\n\n", Markdown(rule.summary), "\n\n",
                   "Severity: ", SeverityNote(rule), ". Scope: ", ScopeName(rule.scope), ".\n");
  const auto add = [&text](absl::string_view title, absl::string_view content) {
    absl::StrAppend(&text, "\n## ", title, "\n\n", content);
  };
  add("Why", absl::StrCat(Markdown(rule.why), "\n"));
  add("Wrong", CodeBlock(Program(rule.bad)));
  add("Right", CodeBlock(Program(rule.good)));
  if (!rule.versions.empty()) add("PyTorch versions", absl::StrCat(Markdown(rule.versions), "\n"));
  add("Source", absl::StrCat(Markdown(rule.source), "\n"));
  add("How to suppress it",
      absl::StrCat(CodeBlock(SuppressionComment(rule)), "\n", kWhereToSuppress, "\n"));
  return text;
}

json::Value ListEntry(const Rule& rule) {
  return {{"rule", rule.slug},
          {"code", rule.id},
          {"severity", SeverityName(rule.severity)},
          {"scope", ScopeName(rule.scope)},
          {"family", FamilyName(rule)},
          {"precision", PrecisionName(rule.precision)},
          {"summary", rule.summary},
          {"versions", rule.versions}};
}

json::Value FullEntry(const Rule& rule) {
  json::Value value = ListEntry(rule);
  value["why"] = rule.why;
  value["bad"] = Program(rule.bad);
  value["good"] = Program(rule.good);
  value["source"] = rule.source;
  value["suppress"] = SuppressionComment(rule);
  return value;
}

std::string WriteEntries(json::Value entries) {
  const json::Value document = {{"version", kReferenceVersion}, {"rules", std::move(entries)}};
  return absl::StrCat(json::Write(document, json::Layout::kIndented), "\n");
}

std::string ListAsText(absl::Span<const Rule* const> rules, const ReferenceStyle& style) {
  const Painter painter(style.colour);
  size_t slug_width = 0;
  for (const Rule* rule : rules) slug_width = std::max(slug_width, rule->slug.size());
  std::string text;
  for (const Rule* rule : rules) {
    const absl::string_view severity = SeverityName(rule->severity);
    absl::StrAppend(&text, rule->id, "  ", painter.Paint(Ink::kStrong, rule->slug),
                    std::string(slug_width - rule->slug.size() + 2, ' '),
                    painter.Paint(rule->severity, severity), std::string(9 - severity.size(), ' '),
                    rule->summary, "\n");
  }
  return text;
}

std::string ListAsMarkdown(absl::Span<const Rule* const> rules) {
  std::string text =
      "| Code | Rule | Severity | Scope | What is wrong |\n| --- | --- | --- | --- | --- |\n";
  for (const Rule* rule : rules) {
    absl::StrAppend(&text, "| ", rule->id, " | ", rule->slug, " | ", SeverityName(rule->severity),
                    " | ", ScopeName(rule->scope), " | ", Markdown(rule->summary), " |\n");
  }
  return text;
}

}  // namespace

std::optional<ReferenceFormat> ParseReferenceFormat(absl::string_view name) {
  if (name == "text") return ReferenceFormat::kText;
  if (name == "json") return ReferenceFormat::kJson;
  if (name == "markdown") return ReferenceFormat::kMarkdown;
  return std::nullopt;
}

std::string ExplainRules(absl::Span<const Rule* const> rules, ReferenceFormat format,
                         const ReferenceStyle& style) {
  if (format == ReferenceFormat::kJson) {
    json::Value entries = json::Value::array();
    for (const Rule* rule : rules) entries.push_back(FullEntry(*rule));
    return WriteEntries(std::move(entries));
  }
  std::string text;
  for (const Rule* rule : rules) {
    absl::StrAppend(
        &text, text.empty() ? "" : "\n",
        format == ReferenceFormat::kText ? ExplainAsText(*rule, style) : ExplainAsMarkdown(*rule));
  }
  return text;
}

std::string ListRules(absl::Span<const Rule* const> rules, ReferenceFormat format,
                      const ReferenceStyle& style) {
  switch (format) {
    case ReferenceFormat::kText:
      return ListAsText(rules, style);
    case ReferenceFormat::kMarkdown:
      return ListAsMarkdown(rules);
    case ReferenceFormat::kJson:
      break;
  }
  json::Value entries = json::Value::array();
  for (const Rule* rule : rules) entries.push_back(ListEntry(*rule));
  return WriteEntries(std::move(entries));
}

std::string SuppressionComment(const Rule& rule) {
  return absl::StrCat("# fsdpcheck: ignore[", rule.slug, "] reason");
}

}  // namespace fsdpcheck::formats
