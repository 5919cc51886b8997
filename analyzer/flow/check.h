// What a static rule sees of the interpretation, and how it reports.
//
// The interpreter walks every feasible path of an entry (a module body, a class,
// or a function nobody calls), following calls into the project. At each event it
// asks the rules, which answer from the facts of that one path. A rule keeps
// nothing: what must be remembered stands in PathState.
#ifndef FSDPCHECK_ANALYZER_FLOW_CHECK_H_
#define FSDPCHECK_ANALYZER_FLOW_CHECK_H_

#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/flow/site.h"
#include "analyzer/flow/state.h"
#include "analyzer/flow/value.h"
#include "analyzer/syntax/ast.h"
#include "reports/model/rule.h"

namespace fsdpcheck::analyzer {

struct CallArgument {
  absl::string_view keyword;  // "" if positional
  ByteRange keyword_range;    // of the keyword's name, where it was written
  Value value{};
  const Expr* expr = nullptr;      // as written at this call; the dict for `**kwargs`
  SiteId entered = SiteId::kNone;  // where the dict of `**kwargs` got it
  bool maybe = false;              // the dict may do without it

  // As a keyword of this call, and not by way of a dict.
  bool IsWritten() const { return keyword_range.end > keyword_range.begin; }
};

// One call of anything. Ranges are of the file of `site`.
struct Call {
  const Expr* expr = nullptr;
  SiteId site{};   // of the callee's last name: `AdamW`, `forward`
  SiteId whole{};  // of the callee as written: `torch.optim.AdamW`
  Value callee{};
  Value receiver{};            // of a method that was not followed; else kNothing
  absl::string_view method;    // its name, else ""
  absl::string_view external;  // dotted name of a function outside the project, else ""
  std::vector<CallArgument> args;
  bool open_arguments = false;  // `*args` or `**kwargs` whose content is not known
  std::vector<Value> rest;      // typical items of such `*args`
  enum class Use : uint8_t {
    kValue,      // part of an expression
    kStatement,  // a statement of its own: the result is dropped
    kReturned,   // handed on as it is
    kEntered,    // the context of a `with`
  };
  Use use = Use::kValue;
  bool may_fail = false;  // inside a `try` with handlers
  bool on_self = false;   // inside a method of the receiver, as super() calls are

  // The argument passed as `keyword` or as positional number `index` (-1: never
  // positional), or null.
  const CallArgument* Find(int index, absl::string_view keyword) const;
  Value Get(int index, absl::string_view keyword) const;

  // The arguments as a value keeps them.
  struct Given {
    std::vector<Value> items;
    std::vector<absl::string_view> names;
    std::vector<Value> named;
  };
  Given given() const;
  // The result, if it is the same whenever the call is made.
  Value AsPure(ValueTable& values) const;
};

// The arguments of one fully_shard call for one of the modules it takes.
struct ShardCall {
  const Call* call = nullptr;
  Value module{};
  SiteId site{};
};

// A method that runs outside forward() on a unit that is not gathered.
struct UnitMethodUse {
  Value unit{};
  absl::string_view method;  // that was called from outside
  SiteId site{};             // of that call
  SiteId use{};              // where the part is called
};

// An attribute that is assigned, or set by setattr().
struct Store {
  Value object{};
  absl::string_view name;  // "" for a subscript
  Value value{};
  SiteId site{};  // of the target
  bool augmented = false;
};

// A collective that some ranks enter and others, on the same run, never match.
struct Unmatched {
  absl::string_view name;  // of the collective
  SiteId collective{};     // the call that leads to it, in the function of the guard
  SiteId inner{};          // the collective itself
  SiteId guard{};          // the condition that parts the ranks
  // The function only makes some ranks wait, and its callers are not known: the
  // others may wait in a function of their own.
  bool may_have_counterpart = false;
};

// Facts about the whole entry, complete at OnPathEnd().
struct EntryFacts {
  // Modules for which some path calls set_requires_gradient_sync with anything
  // but False, and whether one did so for a module that is not known.
  std::vector<Value> sync_restored;
  bool sync_restored_unknown = false;
  // Calls in loops that switch it off.
  std::set<SiteId> looped_sync_off;
  // Where torch.device() was first called for a device.
  std::map<Value, SiteId> devices;
  // The entry is a script: a module body with what it calls.
  bool script = false;
  // Some path shards elements of a list, or hands fully_shard on to be called elsewhere.
  bool shards_parts = false;
  // fully_shard is handed on to be called elsewhere.
  bool hands_on = false;
  // Something is sharded, on some path.
  bool shards = false;
  // The entry is the function of a context manager, from `with` to its end.
  bool context_manager = false;
  // The entry stands in a test or a benchmark: one machine, by intent.
  bool test_code = false;
};

// Questions about one point of one path.
class Path {
 public:
  Path(const PathState& state, const ValueTable& values, const SiteTable& sites,
       const EntryFacts& entry)
      : state_(state), values_(values), sites_(sites), entry_(entry) {}

  const PathState& state() const { return state_; }
  const ValueTable& values() const { return values_; }
  const SiteTable& sites() const { return sites_; }
  const EntryFacts& entry() const { return entry_; }

