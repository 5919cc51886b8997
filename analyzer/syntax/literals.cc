#include "analyzer/syntax/literals.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr int kNoDigit = 99;

int DigitValue(char digit) {
  if (absl::ascii_isdigit(static_cast<unsigned char>(digit))) return digit - '0';
  const char lower = absl::ascii_tolower(static_cast<unsigned char>(digit));
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : kNoDigit;
}

void AppendByte(uint32_t value, std::string* text) {
  text->push_back(static_cast<char>(static_cast<unsigned char>(value)));
}

void AppendUtf8(uint32_t code_point, std::string* text) {
  if (code_point < 0x80) {
    AppendByte(code_point, text);
    return;
  }
  if (code_point < 0x800) {
    AppendByte(0xC0 | (code_point >> 6), text);
  } else {
    if (code_point < 0x10000) {
      AppendByte(0xE0 | (code_point >> 12), text);
    } else {
      AppendByte(0xF0 | (code_point >> 18), text);
      AppendByte(0x80 | ((code_point >> 12) & 0x3F), text);
    }
    AppendByte(0x80 | ((code_point >> 6) & 0x3F), text);
  }
  AppendByte(0x80 | (code_point & 0x3F), text);
}

// Reads the escapes of one string.
class EscapeReader {
 public:
  EscapeReader(absl::string_view content, bool bytes, std::string* value)
      : content_(content), bytes_(bytes), value_(value) {}

  // `backslash` is its position; returns the position after the escape.
  size_t Read(size_t backslash) {
    const size_t letter = backslash + 1;
    if (letter >= content_.size()) return Keep(backslash, letter);
    switch (content_[letter]) {
      case '\n':
        return letter + 1;
      case '\r':
        return letter + (absl::StartsWith(content_.substr(letter), "\r\n") ? 2 : 1);
      case 'x':
        return Number(backslash, letter + 1, 2, 16);
      case 'u':
        return bytes_ ? Keep(backslash, letter) : Number(backslash, letter + 1, 4, 16);
      case 'U':
        return bytes_ ? Keep(backslash, letter) : Number(backslash, letter + 1, 8, 16);
      default:
        break;
    }
    if (content_[letter] >= '0' && content_[letter] <= '7') return Octal(backslash);
    return Letter(backslash);
  }

 private:
  size_t Keep(size_t begin, size_t end) {
    value_->append(content_.data() + begin, end - begin);
    return end;
  }

  size_t Letter(size_t backslash) {
    constexpr absl::string_view kLetters = "\\'\"abfnrtv";
    constexpr absl::string_view kValues = "\\'\"\a\b\f\n\r\t\v";
    const size_t known = kLetters.find(content_[backslash + 1]);
    if (known == absl::string_view::npos) return Keep(backslash, backslash + 1);
    value_->push_back(kValues[known]);
    return backslash + 2;
  }

  size_t Octal(size_t backslash) {
    size_t digits = 1;
    while (digits < 3 && backslash + 1 + digits < content_.size() &&
           DigitValue(content_[backslash + 1 + digits]) < 8) {
      ++digits;
    }
    return Number(backslash, backslash + 1, digits, 8);
  }

  size_t Number(size_t backslash, size_t begin, size_t digits, uint32_t base) {
    if (begin + digits > content_.size()) return Keep(backslash, begin);
    uint32_t number = 0;
    for (size_t i = begin; i < begin + digits; ++i) {
      const int digit = DigitValue(content_[i]);
      if (digit >= static_cast<int>(base)) return Keep(backslash, begin);
      number = number * base + static_cast<uint32_t>(digit);
    }
    const bool surrogate = number >= 0xD800 && number < 0xE000;
    if (!bytes_ && (surrogate || number > 0x10FFFF)) return Keep(backslash, begin);
    if (bytes_) {
      AppendByte(number, value_);
    } else {
      AppendUtf8(number, value_);
    }
    return begin + digits;
  }

  absl::string_view content_;
  bool bytes_;
  std::string* value_;
};

}  // namespace

StringPrefix ReadStringPrefix(absl::string_view start) {
  StringPrefix prefix;
  for (const char letter : start) {
    switch (absl::ascii_tolower(static_cast<unsigned char>(letter))) {
      case 'r':
        prefix.raw = true;
        break;
      case 'b':
        prefix.bytes = true;
        break;
      case 'f':
      case 't':
        prefix.format = true;
        break;
      default:
        break;
    }
  }
  return prefix;
}

bool IsPlainString(absl::string_view content) {
  return content.find_first_of("\\\r") == absl::string_view::npos;
}

void AppendStringValue(absl::string_view content, StringPrefix prefix, std::string* value) {
  EscapeReader escapes(content, prefix.bytes, value);
  size_t at = 0;
  while (at < content.size()) {
    const size_t special = std::min(content.find_first_of("\\\r", at), content.size());
    value->append(content.data() + at, special - at);
    at = special;
    if (at == content.size()) break;
    if (content[at] == '\r') {
      value->push_back('\n');
      at += absl::StartsWith(content.substr(at), "\r\n") ? 2 : 1;
    } else if (prefix.raw) {
      value->push_back('\\');
      ++at;
    } else {
      at = escapes.Read(at);
    }
  }
}

std::optional<int64_t> IntegerValue(absl::string_view digits) {
  int64_t base = 10;
  if (digits.size() > 2 && digits[0] == '0') {
    const char letter = absl::ascii_tolower(static_cast<unsigned char>(digits[1]));
    base = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 10;
    if (base != 10) digits.remove_prefix(2);
  }
  int64_t value = 0;
  for (const char letter : digits) {
    if (letter == '_') continue;
    const int digit = DigitValue(letter);
    if (digit >= base || __builtin_mul_overflow(value, base, &value) ||
        __builtin_add_overflow(value, digit, &value)) {
      return std::nullopt;
    }
  }
  return value;
}

}  // namespace fsdpcheck::analyzer
