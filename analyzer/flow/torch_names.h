// What the analyzer knows of the names of PyTorch and of the standard library.
#ifndef FSDPCHECK_ANALYZER_FLOW_TORCH_NAMES_H_
#define FSDPCHECK_ANALYZER_FLOW_TORCH_NAMES_H_

#include <string>

#include "absl/strings/string_view.h"

namespace fsdpcheck::analyzer {

// One name for everything that PyTorch offers under several:
// "torch.distributed._composable.fsdp.fully_shard" and
// "torch.distributed.fsdp._fully_shard.fully_shard" both become
// "torch.distributed.fsdp.fully_shard". Other names come back unchanged.
// Source: PyTorch 2.14, torch/distributed/fsdp/__init__.py and
// torch/distributed/_composable/fsdp/__init__.py.
std::string CanonicalName(absl::string_view dotted);

// The last component of a dotted name.
absl::string_view LastName(absl::string_view dotted);

// Functions outside the project that neither shard, initialise nor keep what
// they are given, nor take part in collectives: builtins, the standard library,
// and PyTorch itself (whose collectives and FSDP2 calls are known one by one).
bool IsHarmless(absl::string_view dotted);
// Names that mesh dimensions of tensor and pipeline parallelism are given.
bool IsModelParallelDim(absl::string_view name);

// Methods of nn.Module that leave parameters and sharding alone.
bool IsHarmlessModuleMethod(absl::string_view method);

// Functions whose result is the same for the same arguments within one run.
bool IsPure(absl::string_view dotted);

// Classes of PyTorch (and well-known libraries) whose instances are optimizers.
bool IsOptimizerClass(absl::string_view dotted);

// Classes whose instances are nn.Modules: torch.nn's own and what libraries
// call ...Model or ...Module.
bool IsModuleClassName(absl::string_view dotted);

// Names by which code asks for this process's rank, or whether it is the main
// one: attributes and functions that the project does not define.
bool IsRankName(absl::string_view name);
bool IsMainRankName(absl::string_view name);

// A list or dict of modules, which has no forward.
bool IsContainerName(absl::string_view dotted);
// An address at which only processes of one machine can meet.
bool IsThisMachine(absl::string_view address);
bool IsProcessGroupClass(absl::string_view dotted);

// Functions of PyTorch that combine an input with a weight. Arithmetic on weights
// alone is fine for shards.
bool Computes(absl::string_view dotted);

// A collective over the default group, or over `group`. "" if it is none.
// The result is the name to report: "all_reduce".
absl::string_view CollectiveName(absl::string_view dotted);

// What a variable is called that holds an optimizer: "optim", "self.optimizer",
// "gen_optimizer", but not "optimizer_config".
bool IsOptimizerName(absl::string_view name);
// Something whose `rank` is that of a matrix: "lora_config".
bool IsAdapterName(absl::string_view name);
// A module of PyTorch that brings parameters: "torch.nn.Linear", not "torch.nn.GELU".
bool HasParameters(absl::string_view constructor);
// Methods and functions that make something of what they are given: "build".
bool IsMakerName(absl::string_view name);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_TORCH_NAMES_H_
