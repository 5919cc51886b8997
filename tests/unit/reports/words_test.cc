#include "reports/formats/words.h"

#include <gtest/gtest.h>

#include "tests/unit/reports/sample.h"

namespace fsdpcheck::formats {
namespace {

TEST(FamilyName, FollowsTheHundredOfTheCode) {
  Rule rule = kErrorRule;
  EXPECT_EQ(FamilyName(rule), "optimizer");
  rule.id = "FSDP101";
  EXPECT_EQ(FamilyName(rule), "module-use");
  rule.id = "FSDP999";
  EXPECT_EQ(FamilyName(rule), "checkpoint-files");
  for (const char* id : {"FSDP001", "FSDP", "X101", ""}) {
    rule.id = id;
    EXPECT_EQ(FamilyName(rule), "") << id;
  }
}

TEST(FoundLine, CountsWhatThereIs) {
  EXPECT_EQ(FoundLine({}), "no findings");
  EXPECT_EQ(FoundLine({.errors = 1, .warnings = 2, .infos = 1}), "1 error, 2 warnings, 1 info");
  EXPECT_EQ(FoundLine({.suppressed = 3, .fixed = 1}), "no findings, 3 suppressed, 1 fixed");
}

TEST(FollowedLine, TellsWhatWasFollowed) {
  EXPECT_EQ(FollowedLine({.files = 974, .sharding_sites = 3, .sites_with_optimizer = 2}),
            "974 files, 3 sharding sites, 2 followed to an optimizer");
  EXPECT_EQ(FollowedLine({.files = 1, .sharding_sites = 1}),
            "1 file, 1 sharding site, none followed to an optimizer");
  EXPECT_EQ(FollowedLine({}), "no files, no sharding sites");
}

}  // namespace
}  // namespace fsdpcheck::formats
