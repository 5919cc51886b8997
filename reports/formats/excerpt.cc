#include "reports/formats/excerpt.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "reports/formats/display.h"
#include "reports/model/source_lines.h"

namespace fsdpcheck::formats {
namespace {

constexpr absl::string_view kCut = "...";
constexpr int kCutWidth = 3;
constexpr int kLeastColumns = 24;  // of source, however narrow the terminal is

// One underlined place.
struct Mark {
  const Location* location;
  std::string label;
  bool primary;
};

std::string Spaces(int count) { return std::string(static_cast<size_t>(std::max(count, 0)), ' '); }

std::vector<Mark> MarksOf(const Finding& finding) {
  std::vector<Mark> marks = {{&finding.location, "", true}};
  int number = 0;
  for (const Related& related : finding.related) {
    std::string label = absl::StrCat("(", ++number, ") ", Printable(related.message));
    if (related.location == finding.location && marks[0].label.empty()) {
      marks[0].label = std::move(label);
    } else {
      marks.push_back({&related.location, std::move(label), false});
    }
  }
  return marks;
}

// The part of a line that is shown: terminal columns [from, to).
struct Window {
  int from = 0;
  int to = 0;
  int lead = 0;  // columns of the sign that something before `from` is left out

  // The column on the terminal of a column of the whole line.
  int Place(int offset) const { return lead + std::clamp(offset, from, to) - from; }
};

// Columns [begin, end) are those to be marked.
Window WindowAround(int line_width, int begin, int end, int columns) {
  if (columns <= 0 || line_width <= columns) return {0, line_width, 0};
  if (end <= columns - kCutWidth) return {0, columns - kCutWidth, 0};
  const int room = columns - 2 * kCutWidth;
  int from = begin - (room - std::min(end - begin, room)) / 2;
  if (from + room + kCutWidth >= line_width) from = line_width - room - kCutWidth;
  if (from <= kCutWidth) return {0, columns - kCutWidth, 0};
  const bool reaches_end = from + room + kCutWidth >= line_width;
  return {from, reaches_end ? line_width : from + room, kCutWidth};
}

// Draws marks one after another and remembers where the excerpt stands.
class Drawing {
 public:
  Drawing(const Finding& finding, const Sources& sources, const Painter& painter, int width)
      : severity_(finding.rule->severity),
        sources_(sources),
        painter_(painter),
        gutter_(GutterWidth(finding)),
        columns_(width > 0 ? std::max(width - gutter_ - 3, kLeastColumns) : 0) {}

  void Add(const Mark& mark) {
    const Location& place = *mark.location;
    const auto source = sources_.find(place.path);
    absl::string_view text;
    if (source != sources_.end()) text = source->second;
    const SourceLines lines(text);
    const int line = place.range.start.line;
    const bool known = !text.empty() && line >= 1 && line <= lines.count();
    if (!known || place.path != path_ || line < line_) {
      StartAt(place, mark.primary ? "-->" : ":::");
    } else if (line == line_ + 2) {
      DrawUnmarkedLine(line - 1, DisplayLine(lines.Line(line - 1)));
    } else if (line > line_ + 2) {
      absl::StrAppend(&text_, painter_.Paint(Ink::kGutter, kCut), "\n");
    }
    path_ = known ? place.path : "";
    if (!known) {
      if (!mark.label.empty()) DrawRow(Painted(mark, mark.label));
      return;
    }
    DrawMark(mark, DisplayLine(lines.Line(line)));
  }

  std::string Finish() && {
    DrawRow("");
    return std::move(text_);
  }

 private:
  void StartAt(const Location& place, absl::string_view arrow) {
    absl::StrAppend(&text_, Spaces(gutter_), painter_.Paint(Ink::kGutter, arrow), " ",
                    Printable(place.path), ":", place.range.start.line, ":",
                    place.range.start.column, "\n");
    DrawRow("");
    line_ = 0;
  }

  void DrawMark(const Mark& mark, const DisplayLine& line) {
    const Range& range = mark.location->range;
    const int begin = line.OffsetOf(range.start.column);
    const int end =
        range.end.line > range.start.line ? line.width() : line.OffsetOf(range.end.column);
    const Window window = WindowAround(line.width(), begin, std::max(end, begin + 1), columns_);
    const bool cut = window.from > 0 || window.to < line.width();
    if (line_ != range.start.line || cut) DrawLine(range.start.line, line, window);
    const int first = window.Place(begin);
    const int length = std::max(window.Place(end) - first, 1);
    DrawUnderline(mark, first, length);
  }

  void DrawUnderline(const Mark& mark, int first, int length) {
    const std::string line(static_cast<size_t>(length), mark.primary ? '^' : '-');
    const int after = first + length + 1;
    if (columns_ == 0 || after + DisplayWidth(mark.label) <= columns_) {
      const absl::string_view gap = mark.label.empty() ? "" : " ";
      DrawRow(absl::StrCat(Spaces(first), Painted(mark, absl::StrCat(line, gap, mark.label))));
      return;
    }
    DrawRow(absl::StrCat(Spaces(first), Painted(mark, line)));
    const int indent = std::min(first, columns_ / 2);
    for (const std::string& part : WrapWords(mark.label, columns_ - indent)) {
      DrawRow(absl::StrCat(Spaces(indent), Painted(mark, part)));
    }
  }

  void DrawLine(int number, const DisplayLine& line, const Window& window) {
    const std::string digits = absl::StrCat(number);
    const std::string shown =
        absl::StrCat(window.lead > 0 ? kCut : "", line.Slice(window.from, window.to),
                     window.to < line.width() ? kCut : "");
    const std::string gutter =
        absl::StrCat(Spaces(gutter_ - static_cast<int>(digits.size())), digits, " |");
    absl::StrAppend(&text_, painter_.Paint(Ink::kGutter, gutter), shown.empty() ? "" : " ", shown,
                    "\n");
    line_ = number;
  }

  // Shows the start of a line in which nothing is marked.
  void DrawUnmarkedLine(int number, const DisplayLine& line) {
    DrawLine(number, line, WindowAround(line.width(), 0, 1, columns_));
  }

  // A row beside the gutter that is no source line.
  void DrawRow(absl::string_view content) {
    const std::string gutter = absl::StrCat(Spaces(gutter_), " |");
    absl::StrAppend(&text_, painter_.Paint(Ink::kGutter, gutter), content.empty() ? "" : " ",
                    content, "\n");
  }

  std::string Painted(const Mark& mark, absl::string_view text) const {
    return mark.primary ? painter_.Paint(severity_, text) : painter_.Paint(Ink::kEvent, text);
  }

  Severity severity_;
  const Sources& sources_;
  const Painter& painter_;
  int gutter_;
  int columns_;  // for source and labels; 0 for no limit
  std::string text_;
  std::string path_;  // of the line drawn last
  int line_ = 0;      // number of the line drawn last
};

}  // namespace

int GutterWidth(const Finding& finding) {
  int line = finding.location.range.start.line;
  for (const Related& related : finding.related) {
    line = std::max(line, related.location.range.start.line);
  }
  return static_cast<int>(absl::StrCat(line).size());
}

std::string DrawExcerpt(const Finding& finding, const Sources& sources, const Painter& painter,
                        int width) {
  Drawing drawing(finding, sources, painter, width);
  for (const Mark& mark : MarksOf(finding)) drawing.Add(mark);
  return std::move(drawing).Finish();
}

}  // namespace fsdpcheck::formats
