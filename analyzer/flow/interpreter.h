// Abstract interpretation of one entry, path by path.
#ifndef FSDPCHECK_ANALYZER_FLOW_INTERPRETER_H_
#define FSDPCHECK_ANALYZER_FLOW_INTERPRETER_H_

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/flow/check.h"
#include "analyzer/flow/class_table.h"
#include "analyzer/flow/engine.h"
#include "analyzer/flow/habit.h"
#include "analyzer/flow/interest.h"
#include "analyzer/flow/outcome.h"
#include "analyzer/flow/rank_sides.h"
#include "analyzer/flow/site.h"
#include "analyzer/flow/state.h"
#include "analyzer/flow/value.h"
#include "analyzer/model/program.h"
#include "analyzer/syntax/ast.h"

namespace fsdpcheck::analyzer {

class Interpreter {
 public:
  Interpreter(Program& program, Interests& interests, absl::Span<const Check* const> checks,
              const EngineOptions& options, Sink& sink);

  // Interprets a definition as the start of everything: a module body as a
  // script, a function with unknown arguments, a class by its __init__ and then
  // every method that __init__ did not already lead to.
  EntryResult Run(DefinitionId entry, const std::set<const Function*>& skip);

  SiteTable& sites() { return sites_; }
  // Calls that took a module, and those whose module an optimizer was built on.
  const std::set<std::pair<FileId, uint32_t>>& shard_sites() const { return shard_sites_; }
  const std::set<std::pair<FileId, uint32_t>>& followed_sites() const { return followed_sites_; }

 private:
  // --- statements (exec.cc)
  Flow ExecBlock(Nodes<Stmt> body, States in);
  void ExecStmt(const Stmt& stmt, States in, Flow& flow);
  void ExecSimple(const Stmt& stmt, State in, Flow& flow);
  void ExecOnPath(const Stmt& stmt, State state, Flow& flow);
  void ExecIf(const Stmt& stmt, States in, Flow& flow);
  void ExecLoop(const Stmt& stmt, States in, Flow& flow);
  void ExecFor(const Stmt& stmt, State in, Flow& flow);
  void ForItems(const Stmt& stmt, absl::Span<const Value> items, State in, Flow& flow);
  void LoopBody(const Stmt& stmt, Value item, States in, Flow& loop);
  void ExecWith(const Stmt& stmt, size_t item, State in, Flow& flow);
  void WithContext(const Stmt& stmt, size_t item, Outcome context, Flow& flow);
  void EnterTarget(const Stmt& stmt, size_t item, Value value, State in, Flow& flow);
  void WithInstance(const Stmt& stmt, size_t item, Value manager, State in, Flow& flow);
  void WithGenerator(const Stmt& stmt, size_t item, Value manager, State in, Flow& flow);
  void ExecTry(const Stmt& stmt, States in, Flow& flow);
  void RunFinally(const Stmt& stmt, Flow result, Flow& flow);
  void ExecMatch(const Stmt& stmt, State in, Flow& flow);
  void MatchCase(const Case& branch, Value subject, States& open, States& matched);
  void ExecImport(const Stmt& stmt, State in, Flow& flow);
  void ExecDefinition(const Stmt& stmt, State in, Flow& flow);
  void ExecDelete(const Stmt& stmt, State in, Flow& flow);
  void Raise(State state);
  // Joins states that rules cannot tell apart, and bounds their number.
  void Limit(States& states);

  // --- assignment (assign.cc)
  void Assign(const Expr& target, Value value, State in, States& out);
  void AugAssign(const Stmt& stmt, Value operand, State in, States& out);
  void SetSlot(PathState& state, int slot, Value value);
  // Of a name that the function declares global or nonlocal.
  void AssignOuter(PathState& state, absl::string_view name, Value value);
  void AssignItems(const Expr& target, Value value, State in, States& out);
  void AssignAttribute(const Expr& target, Value value, State in, States& out);
  void AssignSubscript(const Expr& target, Value value, State in, States& out);
  void StoreField(PathState& state, const Store& store);
  void FreezeAround(PathState& state, Value parameter);
  void NoteStore(PathState& state, const Store& store);
  void NoteMutation(PathState& state, const Store& store);
  void NoteShardedPart(PathState& state, Value whole, Value part);
  void SetEntry(Object& dict, const Entry& entry);
  void RemoveEntry(PathState& state, Value dict, Value key);
  void ExtendList(PathState& state, Value list, Value more);
  Value PartOf(PathState& state, Value value, int64_t index);