  const ValueNode& Node(Value value) const { return values_[value]; }
  const ModuleFacts& Module(Value value) const { return state_.Module(value); }

  // The module was itself given to fully_shard on this path.
  bool IsUnit(Value value) const { return Module(value).sharded != SiteId::kNone; }
  // Some module was.
  bool HasUnits() const;
  // The innermost module around `value` (or itself) that is a unit, or kNothing.
  Value UnitAround(Value value) const;
  // What holds `value`: see ValueTable::Parent and Object::owner.
  Value Parent(Value value) const;
  bool IsWithin(Value value, Value ancestor) const;
  // Text of a constant string, else "".
  absl::string_view StringOf(Value value) const;
  // Items of a tuple, or of a list all of whose items are known.
  std::vector<Value> KnownItems(Value value) const;
  // Module whose sharded parameters `value` carries: a state dict that was not
  // gathered, or the module itself; also inside tuples, lists and dicts.
  Value ShardedOwner(Value value) const;
  // The parameters or the state dict of which `tensor` is an item that was not gathered.
  Value ItemSource(Value tensor) const;
  // The module or something inside it is a unit.
  bool IsSharded(Value module) const;
  // Only some ranks are on this path.
  bool OnSomeRanks() const { return state_.OnSomeRanks(); }
  // What `value` was read from through indexing and .get(): the call that made it.
  Value Origin(Value value) const;
  // `loaded` was read from a file whose path depends on the rank.
  bool OnRankFile(Value loaded) const;
  // Where a dimension of model parallelism was taken from this very mesh, null if that
  // was not seen, or only where what this path decided did not hold.
  const MeshSlice* ModelParallelSlice(Value mesh) const;
  // The path went by a test of this very value: isinstance(), `is`, a predicate.
  bool WasAskedAbout(Value value) const;
  // The same, and the test was isinstance().
  bool WasClassTested(Value value) const;
  // The class outside the project of which the path found it an instance, else empty.
  absl::string_view ProvenClass(Value value) const;
  // What the value is on one or the other of the paths that were joined: itself, if it
  // is no joined one. Sides that a test of themselves let through are left out.
  std::vector<Value> SidesOf(Value value) const;
  // The path decided a condition of which `test` is true.
  bool HasDecided(absl::FunctionRef<bool(const Assumption&)> test) const;
  // A name in what the value is made of holds the word, in lower case.
  bool Names(Value value, absl::string_view word) const;
  // The path decided one condition in whose names all of the words stand.
  bool DecidedAbout(std::initializer_list<absl::string_view> words) const;
  // It found that something by that name is 1.
  bool FoundOne(absl::string_view word) const;
  // The path decided that it is not one of FSDP2: by a flag or a version.
  bool RulesOutFsdp2() const;
  // Whether `value` is made from a rank number: itself, formatted, joined.
  bool DependsOnRank(Value value) const;

 private:
  bool Names(Value value, absl::string_view word, int nesting) const;

  const PathState& state_;
  const ValueTable& values_;
  const SiteTable& sites_;
  const EntryFacts& entry_;
};

struct Note {
  SiteId site{};
  std::string message;
};

// Of a computation on tensors.
struct Operand {
  Value value{};
  SiteId site{};
  std::vector<Value> all;      // the operands, this one too
  std::vector<Value> running;  // the objects whose methods are being run
};

// Takes findings. Duplicates (same rule and place) are dropped.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void Report(const Rule& rule, SiteId at, std::string message, std::string help,
                      absl::Span<const Note> related) = 0;
  // The source text of an expression at `site`'s file, cut to one short line.
  virtual std::string Text(SiteId site, ByteRange range) = 0;
  std::string Text(SiteId site, const Expr* expr) { return Text(site, expr->range); }
  // How often the identifier stands in `site`'s file, comments and strings included.
  virtual size_t CountIn(SiteId site, absl::string_view identifier) = 0;
  // The site of another range in the file and activation of `site`.
  virtual SiteId At(SiteId site, ByteRange range) = 0;
};

class Check {
 public:
  virtual ~Check() = default;
  virtual const Rule& rule() const = 0;

  // Before the effects of a call, whether or not it is followed.
  virtual void OnCall(const Call&, const Path&, Sink&) const {}
  // Before a module becomes a unit.
  virtual void OnShard(const ShardCall&, const Path&, Sink&) const {}
  // A method of a unit, other than forward, uses a part of the unit's own group.
  virtual void OnUnitMethod(const UnitMethodUse&, const Path&, Sink&) const {}
  // A value is an operand of a matrix product, or an argument of a torch function
  // that combines an input with a weight.
  virtual void OnCompute(const Operand&, const Path&, Sink&) const {}
  // Before an attribute or item is assigned.
  virtual void OnStore(const Store&, const Path&, Sink&) const {}
  // An import statement inside a parsed definition. `dotted` names the target
  // outside the project.
  virtual void OnImport(absl::string_view, SiteId, const Path&, Sink&) const {}
  // Once for each kind of rank mismatch at the end of an entry.
  virtual void OnUnmatched(const Unmatched&, Sink&) const {}
  // The end of each path of the entry that does not end in an exception.
  virtual void OnPathEnd(const Path&, Sink&) const {}
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_CHECK_H_
