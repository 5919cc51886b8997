// Runs a fuzz target without libFuzzer: on every seed, and on damaged copies of the seeds.
//
//   TARGET ROUNDS SEED_FOLDER
//
// The damage is the same in every run, so that a failure can be repeated. The input is written to
// "crash-input" in the working directory before the target sees it, and removed at the end.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size);

namespace {

namespace fs = std::filesystem;
using Random = std::minstd_rand;

std::vector<std::string> ReadSeeds(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> seeds;
  for (const fs::path& path : paths) {
    std::ifstream file(path, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return seeds;
}

size_t Below(size_t limit, Random& random) { return limit == 0 ? 0 : random() % limit; }

void Damage(std::string& text, const std::string& other, Random& random) {
  const size_t place = Below(text.size() + 1, random);
  const size_t length = Below(64, random);
  switch (random() % 5) {
    case 0:  // a byte becomes another
      if (place < text.size()) text[place] = static_cast<char>(random() % 256);
      break;
    case 1:  // a piece is lost
      text.erase(place, length);
      break;
    case 2:  // a piece is repeated, maybe many times
      for (size_t times = random() % 32; times > 0; --times) {
        text.insert(place, text.substr(place, length));
      }
      break;
    case 3:  // a piece of another seed
      text.insert(place, other, Below(other.size(), random), length);
      break;
    default:  // the end is lost
      text.resize(place);
  }
}

void Run(const std::string& text) {
  std::ofstream("crash-input", std::ios::binary) << text;
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(text.data()), text.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: TARGET ROUNDS SEED_FOLDER\n", stderr);
    return 2;
  }
  const int rounds = std::atoi(argv[1]);
  const std::vector<std::string> seeds = ReadSeeds(argv[2]);
  for (const std::string& seed : seeds) Run(seed);
  Random random(1);
  for (int round = 0; round < rounds; ++round) {
    std::string text = seeds.at(Below(seeds.size(), random));
    for (size_t times = 1 + random() % 4; times > 0; --times) {
      Damage(text, seeds.at(Below(seeds.size(), random)), random);
    }
    Run(text);
  }
  fs::remove("crash-input");
  std::printf("%zu seeds, %d damaged copies\n", seeds.size(), rounds);
}
