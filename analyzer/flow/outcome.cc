#include "analyzer/flow/outcome.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace fsdpcheck::analyzer {

void MoveInto(States& to, States from) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

void Append(Flow& to, Flow&& from) {
  MoveInto(to.next, std::move(from.next));
  MoveInto(to.breaks, std::move(from.breaks));
  MoveInto(to.continues, std::move(from.continues));
  MoveInto(to.returns, std::move(from.returns));
}

}  // namespace fsdpcheck::analyzer
