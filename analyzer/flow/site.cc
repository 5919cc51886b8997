#include "analyzer/flow/site.h"

namespace fsdpcheck::analyzer {

SiteTable::SiteTable() : sites_(1), chains_(1) {}

SiteId SiteTable::Intern(const Site& site) {
  const SiteId next{static_cast<uint32_t>(sites_.size())};
  auto [at, inserted] =
      site_ids_.emplace(std::tuple(site.file, site.range.begin, site.range.end, site.chain), next);
  if (inserted) sites_.push_back(site);
  return at->second;
}

ChainId SiteTable::Enter(SiteId call, const Function* callee, const ClassDef* receiver) {
  const ChainId next{static_cast<uint32_t>(chains_.size())};
  auto [at, inserted] = chain_ids_.emplace(std::tuple(call, callee, receiver), next);
  if (inserted) {
    const ChainId parent = (*this)[call].chain;
    chains_.push_back({parent, call, callee, chain(parent).depth + 1, next});
  }
  return at->second;
}

ChainId SiteTable::EnterRound(SiteId loop, int round) {
  const ChainId next{static_cast<uint32_t>(chains_.size())};
  auto [at, inserted] = round_ids_.emplace(std::tuple(loop, round), next);
  if (inserted) {
    Chain copy = chain((*this)[loop].chain);
    chains_.push_back(copy);
  }
  return at->second;
}

SiteId SiteTable::InFrame(SiteId site, ChainId wanted) const {
  for (SiteId at = site; at != SiteId::kNone; at = chain((*this)[at].chain).call) {
    if (chain((*this)[at].chain).base == chain(wanted).base) return at;
  }
  return SiteId::kNone;
}

SiteId SiteTable::InCommonFrame(SiteId site, SiteId other) const {
  for (SiteId at = other; at != SiteId::kNone; at = chain((*this)[at].chain).call) {
    const SiteId found = InFrame(site, (*this)[at].chain);
    if (found != SiteId::kNone) return found;
  }
  return site;
}

}  // namespace fsdpcheck::analyzer