  // --- expressions (eval.cc)
  Outcomes Eval(const Expr* expr, State in);
  Outcomes EvalKind(const Expr* expr, State in);
  ListOutcomes EvalAll(Nodes<Expr> exprs, State in);
  Outcomes EvalName(const Expr& expr, State in);
  Outcomes EvalAttribute(const Expr& expr, State in);
  Outcomes EvalSubscript(const Expr& expr, State in);
  Outcomes EvalBoolean(const Expr& expr, State in);
  Outcomes EvalConditional(const Expr& expr, State in);
  Outcomes EvalBinary(const Expr& expr, State in);
  Outcomes EvalCompare(const Expr& expr, State in);
  Outcomes EvalDisplay(const Expr& expr, State in);
  Outcomes EvalDict(const Expr& expr, State in);
  Outcomes EvalComprehension(const Expr& expr, State in);
  Outcomes EvalFormat(const Expr& expr, State in);
  Outcomes EvalNamed(const Expr& expr, State in);
  Outcomes EvalLambda(const Expr& expr, State in);
  Outcomes EvalYield(const Expr& expr, State in);
  Value Negate(const PathState& state, Value value);
  Value Binary(PathState& state, const Expr& expr, Value first, Value second);
  void CopyContents(PathState& state, Value from, Value to);
  void MergeDict(PathState& state, Value from, Value to);
  Outcomes One(State state, Value value);
  Value Compare(const PathState& state, Op op, Value first, Value second);
  Value AttributeOf(PathState& state, Value object, absl::string_view name);
  Value ItemOf(PathState& state, Value container, Value key);
  Value ChosenBy(const PathState& state, Value dict, Value key, Value otherwise);
  Value ElementOf(PathState& state, Value iterable);
  // What a loop over `iterable` meets: all items if known, else typical ones.
  std::vector<Value> IterationItems(PathState& state, Value iterable);
  std::vector<Value> ResultItems(PathState& state, Value iterable, const ValueNode& node);
  std::vector<Value> DictItems(PathState& state, Value dict);
  void ComprehensionLevel(const Expr& expr, size_t level, Value made, States& states);
  void ComprehensionItem(const Expr& expr, size_t level, Value item, Value made, States& round);
  void AddComprehensionItem(const Expr& expr, Value made, States& states);
  Value ClassAttribute(PathState& state, Value klass, absl::string_view name, Value self);
  Value Opaque(const Expr* expr);
  Value LookupName(PathState& state, absl::string_view name);
  Value GlobalValue(PathState& state, FileId file, absl::string_view name);
  Value TargetValue(PathState& state, const Target& target);
  Value DefinitionValue(PathState& state, FileId file, absl::string_view name);
  Value SuperAttribute(PathState& state, absl::string_view name);
  // The items of a tuple, list or dict when all are known.
  bool KnownItems(const PathState& state, Value value, std::vector<Value>& items) const;

  // Splits a path on a condition into one where it holds and one where not.
  void Branch(Value condition, const Expr* expr, State in, States& if_true, States& if_false);
  void Part(Value condition, const Expr* expr, State in, States& if_true, States& if_false);
  // Evaluates and splits; knows `and`, `or`, `not`.
  void BranchOn(const Expr* expr, State in, States& if_true, States& if_false);
  void BranchOnEach(const Expr& expr, State in, States& if_true, States& if_false);
  void NarrowByType(PathState& state, Value condition, SiteId site);
  void NarrowToClass(PathState& state, Value value, Value klass);
  // What `value` is on this path, once the condition of a join is decided.
  Value Settled(const PathState& state, Value value) const;
  // Parts the paths on which a joined value is one thing or the other, if rules
  // may know something of either.
  Outcomes Apart(Outcomes joined, const Expr* expr);
  bool IsKnown(const PathState& state, Value value, int depth) const;
  // True for conditions that differ between ranks.
  bool IsRankCondition(Value condition) const;
  bool IsRankValue(Value value) const;
  bool AsksForRank(const PathState& state, Value condition) const;
  // Three-valued truth of a condition in a state.
  ValueTable::Truth TruthIn(const PathState& state, Value condition) const;

