// The interface of static rules: one rule is one file in checks/static/, which
// defines a class derived from StaticCheck and names it at its end:
//
//   FSDPCHECK_STATIC_CHECK(direct_forward_call, DirectForwardCall);
//
// The build collects the files of that folder into AllStaticChecks().
#ifndef FSDPCHECK_CHECKS_STATIC_CHECK_H_
#define FSDPCHECK_CHECKS_STATIC_CHECK_H_

#include <memory>
#include <vector>

#include "analyzer/flow/check.h"
#include "reports/model/rule.h"

namespace fsdpcheck::checks {

using analyzer::Call;
using analyzer::CallArgument;
using analyzer::Expr;
using analyzer::FileWrite;
using analyzer::HolderFacts;
using analyzer::HolderKind;
using analyzer::MeshSlice;
using analyzer::ModuleFacts;
using analyzer::Note;
using analyzer::Object;
using analyzer::Operand;
using analyzer::Path;
using analyzer::ShardCall;
using analyzer::Sink;
using analyzer::SiteId;
using analyzer::StateDictKind;
using analyzer::Store;
using analyzer::Tri;
using analyzer::UnitMethodUse;
using analyzer::Unmatched;
using analyzer::Value;
using analyzer::ValueKind;
using analyzer::ValueNode;

using StaticCheck = analyzer::Check;

// Where a keyword of fully_shard was written: at the call, or where the dict of its
// `**kwargs` got it. `of_value`: the value, if it stands at the call.
SiteId PlaceOf(const ShardCall& shard, const CallArgument& arg, bool of_value, Sink& sink);

// The fully_shard call, as a note on such a place; of no site if it is that place.
Note GivenHere(const ShardCall& shard, const CallArgument& arg);

// Every static rule, in the order of the file names.
std::vector<std::unique_ptr<StaticCheck>> AllStaticChecks();

}  // namespace fsdpcheck::checks

#define FSDPCHECK_STATIC_CHECK(name, type)    \
  std::unique_ptr<StaticCheck> Make_##name(); \
  std::unique_ptr<StaticCheck> Make_##name() { return std::make_unique<type>(); }

#endif  // FSDPCHECK_CHECKS_STATIC_CHECK_H_
