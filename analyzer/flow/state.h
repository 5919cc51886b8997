// What is known at one point of one path.
#ifndef FSDPCHECK_ANALYZER_FLOW_STATE_H_
#define FSDPCHECK_ANALYZER_FLOW_STATE_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/flow/collective.h"
#include "analyzer/flow/cow.h"
#include "analyzer/flow/heap.h"
#include "analyzer/flow/object.h"
#include "analyzer/flow/rank_fork.h"
#include "analyzer/flow/value.h"
#include "analyzer/syntax/ast.h"

namespace fsdpcheck::analyzer {

// Answers about a path are never guesses: kMaybe silences a rule.
enum class Tri : uint8_t { kNo, kMaybe, kYes };

// A file that is written; `guarded`: only some ranks are here, or each has its own.
struct FileWrite {
  Value path{};
  SiteId site{};
  bool guarded = false;
  uint64_t conditions = 0;  // PathState::Conditions() there
};

// A place that every rank comes by if it comes by another one under the same
// conditions.
struct Meeting {
  SiteId site{};
  uint64_t conditions = 0;
};

// A dimension of model parallelism that was taken from a mesh by its name.
struct MeshSlice {
  Value mesh{};
  absl::string_view name;
  SiteId site{};
  std::vector<Assumption> when;  // what the path had decided
};

// What there was when a loop began its round.
struct LoopRound {
  uint32_t assumptions = 0;  // how many
  int64_t clock = 0;
};

// Local variables of one activation.
struct Frame {
  uint32_t id = 0;
  uint32_t parent = 0;  // activation of the enclosing function, 0 if none
  const Function* function = nullptr;
  FileId file{};
  ChainId chain{};
  bool captured = false;  // a function made here may still read the variables
  std::vector<Value> slots;
};

class PathState;
using PathTest = absl::FunctionRef<bool(const PathState&, const PathState&)>;

class PathState {
 public:
  PathState() = default;
  PathState(const PathState&) = default;

  const Object* Find(Value value) const { return heap_.Find(value); }
  Object& Edit(Value value) { return heap_.Edit(value); }
  const ModuleFacts& Module(Value value) const;
  ModuleFacts& EditModule(Value value);
  const HolderFacts* Holder(Value value) const;
  HolderFacts& EditHolder(Value value);

  // The assigned attribute, or kNothing.
  Value FieldOf(Value object, absl::string_view name) const;
  void SetField(Value object, absl::string_view name, Value value);

  // What a dict holds for a key, or null.
  const Entry* FindEntry(Value dict, Value key) const;

  void AddFrame(Frame frame) { frames_.emplace_back(std::move(frame)); }
  Frame& EditFrame(uint32_t id);
  const Frame* FindFrame(uint32_t id) const;
  // Forgets the variables of an activation, unless a function made there may read them.
  void ForgetFrame(uint32_t id);

  // The program fails unless what was assumed from the `begin`th on holds.
  void TakeAsGiven(size_t begin);

  // 1 if decided true, 0 if decided false, -1 if open.
  int Decided(Value condition) const;

  // Equal for two places of one path under the same undecided branches; what must hold
  // anyway is none.
  uint64_t Conditions() const;

  // The innermost loop round decided something before it got here.
  bool ChoseInLoop() const {
    return filtered_depth > 0 || (!loops.empty() && assumptions.size() > loops.back().assumptions);
  }

  // Something of that clock came in the innermost loop round around the place.
  bool InThisRound(int64_t when) const { return !loops.empty() && when >= loops.back().clock; }

  // Only ranks of one side of some fork are on this path, or those that hold something
  // in a list that others may not.
  bool OnSomeRanks() const;

  const Heap& heap() const { return heap_; }

  std::vector<Assumption> assumptions;
  std::vector<Value> given;  // conditions among them without which the program fails
  Cow<std::vector<RankFork>> forks;
  Cow<CollectiveLog> log;  // since the first fork
  std::vector<OpenCall> open_calls;
  uint32_t order = 0;   // grows with each fork, open call and caught exception
  uint32_t caught = 0;  // `order` where an exception was caught last, on every way here
  int64_t clock = 1;
  SiteId rank_test = SiteId::kNone;  // the outermost `if` around that ranks decide apart
  bool by_rank = false;              // the condition decided last is one of ranks
  Value returned{};                  // set while a return unwinds
  int no_grad_depth = 0;
  int meta_depth = 0;
  absl::InlinedVector<LoopRound, 4> loops;  // around the place
  int uneven_depth = 0;                     // inside loops over what ranks hold differently
  int filtered_depth = 0;                   // inside loops over what a test chose
  int device_depth = 0;                     // inside `with torch.device(...)` or the like
  SiteId device_bound = SiteId::kNone;
  SiteId process_group = SiteId::kNone;
  bool unsharded_parts = false;  // unshard() of elements that may be any module
  bool own_folder = false;       // ranks may work in folders of their own
  bool one_node = false;         // ranks meet at this very machine
  bool one_gpu = false;          // the process sees one GPU, or is the only one
  Tri nccl = Tri::kNo;           // the process group takes NCCL for what lies on a GPU
  bool device_unknown = false;   // code that was not followed may have bound it
  uint32_t effects = 0;          // grows with everything that a later rule may ask about
  uint32_t unfollowed = 0;       // grows with every call that was not followed
  SiteId last_backward = SiteId::kNone;
  SiteId last_step = SiteId::kNone;    // of any optimizer, also unknown ones
  std::vector<FileWrite> writes;       // by torch.save and the like
  Cow<std::vector<Meeting>> meetings;  // collectives over the default group
  std::vector<MeshSlice> slices;

  // True if exactly the same is known of every module and holder.
  bool EqualHeapFacts(const PathState& other) const;
  // True if nothing tells the two paths apart that a rule could hold against one and
  // that their join would not keep apart.
  bool SameFacts(const PathState& other) const;
  // Grows apart from an earlier one of the path with whatever SameFacts() looks at.
  struct Stamp {
    uint32_t effects = 0;
    size_t assumptions = 0;
    size_t log = 0;
    size_t forks = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  Stamp stamp() const { return {effects, assumptions.size(), log->size(), forks->size()}; }
  // The same collectives, or all but one condition decided alike.
  bool IsCloseTo(const PathState& other) const;
  // Makes this the state of both paths; requires SameFacts(other).
  void Join(const PathState& other, ValueTable& values);

 private:
  bool HeapAgrees(const PathState& other, bool (Object::*agrees)(const Object&) const) const;
  void JoinFrames(const PathState& other, const Joiner& join);
  void JoinHeap(const PathState& other, const ValueTable& values, const Joiner& join,
                const Assumption* difference);
  // A condition that this path and the other one decided differently.
  const Assumption* Difference(const PathState& other) const;
  // The same, but no condition that parts ranks.
  const Assumption* DifferenceOnAllRanks(const PathState& other) const;
  bool HasForkOn(Value condition) const;
  bool SameLog(const PathState& other) const;
  // Makes `forks` and `theirs`, those of the other path, count in the joined log.
  void JoinLog(const PathState& other, std::vector<RankFork>& theirs);
  void JoinForks(const PathState& other);

  Heap heap_;
  std::vector<Cow<Frame>> frames_;  // by id
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_STATE_H_
