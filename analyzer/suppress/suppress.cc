#include "analyzer/suppress/suppress.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "analyzer/suppress/comments.h"
#include "analyzer/suppress/rule_names.h"

namespace fsdpcheck::analyzer {
namespace {

class Suppressor {
 public:
  explicit Suppressor(const SuppressionRequest& request)
      : request_(request), comments_(ReadSuppressions(request.source)) {
    for (const SuppressionComment& comment : comments_.comments) {
      for (const CommentedRule& rule : comment.rules) names_.push_back({&comment, &rule, false});
    }
  }

  SuppressionResult Run() {
    for (Finding* finding : request_.findings) Silence(*finding);
    NotifyProblems();
    if (request_.unused_rule != nullptr) ReportUnused();
    return std::move(result_);
  }

 private:
  // One name in one comment.
  struct Name {
    const SuppressionComment* comment;
    const CommentedRule* rule;
    bool used;
  };

  LineSpan StatementAt(int line) const {
    const auto& statements = comments_.statements;
    const auto behind = std::upper_bound(
        statements.begin(), statements.end(), line,
        [](int wanted, const LineSpan& statement) { return wanted < statement.first; });
    if (behind == statements.begin() || std::prev(behind)->last < line) return {line, line};
    return *std::prev(behind);
  }

  bool Reaches(const SuppressionComment& comment, int line) const {
    if (comment.reach == SuppressionComment::Reach::kFile) return true;
    const LineSpan statement = StatementAt(line);
    return comment.line == line || comment.line == statement.first ||
           (comment.line == statement.last && !comment.own_line);
  }

  void Silence(Finding& finding) {
    for (Name& name : names_) {
      if (Closeness(name.rule->name, *finding.rule) == kNotMeant) continue;
      if (!Reaches(*name.comment, finding.location.range.start.line)) continue;
      name.used = true;
      finding.suppressed = true;
      if (finding.justification.empty()) finding.justification = name.comment->reason;
    }
  }

  bool WasChecked(const Rule& rule) const {
    return std::find(request_.checked.begin(), request_.checked.end(), &rule) !=
           request_.checked.end();
  }

  // Whether every rule that a name means ran over the file.
  bool WasChecked(const std::string& name) const {
    bool meant = false;
    for (const Rule* rule : request_.rules) {
      if (Closeness(name, *rule) == kNotMeant) continue;
      if (!WasChecked(*rule)) return false;
      meant = true;
    }
    return meant;
  }

  void Notify(int line, absl::string_view message) {
    result_.notifications.push_back({Notification::Level::kWarning, std::string(message),
                                     std::string(request_.source.path()), line});
  }

  void NotifyProblems() {
    for (const CommentProblem& problem : comments_.problems) Notify(problem.line, problem.message);
    for (const Name& name : names_) {
      const absl::Status known = CheckRuleName(name.rule->name, request_.rules);
      if (known.ok()) continue;
      const Range range = request_.source.RangeOf(name.rule->range);
      Notify(range.start.line, absl::StrCat("this comment names an ", known.message()));
    }
  }

  void ReportUnused() {
    for (const Name& name : names_) {
      const std::string& rule = name.rule->name;
      if (name.used || !WasChecked(rule)) continue;
      if (Closeness(rule, *request_.unused_rule) == kExact) continue;
      Finding finding;
      finding.rule = request_.unused_rule;
      finding.location = request_.source.LocationOf(name.rule->range);
      finding.message = absl::StrCat("take `", rule, "` out of this comment: it silences nothing");
      finding.help = "the rule ran over this file and reports nothing here";
      result_.unused.push_back(std::move(finding));
    }
    for (Finding& finding : result_.unused) Silence(finding);
  }

  const SuppressionRequest& request_;
  const SuppressionComments comments_;
  std::vector<Name> names_;
  SuppressionResult result_;
};

}  // namespace

SuppressionResult Suppress(const SuppressionRequest& request) { return Suppressor(request).Run(); }

}  // namespace fsdpcheck::analyzer
