// What one file has to do with names that lead to a seed.
#ifndef FSDPCHECK_ANALYZER_MODEL_SIGHTING_H_
#define FSDPCHECK_ANALYZER_MODEL_SIGHTING_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/model/interest.h"
#include "analyzer/model/mentions.h"

namespace fsdpcheck::analyzer {

struct Sighting {
  // Definitions (or DefinitionId::kBody) that belong into the slice; true: they
  // use a seed themselves.
  std::map<int, bool> reached;
  // Global names of the file that lead to a seed.
  std::map<std::string, Interest> symbols;
};

// Gathers the uses of interesting names in a file, then draws the conclusions.
//
// A definition that calls such a name leads to a seed itself. One that only
// passes it on as a value (a registry, a default, an annotation, isinstance())
// is sliced, but the names of its callers are not interesting: what they do with
// the value cannot be told by name.
class SightingReader {
 public:
  // What makes a definition lead to a seed.
  enum class Follow { kCalls, kEveryMention };

  explicit SightingReader(Mentions& mentions, Follow follow = Follow::kCalls)
      : mentions_(mentions), follow_(follow) {}

  /// The seed `name` stands at `offset`. The name of a class (it begins with a
  /// capital letter) that is not called, as in isinstance(), leads nowhere.
  void AddSeed(uint32_t offset, absl::string_view name);

  /// A name that stands for something interesting is used at `offset`.
  void AddUse(uint32_t offset, absl::string_view name, const Interest& interest);

  Sighting Finish();

 private:
  struct Use {
    uint32_t offset;
    Interest interest;
    bool called;
    bool seed;
  };
  struct MemberUse {
    uint32_t offset;
    std::string name;
  };
  using MemberUses = std::map<int, std::vector<MemberUse>>;

  MemberUses FindMemberUses() const;
  void FinishBody(const std::vector<Use>& uses, const std::vector<MemberUse>& members);
  void FinishDefinition(int index, const std::vector<Use>& uses,
                        const std::vector<MemberUse>& members);

  Mentions& mentions_;
  const Follow follow_;
  std::map<int, std::vector<Use>> uses_;  // by definition
  Sighting sighting_;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_MODEL_SIGHTING_H_
