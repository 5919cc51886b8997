#include "analyzer/flow/torch_names.h"

#include "gtest/gtest.h"

namespace fsdpcheck::analyzer {
namespace {

TEST(CanonicalName, KnowsEveryPathOfFullyShard) {
  constexpr absl::string_view kName = "torch.distributed.fsdp.fully_shard";
  for (absl::string_view spelling :
       {"torch.distributed.fsdp.fully_shard", "torch.distributed._composable.fsdp.fully_shard",
        "torch.distributed._composable.fsdp.fully_shard.fully_shard",
        "torch.distributed.fsdp._fully_shard.fully_shard",
        "torch.distributed.fsdp._fully_shard._fully_shard.fully_shard"}) {
    EXPECT_EQ(CanonicalName(spelling), kName) << spelling;
  }
}

TEST(CanonicalName, LeavesLookAlikesAlone) {
  for (absl::string_view name :
       {"megatron_fsdp.fully_shard", "paddle.distributed.fsdp.fully_shard", "fully_shard",
        "torch.distributed._composable.fully_shard", "torch.distributed.all_reduce"}) {
    EXPECT_EQ(CanonicalName(name), name);
  }
}

TEST(IsOptimizerClass, TellsOptimizersFromSchedulers) {
  EXPECT_TRUE(IsOptimizerClass("torch.optim.AdamW"));
  EXPECT_TRUE(IsOptimizerClass("bitsandbytes.optim.AdamW8bit"));
  EXPECT_FALSE(IsOptimizerClass("torch.optim.lr_scheduler.LambdaLR"));
  EXPECT_FALSE(IsOptimizerClass("torch.optim.swa_utils.AveragedModel"));
  EXPECT_FALSE(IsOptimizerClass("torch.optim.Optimizer"));
  EXPECT_FALSE(IsOptimizerClass("AdamW"));
}

TEST(CollectiveName, IsEmptyForWhatOneRankMayCall) {
  EXPECT_EQ(CollectiveName("torch.distributed.all_reduce"), "all_reduce");
  EXPECT_EQ(CollectiveName("torch.distributed.checkpoint.save"), "save");
  EXPECT_EQ(CollectiveName("torch.distributed.send"), "");
  EXPECT_EQ(CollectiveName("torch.distributed.get_rank"), "");
  EXPECT_EQ(CollectiveName("mpi.all_reduce"), "");
}

TEST(IsHarmless, CoversBuiltinsAndKnownPackagesOnly) {
  EXPECT_TRUE(IsHarmless("print"));
  EXPECT_TRUE(IsHarmless("os.makedirs"));
  EXPECT_TRUE(IsHarmless("torch.zeros"));
  EXPECT_FALSE(IsHarmless("prepare"));
  EXPECT_FALSE(IsHarmless("accelerate.dispatch_model"));
}

}  // namespace
}  // namespace fsdpcheck::analyzer
