// What can change about one value along a path.
#ifndef FSDPCHECK_ANALYZER_FLOW_OBJECT_H_
#define FSDPCHECK_ANALYZER_FLOW_OBJECT_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "analyzer/flow/collective.h"
#include "analyzer/flow/cow.h"
#include "analyzer/flow/value.h"

namespace fsdpcheck::analyzer {

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

// What stands for a value of one path and another value of a second one.
using Joiner = absl::FunctionRef<Value(Value, Value)>;

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
  Cow<ModuleFacts> module;
  Cow<HolderFacts> holder;

  // Facts only: fields and items may differ.
  bool SameFacts(const Object& other) const;
  bool EqualFacts(const Object& other) const;
  // Makes this what is known of the value on both of two paths. `by_rank`: what differs
  // differs between ranks. `difference` is what this path decided and the other one
  // decided the other way, null if nothing.
  void Join(const Object& other, Joiner join, bool by_rank, const Assumption* difference);
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_OBJECT_H_
