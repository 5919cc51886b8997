#include "analyzer/model/parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace fsdpcheck::analyzer {
namespace {

constexpr size_t kIndicesAtOnce = 8;

}  // namespace

void ForEachIndex(size_t count, int threads, absl::FunctionRef<void(size_t index)> work) {
  std::atomic<size_t> next = 0;
  const auto run = [&] {
    for (size_t begin = next.fetch_add(kIndicesAtOnce); begin < count;
         begin = next.fetch_add(kIndicesAtOnce)) {
      const size_t end = std::min(count, begin + kIndicesAtOnce);
      for (size_t i = begin; i < end; ++i) work(i);
    }
  };
  const size_t useful = (count + kIndicesAtOnce - 1) / kIndicesAtOnce;
  std::vector<std::thread> workers;
  while (workers.size() + 1 < std::min(static_cast<size_t>(std::max(threads, 1)), useful)) {
    workers.emplace_back(run);
  }
  run();
  for (std::thread& worker : workers) worker.join();
}

}  // namespace fsdpcheck::analyzer
