#include "checks/static_check.h"

namespace fsdpcheck::checks {

SiteId PlaceOf(const ShardCall& shard, const CallArgument& arg, bool of_value, Sink& sink) {
  if (arg.IsWritten()) {
    return sink.At(shard.site, of_value ? arg.expr->range : arg.keyword_range);
  }
  return arg.entered != SiteId::kNone ? arg.entered : shard.site;
}

Note GivenHere(const ShardCall& shard, const CallArgument& arg) {
  const bool elsewhere = !arg.IsWritten() && arg.entered != SiteId::kNone;
  return {elsewhere ? shard.site : SiteId::kNone, "given to fully_shard here"};
}

}  // namespace fsdpcheck::checks