  // --- calls (call.cc)
  Outcomes EvalCall(const Expr& expr, State in, Call::Use use);
  Outcomes Dispatch(Call call, State in);
  Outcomes Invoke(const Call& call, Value function, Value self, State in);
  Habit::Run RunOf(const Counters& before, const Outcomes& result) const;
  void NoteMade(const Call& call, const Function& code, const Outcomes& results);
  Outcomes CallPartial(Call call, State in);
  Outcomes CallObject(const Call& call, State in);
  Outcomes NotFollowed(const Call& call, State in);
  Outcomes UseModule(const Call& call, Value module, State in);
  void NoteUnitMethod(SiteId use, Value module, const PathState& state);
  void NoteCompute(absl::Span<const CallArgument> operands, const PathState& state);
  bool LooksLikeModule(const PathState& state, Value value) const;
  Value ResultOf(const Call& call);
  Value UnknownResult(const Call& call, PathState& state);
  Value Suspend(const Call& call);
  // Collects arguments; `**kwargs` of a known dict become keywords.
  void ExpandArguments(const Expr& expr, absl::Span<const Value> values, PathState& state,
                       Call& call);
  // Whether no rule asks about the value, and about any argument.
  bool IsPlain(Value value) const;
  bool HasPlainArguments(const Call& call, Value self, const PathState& state) const;
  Entry EntryFrom(const CallArgument& arg);
  // Adds the entries of `**dict`; true if it holds nothing else.
  bool ExpandDict(Value dict, const Argument& argument, const PathState& state, Call& call);
  bool MayFollow(const Function& function) const;
  // Of a call that is not followed: what it assigns to its object is not known.
  Outcomes Skip(const Call& call, const Function& code, Value self, Value result, State in);
  // Interprets the body of a function in a frame that exists in the state.
  Flow RunBody(const Function& function, const Activation& activation, State in);

  // --- variables of a call (bind.cc)
  void Bind(const Call& call, const Function& function, Value self, Frame& frame, PathState& state);
  void DeclareProcessGroup(const Expr& annotation, FileId file, Value value, PathState& state);
  Value OtherKeywords(const Call& call, const Function& function, ChainId chain, PathState& state);
  Value UnknownParameter(const Function& function, const Parameter& parameter, const Frame& frame,
                         PathState& state);
  Value DefaultValue(const Expr& expr);
  Frame MakeFrame(const Function& function, FileId file, uint32_t parent, ChainId chain);

  // --- calls out of the project (external.cc, fabric.cc, methods.cc, shard.cc)
  Outcomes CallExternal(const Call& call, State in);
  Outcomes CallMethod(const Call& call, State in);
  Outcomes FabricCall(const Call& call, Value function, State in);
  bool PythonFunction(const Call& call, PathState& state, Value& result);
  bool FsdpFunction(const Call& call, PathState& state, Value& result);
  bool TorchFunction(const Call& call, PathState& state, Value& result);
  bool DistributedFunction(const Call& call, PathState& state, Value& result);
  void LogCollective(const Call& call, absl::string_view collective, PathState& state);
  bool StateDictFunction(const Call& call, PathState& state, Value& result);
  bool ContainerMethod(const Call& call, PathState& state, Value& result);
  bool DictMethod(const Call& call, PathState& state, Value& result);
  bool HolderMethod(const Call& call, PathState& state, Value& result);
  bool ModuleMethod(const Call& call, PathState& state, Value& result);
  bool UnitMethod(const Call& call, PathState& state, Value& result);
  void UnknownMethod(const Call& call, PathState& state);
  void FullyShard(const Call& call, PathState& state);
  void NoteOwner(Value made, PathState& state);
  void ShardModule(const Call& call, Value module, PathState& state);
  void AgeHolders(Value module, SiteId site, PathState& state);
  void BuildOptimizer(const Call& call, Value optimizer, PathState& state);
  void NoteNamedOptimizer(const Expr& target, Value value, PathState& state);
  void HoldAsOptimizer(std::vector<HeldParameters> held, SiteId built, Value optimizer,
                       PathState& state);
  void ForgetGathered(PathState& state);
  Value MakePartial(const Call& call);
  Value IsInstance(const PathState& state, const Call& call);
  bool KnownAttribute(const PathState& state, const Call& call, Value& result);
  Value DictFromCall(const Call& call, PathState& state);
  Value ListFromCall(const Call& call, PathState& state);
  void FillContainer(const Call& call, Value object, PathState& state);

