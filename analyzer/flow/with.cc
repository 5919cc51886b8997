// `with` statements: contexts that rules know, generators, and classes.
#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzer/flow/interpreter.h"
#include "analyzer/flow/torch_names.h"

namespace fsdpcheck::analyzer {
namespace {

template <typename Function>
void ForEachState(Flow& flow, Function function) {
  for (States* states : {&flow.next, &flow.breaks, &flow.continues, &flow.returns}) {
    for (State& state : *states) function(*state);
  }
}

bool IsNoGrad(absl::string_view name) {
  return name == "torch.no_grad" || name == "torch.inference_mode" ||
         name == "torch.autograd.no_grad" || name == "torch.autograd.inference_mode";
}

bool IsEmptyInit(absl::string_view name) {
  return absl::EndsWith(name, "init_empty_weights") || absl::EndsWith(name, "init_on_device");
}

}  // namespace

void Interpreter::ExecWith(const Stmt& stmt, size_t item, State in, Flow& flow) {
  if (item == stmt.items.size()) {
    States body;
    body.push_back(std::move(in));
    Append(flow, ExecBlock(stmt.body, std::move(body)));
    return;
  }
  const Expr* context = stmt.items[item].context;
  Outcomes outcomes = context->kind == ExprKind::kCall
                          ? EvalCall(*context, std::move(in), Call::Use::kEntered)
                          : Eval(context, std::move(in));
  for (Outcome& outcome : outcomes) WithContext(stmt, item, std::move(outcome), flow);
}

void Interpreter::EnterTarget(const Stmt& stmt, size_t item, Value value, State in, Flow& flow) {
  const Expr* target = stmt.items[item].target;
  States ready;
  if (target == nullptr) {
    ready.push_back(std::move(in));
  } else {
    Assign(*target, value, std::move(in), ready);
  }
  for (State& state : ready) ExecWith(stmt, item + 1, std::move(state), flow);
}

void Interpreter::WithContext(const Stmt& stmt, size_t item, Outcome context, Flow& flow) {
  const ValueNode node = values_[context.value];
  if (node.kind == ValueKind::kPartial && node.number == 1) {
    WithGenerator(stmt, item, context.value, std::move(context.state), flow);
    return;
  }
  if (node.kind == ValueKind::kObject && values_[node.first].kind == ValueKind::kClass &&
      classes_.FindMethod(node.first, "__enter__") != Value::kNothing) {
    WithInstance(stmt, item, context.value, std::move(context.state), flow);
    return;
  }
  const ValueNode& callee = values_[node.first];
  int PathState::* depth = nullptr;
  bool leaves_meta = false;  // for another device
  if (callee.kind == ValueKind::kExternal) {
    if (IsNoGrad(callee.text)) {
      depth = &PathState::no_grad_depth;
    } else if (IsEmptyInit(callee.text)) {
      depth = &PathState::meta_depth;
    } else if (callee.text == "torch.cuda.device" ||
               callee.text == "torch.accelerator.device_index") {
      depth = &PathState::device_depth;
    } else if (callee.text == "torch.device" && !node.items.empty()) {
      const bool meta = values_[node.items[0]].text == "meta";
      depth = meta ? &PathState::meta_depth : &PathState::device_depth;
      leaves_meta = !meta;
    }
  }
  const int outer_meta = context.state->meta_depth;
  if (leaves_meta) context.state->meta_depth = 0;
  if (depth != nullptr) ++((*context.state).*depth);
  Flow inner;
  EnterTarget(stmt, item, context.value, std::move(context.state), inner);
  if (depth != nullptr) {
    ForEachState(inner, [&](PathState& state) {
      --(state.*depth);
      if (leaves_meta) state.meta_depth = outer_meta;
    });
  }
  Append(flow, std::move(inner));
}

// Runs a @contextmanager generator around the body of the `with`.
void Interpreter::WithGenerator(const Stmt& stmt, size_t item, Value manager, State in,
                                Flow& flow) {
  const ValueNode suspended = values_[manager];
  const size_t depth = stack_.size();
  const size_t outer_yields = yields_.size();
  Value function = suspended.first;
  Value self = Value::kNothing;
  if (values_[function].kind == ValueKind::kBound) {
    self = values_[function].second;
    function = values_[function].first;
  }
  const Function& code = program_.Whole(*values_[function].function);
  if (!MayFollow(code)) {
    LogOpenCall(*in, SiteAt(suspended.expr->range));
    EnterTarget(stmt, item, manager, std::move(in), flow);
    return;
  }
  YieldTarget target;
  target.function = &code;
  target.body = [&](State state, Value value) {
    std::vector<Activation> inside(stack_.begin() + static_cast<ptrdiff_t>(depth), stack_.end());
    std::vector<YieldTarget> pending(yields_.begin() + static_cast<ptrdiff_t>(outer_yields),
                                     yields_.end());
    stack_.resize(depth);
    yields_.resize(outer_yields);
    Flow inner;
    EnterTarget(stmt, item, value, std::move(state), inner);
    stack_.insert(stack_.end(), inside.begin(), inside.end());
    yields_.insert(yields_.end(), pending.begin(), pending.end());
    States back = std::move(inner.next);
    inner.next.clear();
    Append(flow, std::move(inner));
    return back;
  };
  yields_.push_back(std::move(target));
  Call call;
  call.expr = suspended.expr;
  call.site = SiteAt(suspended.expr->first->range);
  call.whole = call.site;
  call.callee = suspended.first;
  for (Value value : suspended.items) call.args.push_back({"", {}, value, suspended.expr});
  for (size_t i = 0; i < suspended.names.size(); ++i) {
    call.args.push_back({suspended.names[i], {}, suspended.named[i], suspended.expr});
  }
  resuming_ = true;
  for (Outcome& outcome : Invoke(call, function, self, std::move(in))) {
    flow.next.push_back(std::move(outcome.state));
  }
  resuming_ = false;
  yields_.resize(outer_yields);
}

// Runs __enter__ and __exit__ of a class of the project around the body.
void Interpreter::WithInstance(const Stmt& stmt, size_t item, Value manager, State in, Flow& flow) {
  Call call;
  call.expr = stmt.items[item].context;
  call.site = SiteAt(call.expr->range);
  call.whole = call.site;
  const Value klass = values_[manager].first;
  Flow inner;
  const Value enter = classes_.FindMethod(klass, "__enter__");
  for (Outcome& entered : Invoke(call, enter, manager, std::move(in))) {
    EnterTarget(stmt, item, entered.value, std::move(entered.state), inner);
  }
  const Value exit = classes_.FindMethod(klass, "__exit__");
  call.open_arguments = true;
  for (States Flow::* way : {&Flow::next, &Flow::breaks, &Flow::continues, &Flow::returns}) {
    for (State& state : inner.*way) {
      if (exit == Value::kNothing) {
        (flow.*way).push_back(std::move(state));
        continue;
      }
      const Value returned = state->returned;
      for (Outcome& left : Invoke(call, exit, manager, std::move(state))) {
        left.state->returned = returned;
        (flow.*way).push_back(std::move(left.state));
      }
    }
  }
}

}  // namespace fsdpcheck::analyzer
