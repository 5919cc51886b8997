#include "reports/formats/rule_reference.h"

#include <gtest/gtest.h>

#include <string>

#include "nlohmann/json.hpp"
#include "tests/unit/reports/sample.h"

namespace fsdpcheck::formats {
namespace {

constexpr const Rule* kRules[] = {&kInfoRule, &kErrorRule};
constexpr const Rule* kOneRule[] = {&kErrorRule};

TEST(ExplainRules, TellsEverythingAsText) {
  EXPECT_EQ(ExplainRules(kOneRule, ReferenceFormat::kText),
            R"(FSDP301 optimizer-before-shard (error)
the optimizer is built before the model is sharded

Why
  fully_shard replaces parameters, so __init__ of the optimizer saw tensors that nobody trains.

Wrong
  optimizer = AdamW(model.parameters())
  fully_shard(model)

Right
  fully_shard(model)

  optimizer = AdamW(model.parameters())

PyTorch versions
  2.6 and newer

Source
  PyTorch 2.14, fully_shard documentation

How to suppress it
  # fsdpcheck: ignore[optimizer-before-shard] reason
  at the end of the line or on a line of its own above it
)");
}

TEST(ExplainRules, WrapsProseButNotPrograms) {
  const std::string text = ExplainRules(kOneRule, ReferenceFormat::kText, {.width = 40});
  EXPECT_NE(text.find("\n  fully_shard replaces parameters, so\n  __init__"), std::string::npos);
  EXPECT_NE(text.find("\n  optimizer = AdamW(model.parameters())\n"), std::string::npos);
}

TEST(ExplainRules, EscapesWhatMarkdownWouldChange) {
  const std::string text = ExplainRules(kOneRule, ReferenceFormat::kMarkdown);
  EXPECT_EQ(text.find("# optimizer-before-shard (FSDP301)\n"), 0u);
  EXPECT_NE(text.find("\\_\\_init\\_\\_"), std::string::npos);
  EXPECT_NE(text.find("```python\nfully_shard(model)\n\noptimizer"), std::string::npos);
}

TEST(ExplainRules, KeepsRulesApart) {
  const std::string text = ExplainRules(kRules, ReferenceFormat::kText);
  EXPECT_NE(text.find("\n\nFSDP301 optimizer-before-shard (error)\n"), std::string::npos);
  EXPECT_NE(text.find("FSDP201 deprecated-fsdp-import (info, off by default)\n"),
            std::string::npos);
}

TEST(ExplainRules, TellsEverythingAsJson) {
  const auto document = nlohmann::json::parse(ExplainRules(kRules, ReferenceFormat::kJson));
  EXPECT_EQ(document["version"], 1);
  const auto& rule = document["rules"][1];
  EXPECT_EQ(rule["code"], "FSDP301");
  EXPECT_EQ(rule["rule"], "optimizer-before-shard");
  EXPECT_EQ(rule["severity"], "error");
  EXPECT_EQ(rule["scope"], "fsdp2");
  EXPECT_EQ(rule["family"], "optimizer");
  EXPECT_EQ(rule["precision"], "very-high");
  EXPECT_EQ(rule["bad"], "optimizer = AdamW(model.parameters())\nfully_shard(model)");
  EXPECT_EQ(rule["suppress"], "# fsdpcheck: ignore[optimizer-before-shard] reason");
  for (const char* key : {"summary", "why", "good", "versions", "source"}) {
    EXPECT_TRUE(rule[key].is_string()) << key;
  }
}

TEST(ListRules, AlignsColumnsInText) {
  EXPECT_EQ(ListRules(kRules, ReferenceFormat::kText),
            "FSDP201  deprecated-fsdp-import  info     the import is an old one\n"
            "FSDP301  optimizer-before-shard  error    "
            "the optimizer is built before the model is sharded\n");
}

TEST(ListRules, WritesATableAndJson) {
  const std::string table = ListRules(kRules, ReferenceFormat::kMarkdown);
  EXPECT_NE(table.find("| FSDP201 | deprecated-fsdp-import | info | fsdp2 | the import is an old "
                       "one |\n"),
            std::string::npos);
  const auto document = nlohmann::json::parse(ListRules(kRules, ReferenceFormat::kJson));
  EXPECT_EQ(document["rules"].size(), 2u);
  EXPECT_FALSE(document["rules"][0].contains("bad"));
}

TEST(ParseReferenceFormat, KnowsItsNames) {
  EXPECT_EQ(ParseReferenceFormat("text"), ReferenceFormat::kText);
  EXPECT_EQ(ParseReferenceFormat("json"), ReferenceFormat::kJson);
  EXPECT_EQ(ParseReferenceFormat("markdown"), ReferenceFormat::kMarkdown);
  EXPECT_EQ(ParseReferenceFormat("sarif"), std::nullopt);
}

}  // namespace
}  // namespace fsdpcheck::formats
