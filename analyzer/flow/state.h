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
#include "analyzer/flow/rank_fork.h"
#include "analyzer/flow/value.h"
#include "analyzer/syntax/ast.h"

namespace fsdpcheck::analyzer {

// Answers about a path are never guesses: kMaybe silences a rule.
enum class Tri : uint8_t { kNo, kMaybe, kYes };

// How far a module is on its way through FSDP2. All of it belongs to one path.
struct ModuleFacts {
  SiteId sharded = SiteId::kNone;        // the fully_shard call that took this very module
  int64_t sharded_at = 0;                // clock of that call
  uint64_t conditions = 0;               // PathState::Conditions() there, 0 if it is not known
  SiteId child_sharded = SiteId::kNone;  // first call that took something inside it
  SiteId last_child = SiteId::kNone;     // the last one
  SiteId gathered = SiteId::kNone;       // forward without backward, or unshard(): whole parameters
  SiteId forward = SiteId::kNone;        // first forward after sharding
  SiteId meta = SiteId::kNone;           // built on the meta device
  SiteId emptied = SiteId::kNone;        // to_empty()
  SiteId initialised = SiteId::kNone;    // something gave it values, or may have
  SiteId stored = SiteId::kNone;         // the same, and it may have got memory by it
  SiteId touched = SiteId::kNone;        // handed to code that was not followed
  SiteId sync_off = SiteId::kNone;       // set_requires_gradient_sync(False) in force
  SiteId mutated = SiteId::kNone;        // it was put into a unit after the unit was made
  Value mutated_unit{};                  // that unit
  bool asked_about = false;              // `sharded` stands behind a test of this very module
  bool chosen = false;                   // `sharded` stands behind a test inside a loop
  bool late = false;                     // it was put into a unit that was there before
  bool hooked = false;                   // what it loads is changed by a hook first
  bool leaves_out = false;               // `sharded` was told to ignore parameters
  bool grown = false;                    // of typical elements: there are others by now
  bool kept = false;                     // reshard_after_forward=False: whole after a forward
  bool may_reshard = false;              // as a root, it may be resharded after its forward
  bool is_module = false;                // seen to be an nn.Module
  bool frozen = false;                   // requires_grad_(False) on the whole
  std::vector<absl::string_view> registered;  // register_fsdp_forward_method names

  // True if nothing tells two paths apart that a rule could hold against one of
  // them. What only ever silences rules may differ, and so may the places.
  bool SameFacts(const ModuleFacts& other) const;
  // Adds what silences rules; requires SameFacts(other).
  void Join(const ModuleFacts& other);
  friend bool operator==(const ModuleFacts&, const ModuleFacts&) = default;
};

// Parameters that an optimizer or a list holds.
struct HeldParameters {
  Value module{};
  int64_t taken_at = 0;  // clock
  friend bool operator==(const HeldParameters&, const HeldParameters&) = default;
};

enum class HolderKind : uint8_t {
  kList,  // a list, set or dict made from parameters
  kOptimizer,
  kHook,    // a hook on a parameter
  kFuture,  // of an asynchronous save; holds nothing
};

// Of something that keeps parameters, or work under way, beyond one call.
struct HolderFacts {
  SiteId built = SiteId::kNone;
  HolderKind kind = HolderKind::kList;
  std::vector<HeldParameters> held;
  SiteId stale = SiteId::kNone;       // the fully_shard call after which `held` is dead
  SiteId used_stale = SiteId::kNone;  // first use after that
  SiteId gathered = SiteId::kNone;    // what had whole parameters in place when it was built
  SiteId stepped = SiteId::kNone;
  bool used = false;      // kFuture: somebody looked at it
  bool repaired = false;  // parameter groups were rewritten, or may have been

  bool SameFacts(const HolderFacts& other) const;  // as for ModuleFacts
  void Join(const HolderFacts& other);
  friend bool operator==(const HolderFacts&, const HolderFacts&) = default;
};

struct ObjectField {
  absl::string_view name;
  Value value{};
  friend bool operator==(const ObjectField&, const ObjectField&) = default;
};

struct Entry {
  Value key{};
  Value value{};
  SiteId at = SiteId::kNone;  // of the key, where the dict got it
  bool maybe = false;         // only on some of the paths that were joined
  Assumption when{};          // what must hold for it; no condition: that is not known
  bool exactly = false;       // and if it holds, the key is there
  friend bool operator==(const Entry&, const Entry&) = default;
};

// Everything that can change about one value.
struct Object {
  std::vector<ObjectField> fields;  // attributes that were assigned, by name
  std::vector<Value> items;         // of a list; elements of a container module
  std::vector<Entry> entries;       // of a dict
  bool open = false;                // may hold more than `items` or `entries`, or less
  bool more = false;                // of a dict: may hold keys that are not in `entries`
  bool uneven = false;              // ranks may hold different ones
  bool filtered = false;            // a test chose what it holds, and may have chosen less
  Value owner{};                    // the object that holds it in a field, first one
  Value klass{};                    // it was seen to be an instance of this one
  std::unique_ptr<ModuleFacts> module;
  std::unique_ptr<HolderFacts> holder;

  Object() = default;
  Object(const Object& other);
  Object& operator=(const Object&) = delete;
  // Facts only: fields and items may differ.
  bool SameFacts(const Object& other) const;
  bool EqualFacts(const Object& other) const;
};

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

// What stands for a value of one path and another value of a second one.
using Joiner = absl::FunctionRef<Value(Value, Value)>;

class PathState;
using PathTest = absl::FunctionRef<bool(const PathState&, const PathState&)>;

class PathState {
 public:
  PathState() = default;
  PathState(const PathState&) = default;

  const Object* Find(Value value) const;
  Object& Edit(Value value);
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

  using Heap = std::vector<std::pair<Value, std::shared_ptr<Object>>>;
  const Heap& heap() const { return *heap_; }

  std::vector<Assumption> assumptions;
  std::vector<Value> given;  // conditions among them without which the program fails
  Cow<std::vector<RankFork>> forks;
  Cow<CollectiveLog> log;  // since the first fork
  std::vector<OpenCall> open_calls;
  uint32_t order = 0;   // grows with each fork, open call and caught exception
  uint32_t caught = 0;  // `order` where an exception was caught last, on every way here
  int64_t clock = 1;
  Value returned{};  // set while a return unwinds
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
  bool one_gpu = false;          // CUDA_VISIBLE_DEVICES was set by the program
  bool nccl = false;             // the process group was asked for NCCL by name
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

  Cow<Heap> heap_;                  // sorted by value
  std::vector<Cow<Frame>> frames_;  // by id
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_STATE_H_
