#include "analyzer/model/mentions.h"

#include <algorithm>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/model/module_index.h"
#include "analyzer/syntax/identifier.h"
#include "analyzer/syntax/import_statement.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr size_t kMaxNames = 16;

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\f'; }

// `at`, moved back over blanks.
size_t BeforeBlanks(absl::string_view text, size_t at) {
  while (at > 0 && IsBlank(text[at - 1])) --at;
  return at;
}

// The identifier that ends at `end`.
absl::string_view WordBefore(absl::string_view text, size_t end) {
  size_t begin = end;
  while (begin > 0 && IsIdentifierByte(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

// Whether what follows `end` gives the name before it a value.
bool IsBound(absl::string_view text, size_t end) {
  while (end < text.size() && IsBlank(text[end])) ++end;
  return text.substr(end, 1) == "=" && text.substr(end, 2) != "==";
}

bool BehindDot(absl::string_view text, size_t at) {
  at = BeforeBlanks(text, at);
  return at > 0 && text[at - 1] == '.';
}

// The names before the one at `at`, nearest first. Empty if what stands before
// the dots is no plain name.
std::vector<absl::string_view> NamesBefore(absl::string_view text, size_t at) {
  std::vector<absl::string_view> names;
  while (BehindDot(text, at)) {
    const size_t end = BeforeBlanks(text, BeforeBlanks(text, at) - 1);
    const absl::string_view name = WordBefore(text, end);
    if (name.empty() || names.size() == kMaxNames) return {};
    names.push_back(name);
    at = end - name.size();
  }
  return names;
}

bool IsEmpty(const Target& target) { return !target.file.has_value() && target.external.empty(); }

}  // namespace

Mentions::Mentions(const Project& project, FileId file, absl::string_view text)
    : project_(project), file_(file), text_(text), outline_(project.outline(file, text)) {}

ByteRange Mentions::ChunkAt(uint32_t offset) const {
  const int definition = DefinitionAt(outline_, offset);
  if (definition >= 0) return outline_.definitions[static_cast<size_t>(definition)].range;
  const ByteRange* const run = RangeAt(outline_.body, offset);
  return run == nullptr ? ByteRange{offset, offset} : *run;
}

// Null for code. What lies between the chunks is comments and blank lines.
const Quiet* Mentions::QuietAt(uint32_t offset) const {
  static const Quiet kBetween;
  const ByteRange chunk = ChunkAt(offset);
  if (chunk.begin == chunk.end) return &kBetween;
  const auto [entry, inserted] = quiet_.try_emplace(chunk.begin);
  std::vector<Quiet>& all = entry->second;
  if (inserted) {
    LogicalLines lines(Text(chunk), &all);
    LogicalLine line;
    while (lines.Next(line)) {
    }
  }
  const uint32_t in_chunk = offset - chunk.begin;
  const auto next =
      std::upper_bound(all.begin(), all.end(), in_chunk,
                       [](uint32_t at, const Quiet& quiet) { return at < quiet.range.begin; });
  if (next == all.begin() || in_chunk >= (next - 1)->range.end) return nullptr;
  return &*(next - 1);
}

bool Mentions::MayBeCode(uint32_t offset) const {
  const Quiet* const quiet = QuietAt(offset);
  return quiet == nullptr || quiet->kind == Quiet::Kind::kString;
}

bool Mentions::IsUse(uint32_t offset, absl::string_view name) const {
  if (QuietAt(offset) != nullptr || !ImportsAt(offset).empty()) return false;
  if (IsBound(text_, offset + name.size())) return false;
  const absl::string_view before = WordBefore(text_, BeforeBlanks(text_, offset));
  return before != "def" && before != "class";
}

bool Mentions::IsMemberUse(uint32_t offset, absl::string_view name) const {
  return BehindDot(text_, offset) && QuietAt(offset) == nullptr &&
         !IsBound(text_, offset + name.size());
}

bool Mentions::IsOwnMemberUse(uint32_t offset, absl::string_view name) const {
  if (!IsMemberUse(offset, name)) return false;
  const size_t dot = BeforeBlanks(text_, offset) - 1;
  const absl::string_view before = text_.substr(0, BeforeBlanks(text_, dot));
  if (absl::EndsWith(before, ")")) {
    const size_t open = before.rfind('(');
    return open != absl::string_view::npos && WordBefore(before, open) == "super";
  }
  const absl::string_view receiver = WordBefore(before, before.size());
  return (receiver == "self" || receiver == "cls") &&
         !BehindDot(text_, before.size() - receiver.size());
}

bool Mentions::IsCalled(uint32_t offset, absl::string_view name) const {
  size_t end = offset + name.size();
  while (end < text_.size() && IsBlank(text_[end])) ++end;
  if (end < text_.size() && (text_[end] == '(' || text_[end] == '.')) return true;
  size_t begin = offset;
  while (begin > 0 && (IsIdentifierByte(text_[begin - 1]) || text_[begin - 1] == '.')) --begin;
  begin = BeforeBlanks(text_, begin);
  if (begin == 0) return false;
  return text_[begin - 1] == '@' ||
         (text_[begin - 1] == '(' && WordBefore(text_, begin - 1) == "partial");
}

absl::string_view Mentions::MemberOf(uint32_t offset, absl::string_view name) const {
  const size_t dot = offset + name.size();
  if (dot >= text_.size() || text_[dot] != '.') return "";
  const size_t end = IdentifierEnd(text_, dot + 1);
  return text_.substr(dot + 1, end - dot - 1);
}

absl::Span<const Import> Mentions::ImportsAt(uint32_t offset) const {
  const auto& all = outline_.imports;
  const auto end =
      std::upper_bound(all.begin(), all.end(), offset,
                       [](uint32_t at, const Import& import) { return at < import.offset; });
  if (end == all.begin()) return {};
  const uint32_t statement = (end - 1)->offset;
  if (offset >= ReadImport(text_, statement, [](const ScannedImport&) {})) return {};
  auto begin = end;
  while (begin != all.begin() && (begin - 1)->offset == statement) --begin;
  return absl::MakeConstSpan(all).subspan(static_cast<size_t>(begin - all.begin()),
                                          static_cast<size_t>(end - begin));
}

absl::Span<const Assignment> Mentions::AssignmentsAt(uint32_t offset) const {
  const auto& all = outline_.assignments;
  const auto end = std::upper_bound(
      all.begin(), all.end(), offset,
      [](uint32_t at, const Assignment& assignment) { return at < assignment.range.begin; });
  auto begin = end;
  while (begin != all.begin() && offset < (begin - 1)->range.end) --begin;
  return absl::MakeConstSpan(all).subspan(static_cast<size_t>(begin - all.begin()),
                                          static_cast<size_t>(end - begin));
}

const Target& Mentions::Global(absl::string_view name) {
  const auto [entry, inserted] = globals_.try_emplace(name);
  if (inserted) entry->second = project_.ResolveGlobal(file_, name);
  return entry->second;
}

Target Mentions::Resolve(uint32_t offset, absl::string_view name) {
  for (const Import& import : ImportsAt(offset)) {
    if (import.attribute == name) return project_.Resolve(file_, import);
  }
  if (!BehindDot(text_, offset)) return ResolveFirst(offset, name);
  std::vector<absl::string_view> before = NamesBefore(text_, offset);
  if (before.empty()) return {};
  Target target = ResolveFirst(offset, before.back());
  before.pop_back();
  for (; !before.empty(); before.pop_back()) target = Member(target, before.back());
  return Member(target, name);
}

// The meaning of a name with no dot before it.
Target Mentions::ResolveFirst(uint32_t offset, absl::string_view name) {
  const int definition = DefinitionAt(outline_, offset);
  if (definition >= 0) {
    for (const Import& import : outline_.imports) {
      if (import.top_level || import.local != name) continue;
      if (DefinitionAt(outline_, import.offset) == definition) {
        return project_.Resolve(file_, import);
      }
    }
  }
  return Global(name);
}

Target Mentions::Member(const Target& of, absl::string_view name) const {
  if (!of.external.empty()) {
    // Directories without an __init__.py look external until a module is reached.
    const std::string dotted = absl::StrCat(of.external, ".", name);
    const std::optional<FileId> module = project_.FindModule(file_, dotted, 0);
    return {.file = module, .name = {}, .external = module.has_value() ? "" : dotted};
  }
  if (!of.file.has_value() || !of.name.empty()) return {};
  Target member = project_.ResolveGlobal(*of.file, name);
  if (IsEmpty(member) && IsPackage(project_.file(*of.file))) {
    member.file = project_.FindModule(*of.file, name, 1);
  }
  return member;
}

}  // namespace fsdpcheck::analyzer