  // --- classes (classes.cc)
  Value ConstantAttribute(PathState& state, Value klass, absl::string_view name, int depth);
  Value NewObject(const Call& call, PathState& state);
  void SetConstructorFields(const Call& call, Value object, PathState& state);
  Outcomes Instantiate(const Call& call, State in);

  // --- parts of modules of which no constructor was seen to run (declared.cc)
  Value DeclaredPart(PathState& state, Value object, absl::string_view name);
  Value DeclaredObject(PathState& state, Value klass, Value owner, const Expr* made);
  void FillDeclared(PathState& state, Value container, const Expr& made, FileId file);

  // --- entries (entry.cc)
  void RunBodyEntry(const Function& body, FileId file);
  void RunFunctionEntry(const Function& function, FileId file, Value code, Value self, State in);
  void RunClassEntry(const Stmt& stmt, FileId file, const std::set<const Function*>& skip);
  States RunMethod(Value method, Value self, State in);
  States SetUp(Value klass, Value self, States made);
  States Initialise(Value klass, Value self, States made, const std::set<const Function*>& skip);
  void FillMeta(PathState& state);
  void FinishEntry(States states);
  void ReportMismatches(const States& states);

  // --- events (events.cc)
  SiteId SiteAt(ByteRange range);
  Path PathOf(const PathState& state) const { return {state, values_, sites_, facts_}; }
  void Log(PathState& state, absl::string_view name, SiteId site, Value module = {});
  void LogOpenCall(PathState& state, SiteId site, absl::string_view only = "");
  // Code that is not followed got this value: forget what it may have changed.
  void Escape(PathState& state, Value value, SiteId site, int depth);
  void MarkCaptured(PathState& state, uint32_t frame);
  void EscapeArguments(PathState& state, const Call& call);
  // A name is read; one that is read for a test of its type does not count.
  void MarkRead(PathState& state, Value value);
  // An optimizer or parameter list is used; depth bounds the search in tuples.
  void MarkHolderUse(PathState& state, Value value, SiteId site, int depth);
  // `holder` now holds the parameters that `source` yields.
  void HoldParameters(PathState& state, Value source, Value holder, SiteId site);
  void CollectHeld(const PathState& state, Value value, int depth,
                   std::vector<HeldParameters>& held) const;
  // Something gave the module, or may have given it, values and memory for them.
  void MarkStored(PathState& state, Value value, SiteId site);
  // The innermost enclosing object with module facts gets `fact` on the whole chain.
  void MarkChain(PathState& state, Value value, SiteId ModuleFacts::* fact, SiteId site);

  bool Spend(int steps);

  Program& program_;
  Interests& interests_;
  absl::Span<const Check* const> checks_;
  const EngineOptions& options_;
  Sink& sink_;
  ValueTable values_;
  ClassTable classes_{program_, values_};
  SiteTable sites_;
  EntryFacts facts_;
  EntryResult result_;
  // A deque: references to activations outlive what is pushed after them.
  std::deque<Activation> stack_;
  int try_depth_ = 0;                      // `try` statements with handlers around the place
  States* raises_ = nullptr;               // where exceptions of the current try body go
  std::map<Value, Value> made_with_;       // what a function called `build...` made of a module
  std::set<const Function*> asked_again_;  // for ranks that were decided before
  States exits_;                           // paths that ended the program before the entry returned
  std::vector<YieldTarget> yields_;
  RankSides rank_sides_;
  std::map<std::pair<const Function*, Value>, Habit> habits_;
  int loop_depth_ = 0;        // bodies of loops around the place
  bool quiet_reads_ = false;  // names are read to test their types only
  bool resuming_ = false;     // the next Invoke() enters a generator that was suspended
  std::map<FileId, uint32_t> body_frames_;                 // module bodies under interpretation
  std::set<const Function*> live_;                         // functions on the stack
  std::set<std::pair<FileId, std::string>> live_globals_;  // globals being evaluated
  std::set<std::pair<FileId, uint32_t>> shard_sites_;
  std::set<std::pair<FileId, uint32_t>> followed_sites_;
  uint32_t next_frame_ = 1;
  int steps_left_ = 0;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_INTERPRETER_H_
