// Places in the program together with the calls that lead there.
#ifndef FSDPCHECK_ANALYZER_FLOW_SITE_H_
#define FSDPCHECK_ANALYZER_FLOW_SITE_H_

#include <cstdint>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analyzer/flow/state.h"
#include "analyzer/flow/value.h"
#include "analyzer/syntax/source.h"

namespace fsdpcheck::analyzer {

struct Site {
  FileId file{};
  ByteRange range;
  ChainId chain{};
  const Function* function = nullptr;  // that holds the place
};

// One activation: `function`, called at `call` (kNone for the entry).
struct Chain {
  ChainId parent{};
  SiteId call{};
  const Function* function = nullptr;
  int depth = 0;
  // A further round of an unrolled loop is a chain of its own, so that objects
  // made in it are new ones; for readers it is the activation `base`.
  ChainId base{};
};

// Interns the sites and chains of one entry. Not thread-safe.
class SiteTable {
 public:
  SiteTable();

  SiteId Intern(const Site& site);
  // `receiver`: the class of the object that a method is called on, null if not known.
  // What one line makes for objects of two classes are two things.
  ChainId Enter(SiteId call, const Function* callee, const ClassDef* receiver);
  ChainId EnterRound(SiteId loop, int round);

  const Site& operator[](SiteId id) const { return sites_[static_cast<uint32_t>(id)]; }
  const Chain& chain(ChainId id) const { return chains_[static_cast<uint32_t>(id)]; }

  // Where `site` shows in the innermost activation that it shares with `other`:
  // `site` itself, or the call there that leads to it.
  SiteId InCommonFrame(SiteId site, SiteId other) const;
  // The same for a given activation, kNone if `site` does not lie below it.
  SiteId InFrame(SiteId site, ChainId chain) const;

 private:
  std::vector<Site> sites_;
  std::vector<Chain> chains_;
  // By file, begin and end of the range, and chain.
  absl::flat_hash_map<std::tuple<FileId, uint32_t, uint32_t, ChainId>, SiteId> site_ids_;
  absl::flat_hash_map<std::tuple<SiteId, const Function*, const ClassDef*>, ChainId> chain_ids_;
  absl::flat_hash_map<std::tuple<SiteId, int>, ChainId> round_ids_;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_SITE_H_
