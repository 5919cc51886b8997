// Collectives that some ranks enter and others do not.
#ifndef FSDPCHECK_ANALYZER_FLOW_UNMATCHED_H_
#define FSDPCHECK_ANALYZER_FLOW_UNMATCHED_H_

#include <vector>

#include "analyzer/flow/check.h"
#include "analyzer/flow/outcome.h"

namespace fsdpcheck::analyzer {

// A collective that only one of two paths enters.
struct Mismatch {
  Unmatched unmatched;
  Value condition{};             // of the fork
  bool follows = false;          // the collective is entered by code that called the guard's
  bool holds = false;            // for the ranks that enter it
  Value module{};                // Collective::module of the first call without partner
  bool before_sharding = false;  // the same of it
  size_t order = 0;              // of the fork on its path
};

/// Compares the paths on which one entry ends, two by two. A pair counts if ranks
/// of one run can be on the two paths, and one of them certainly enters nothing.
/// Each collective is returned once, with the fork nearest to it, ascending by
/// place. `suspects` are further ones, found before.
std::vector<Mismatch> FindMismatches(const States& ends, std::vector<Mismatch> suspects,
                                     const ValueTable& values, const SiteTable& sites,
                                     const EntryFacts& facts);

/// Paths that ran through one test.
struct Parted {
  std::vector<const PathState*> yes;  // and its body
  std::vector<const PathState*> no;   // and what stands for it where it does not hold
  uint32_t order = 0;                 // PathState::order before the test, at most
};

/// Compares paths that went through the two sides of one test, as they meet again.
std::vector<Mismatch> CompareSides(const Parted& parted, const ValueTable& values,
                                   const SiteTable& sites, const EntryFacts& facts);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_UNMATCHED_H_
