// What an expression can evaluate to, as far as the rules care.
//
// A Value is the identity of an interned node: equal ids mean "certainly the
// same thing", different ids mean nothing. Nodes are immutable; what changes
// along a path (fields, list items, "is sharded") lives in PathState.
#ifndef FSDPCHECK_ANALYZER_FLOW_VALUE_H_
#define FSDPCHECK_ANALYZER_FLOW_VALUE_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/model/project.h"
#include "analyzer/syntax/ast.h"

namespace fsdpcheck::analyzer {

enum class Value : uint32_t { kNothing = 0 };  // kNothing: unbound, or absent

// Identifies one activation of an inlined call: the chain of call sites that
// leads to it. 0 is the entry itself.
enum class ChainId : uint32_t { kEntry = 0 };

// A place in the program together with the calls that led there. Sites are
// interned by SiteTable; kNone means "did not happen".
enum class SiteId : uint32_t { kNone = 0 };

// Whose number a rank is.
enum class RankKind : uint8_t { kGlobal, kLocal, kOther };

enum class ValueKind : uint8_t {
  kNothing,
  kNone,
  kBool,        // number: 0 or 1
  kInt,         // number
  kFloat,       // text as written
  kString,      // text
  kExternal,    // text: dotted name outside the project, "torch.optim.AdamW"
  kModule,      // file: a module of the project
  kFunction,    // function, file, number: frame of the enclosing activation or 0
  kClass,       // klass, file
  kBound,       // first: a kFunction, second: self
  kPartial,     // first: callee; items: positional; names/named: keywords; second: True
                // if there are more; number 1: a generator that was not entered yet
  kOpaque,      // unknown; parameter or free name: text, expr/function as identity
  kAttribute,   // first.text of a value whose attributes are not known
  kElement,     // any element of first
  kIndex,       // first[second], second constant
  kObject,      // made by a call: first: the class or external constructor; expr, chain;
                // number kDeclared: an object of this class or of one derived from it
  kResult,      // of a call that was not followed: first: callee; expr, chain
  kPure,        // of an external call that gives the same each time: first, items,
                // names/named: keywords
  kTuple,       // items
  kList,        // a list or set display or comprehension: expr, chain; items in the state
  kDict,        // a dict: expr, chain; entries in the state
  kRank,        // number: RankKind
  kCondition,   // op over first and second, undecided
  kNot,         // not first
  kFormat,      // an f-string or a joined path: items are what it was made from
  kJoined,      // first on one path, second on another; number: the condition that
                // holds where it is first and not where it is second, or kNothing
  kParameters,  // parameters of module first, taken when the clock showed number
  kStateDict,   // state dict of module or optimizer first; number: StateDictKind
};

enum class StateDictKind : uint8_t {
  kSharded,    // DTensors, or the local part
  kFull,       // gathered, on every rank
  kFullRank0,  // gathered; empty on other ranks
  kUnknown,
};

// ValueNode::number of an object of which only an annotation tells the class.
inline constexpr int64_t kDeclared = 1;

struct ValueNode {
  ValueKind kind = ValueKind::kNothing;
  Op op = Op::kNone;
  Value first = Value::kNothing;
  Value second = Value::kNothing;
  int64_t number = 0;
  absl::string_view text;
  const Expr* expr = nullptr;
  const Function* function = nullptr;
  const ClassDef* klass = nullptr;
  FileId file{};
  ChainId chain{};
  absl::Span<const Value> items;
  absl::Span<const absl::string_view> names;  // kPartial: keyword names,
  absl::Span<const Value> named;              // and their values
};

// Interns the values of one entry. Not thread-safe; ids are deterministic for
// the same sequence of calls. Texts are copied.
class ValueTable {
 public:
  ValueTable();

  const ValueNode& operator[](Value value) const { return nodes_[static_cast<uint32_t>(value)]; }
  size_t size() const { return nodes_.size(); }

  // Copies what `node` points to and returns the id of the equal node.
  Value Intern(const ValueNode& node);

  Value None() const { return none_; }
  Value Bool(bool value) const { return value ? true_ : false_; }
  Value Int(int64_t number);
  Value String(absl::string_view text);
  Value External(absl::string_view dotted);
  Value Attribute(Value object, absl::string_view name);
  Value Element(Value container);
  Value Index(Value container, Value key);
  Value Tuple(absl::Span<const Value> items);
  Value Rank(RankKind kind);
  // None for what is none.
  Value Literal(const Expr& expr);
  Value Environment(absl::string_view name);  // of os.environ
  Value Not(Value condition);
  Value Condition(Op op, Value first, Value second);
  // `gate`: a condition that held on the path of `first` only, or kNothing.
  Value Joined(Value first, Value second, Value gate = Value::kNothing);
  // The condition that decides between the two of a kJoined, or kNothing.
  Value GateOf(Value joined) const;
  Value Parameters(Value module, int64_t clock);
  Value StateDict(Value owner, StateDictKind kind);

  bool IsConstant(Value value) const;
  bool IsRankOrConstant(Value value) const;  // on each of the paths that were joined
  bool IsAbsent(Value value) const;          // unbound or None
  // What it is on the paths on which it is not absent.
  Value Present(Value value) const;
  bool IsCode(Value value) const;       // a function, class or module
  bool IsParameter(Value value) const;  // of a function whose caller is not known
  // True or false when Python's truth of `value` is known without a state.
  enum class Truth : uint8_t { kFalse, kTrue, kUnknown };
  Truth TruthOf(Value value) const;

  // What torch.device() was made of, or the value itself.
  Value NameOfDevice(Value device) const;
  // "cuda:0", also as a torch.device.
  bool IsNumberedGpu(Value device) const;

  // The value that `value` was reached from by attribute, index, iteration, or
  // a method that yields parts (children(), modules(), values(), ...), or
  // kNothing. `net.blocks[0].attn` -> `net.blocks[0]` -> `net.blocks` -> `net`.
  Value Parent(Value value) const;
  // True if `ancestor` is `value` or lies on its chain of parents.
  bool IsWithin(Value value, Value ancestor) const;

  // A string: the environment variable that holds a rank.
  bool NamesRank(Value value) const;
  bool IsInt(Value value, int64_t number) const;
  bool IsNoneTest(Value value) const;
  // `isinstance(items[0], items[1])`.
  bool IsClassTest(Value value) const;
  // True if `value` is made from `part`, a few steps apart at most.
  bool Mentions(Value value, Value part, int depth = 5) const;

  // How the user would write the value, "" when there is no short way.
  std::string Describe(Value value) const;

 private:
  // Of the tree of joined values, counted each time they occur.
  size_t CountLeaves(Value value) const;
  absl::string_view InternText(absl::string_view text);
  absl::Span<const Value> CopyItems(absl::Span<const Value> items);

  std::deque<ValueNode> nodes_;
  absl::flat_hash_map<uint64_t, Value> by_hash_;  // the newest of each hash
  std::vector<Value> same_hash_;                  // by value: the next older one
  absl::flat_hash_map<std::string, std::unique_ptr<std::string>> texts_;
  std::deque<std::vector<Value>> item_storage_;
  std::deque<std::vector<absl::string_view>> name_storage_;
  Value none_{}, true_{}, false_{};
  absl::flat_hash_map<Value, size_t> leaves_;  // of kJoined
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_VALUE_H_
