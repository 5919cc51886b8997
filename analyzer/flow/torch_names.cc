#include "analyzer/flow/torch_names.h"

#include <algorithm>
#include <array>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"

namespace fsdpcheck::analyzer {
namespace {

using Names = absl::Span<const absl::string_view>;

bool In(Names names, absl::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

struct Renaming {
  absl::string_view from;
  absl::string_view to;
};

// Longer prefixes first.
constexpr Renaming kRenamings[] = {
    {"torch.distributed._composable.fsdp.fully_shard.", "torch.distributed.fsdp."},
    {"torch.distributed._composable.fsdp.", "torch.distributed.fsdp."},
    {"torch.distributed.fsdp._fully_shard._fully_shard.", "torch.distributed.fsdp."},
    {"torch.distributed.fsdp._fully_shard._fsdp_api.", "torch.distributed.fsdp."},
    {"torch.distributed.fsdp._fully_shard.", "torch.distributed.fsdp."},
    {"torch.distributed.fsdp.fully_sharded_data_parallel.", "torch.distributed.fsdp."},
    {"torch.distributed.fsdp.api.", "torch.distributed.fsdp."},
    {"torch.distributed.distributed_c10d.", "torch.distributed."},
    {"torch.distributed.device_mesh.", "torch.distributed."},
    {"torch.distributed._tensor.device_mesh.", "torch.distributed."},
    {"torch.distributed._tensor.", "torch.distributed.tensor."},
    {"torch.distributed.tensor.parallel.api.", "torch.distributed.tensor.parallel."},
    {"torch.distributed.checkpoint.state_dict_saver.", "torch.distributed.checkpoint."},
    {"torch.distributed.checkpoint.state_dict_loader.", "torch.distributed.checkpoint."},
    {"torch.distributed.checkpoint.state_dict.", "torch.distributed.checkpoint.state_dict."},
    {"torch.nn.modules.module.", "torch.nn."},
    {"torch.nn.utils.clip_grad.", "torch.nn.utils."},
};

// Builtins that rules ask about, and all others that code is likely to call.
constexpr absl::string_view kBuiltins[] = {"abs",
                                           "all",
                                           "any",
                                           "bool",
                                           "bytes",
                                           "callable",
                                           "dict",
                                           "dir",
                                           "divmod",
                                           "enumerate",
                                           "filter",
                                           "float",
                                           "format",
                                           "frozenset",
                                           "getattr",
                                           "hasattr",
                                           "hash",
                                           "hex",
                                           "id",
                                           "input",
                                           "int",
                                           "isinstance",
                                           "issubclass",
                                           "iter",
                                           "len",
                                           "list",
                                           "locals",
                                           "map",
                                           "max",
                                           "min",
                                           "next",
                                           "object",
                                           "open",
                                           "ord",
                                           "pow",
                                           "print",
                                           "range",
                                           "repr",
                                           "reversed",
                                           "round",
                                           "set",
                                           "slice",
                                           "sorted",
                                           "str",
                                           "sum",
                                           "super",
                                           "tuple",
                                           "type",
                                           "vars",
                                           "zip",
                                           "globals",
                                           "setattr",
                                           "delattr",
                                           "Exception",
                                           "ValueError",
                                           "RuntimeError",
                                           "KeyError",
                                           "TypeError",
                                           "NotImplementedError",
                                           "AssertionError",
                                           "StopIteration",
                                           "ImportError",
                                           "FileNotFoundError",
                                           "OSError",
                                           "AttributeError"};

constexpr absl::string_view kHarmlessPackages[] = {
    "torch",       "os",          "sys",       "math",        "time",       "logging",
    "json",        "random",      "numpy",     "np",          "re",         "pathlib",
    "typing",      "functools",   "itertools", "collections", "contextlib", "copy",
    "datetime",    "dataclasses", "warnings",  "argparse",    "shutil",     "gc",
    "subprocess",  "threading",   "string",    "tempfile",    "glob",       "pickle",
    "inspect",     "types",       "enum",      "abc",         "operator",   "traceback",
    "socket",      "signal",      "platform",  "hashlib",     "struct",     "io",
    "tqdm",        "wandb",       "yaml",      "toml",        "tomllib",    "packaging",
    "safetensors", "psutil",      "einops",    "loguru",      "rich",       "matplotlib",
    "pandas",      "PIL",         "datasets",  "torchvision", "torchdata",  "triton",
    "omegaconf",   "hydra",       "fire",      "importlib",   "weakref",    "queue",
    "uuid",        "textwrap",    "csv",       "atexit"};

constexpr absl::string_view kModuleMethods[] = {"parameters",
                                                "named_parameters",
                                                "buffers",
                                                "named_buffers",
                                                "children",
                                                "named_children",
                                                "modules",
                                                "named_modules",
                                                "train",
                                                "eval",
                                                "state_dict",
                                                "zero_grad",
                                                "requires_grad_",
                                                "register_forward_hook",
                                                "register_forward_pre_hook",
                                                "register_full_backward_hook",
                                                "register_buffer",
                                                "get_submodule",
                                                "get_parameter",
                                                "get_buffer",
                                                "compile",
                                                "half",
                                                "bfloat16",
                                                "float",
                                                "double",
                                                "extra_repr",
                                                "type",
                                                "forward",
                                                "to",
                                                "cuda",
                                                "cpu",
                                                "unshard",
                                                "reshard",
                                                "set_requires_gradient_sync",
                                                "set_requires_all_reduce",
                                                "set_reshard_after_backward",
                                                "set_reshard_after_forward",
                                                "set_is_last_backward",
                                                "set_modules_to_forward_prefetch",
                                                "set_modules_to_backward_prefetch",
                                                "set_gradient_divide_factor",
                                                "set_unshard_in_backward",
                                                "set_all_reduce_hook",
                                                "numel",
                                                "size",
                                                "items",
                                                "keys",
                                                "values",
                                                "append",
                                                "gradient_checkpointing_enable",
                                                "gradient_checkpointing_disable",
                                                "enable_input_require_grads",
                                                "no_sync",
                                                "clip_grad_norm_",
                                                "get_input_embeddings",
                                                "get_output_embeddings",
                                                "save_pretrained",
                                                "named_buffers",
                                                "get_extra_state",
                                                "register_state_dict_pre_hook",
                                                "generate"};

constexpr absl::string_view kPure[] = {"torch.device",
                                       "torch.distributed.get_world_size",
                                       "len",
                                       "torch.cuda.device_count",
                                       "torch.cuda.is_available",
                                       "str",
                                       "hasattr",
                                       "torch.distributed.get_backend",
                                       "callable",
                                       "torch.cuda.current_device",
                                       "torch.distributed.is_torchelastic_launched",
                                       "type",
                                       "id",
                                       "issubclass",
                                       "torch.accelerator.is_available",
                                       "torch.distributed.is_nccl_available"};

constexpr absl::string_view kOptimizerNames[] = {"Adam",
                                                 "AdamW",
                                                 "SGD",
                                                 "Adafactor",
                                                 "Adagrad",
                                                 "Adadelta",
                                                 "RMSprop",
                                                 "Muon",
                                                 "Lion",
                                                 "LAMB",
                                                 "Lamb",
                                                 "FusedAdam",
                                                 "AdamW8bit",
                                                 "Adam8bit",
                                                 "AdamW4bit",
                                                 "PagedAdamW",
                                                 "PagedAdamW8bit",
                                                 "DistributedMuon",
                                                 "Shampoo",
                                                 "DistributedShampoo",
                                                 "SOAP",
                                                 "NAdam",
                                                 "RAdam",
                                                 "AdamWFp8",
                                                 "AdamWScheduleFree",
                                                 "SGDScheduleFree",
                                                 "StableAdamW",
                                                 "AnyPrecisionAdamW"};

constexpr absl::string_view kRankNames[] = {"rank",
                                            "global_rank",
                                            "local_rank",
                                            "world_rank",
                                            "process_index",
                                            "get_rank",
                                            "get_global_rank",
                                            "get_local_rank",
                                            "get_world_rank",
                                            "node_rank",
                                            "local_process_index",
                                            "get_process_index",
                                            "dist_rank",
                                            "dp_rank",
                                            "get_data_parallel_rank",
                                            "_rank",
                                            "_local_rank",
                                            "_global_rank"};

constexpr absl::string_view kMainNames[] = {"is_main_process",
                                            "is_local_main_process",
                                            "is_rank_zero",
                                            "is_rank_0",
                                            "is_rank0",
                                            "is_global_zero",
                                            "is_main",
                                            "is_master",
                                            "is_world_process_zero",
                                            "is_local_process_zero",
                                            "is_chief",
                                            "is_first_rank",
                                            "is_master_process",
                                            "is_main_rank",
                                            "main_process",
                                            "is_last_process",
                                            "is_primary",
                                            "_is_rank_zero",
                                            "_is_main_process",
                                            "is_lead_rank",
                                            "should_log_rank_zero",
                                            "is_rank_zero_process",
                                            "master_process",
                                            "is_primary_rank"};

constexpr absl::string_view kCollectives[] = {"all_reduce",
                                              "all_gather",
                                              "all_gather_into_tensor",
                                              "all_gather_object",
                                              "all_to_all",
                                              "all_to_all_single",
                                              "barrier",
                                              "broadcast",
                                              "broadcast_object_list",
                                              "gather",
                                              "gather_object",
                                              "monitored_barrier",
                                              "reduce",
                                              "reduce_scatter",
                                              "reduce_scatter_tensor",
                                              "scatter",
                                              "scatter_object_list",
                                              "all_reduce_coalesced",
                                              "all_gather_coalesced"};

constexpr absl::string_view kCheckpointCollectives[] = {
    "torch.distributed.checkpoint.save",
    "torch.distributed.checkpoint.async_save",
    "torch.distributed.checkpoint.load",
    "torch.distributed.checkpoint.save_state_dict",
    "torch.distributed.checkpoint.load_state_dict",
    "torch.distributed.init_device_mesh",
    "torch.distributed.tensor.distribute_tensor",
    "torch.distributed.tensor.distribute_module"};

}  // namespace

std::string CanonicalName(absl::string_view dotted) {
  // `from torch.distributed._composable.fsdp.fully_shard import fully_shard` keeps
  // the module's name inside; the function itself is no prefix.
  if (absl::StartsWith(dotted, "torch.")) {
    for (const Renaming& renaming : kRenamings) {
      if (absl::StartsWith(dotted, renaming.from)) {
        return absl::StrCat(renaming.to, absl::StripPrefix(dotted, renaming.from));
      }
    }
  }
  return std::string(dotted);
}

absl::string_view LastName(absl::string_view dotted) {
  const size_t dot = dotted.rfind('.');
  return dot == absl::string_view::npos ? dotted : dotted.substr(dot + 1);
}

bool IsModelParallelDim(absl::string_view name) {
  constexpr absl::string_view kNames[] = {
      "tp", "pp", "tensor", "tensor_parallel", "pipeline", "pipeline_parallel", "model_parallel"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

bool IsHarmless(absl::string_view dotted) {
  const absl::string_view package = dotted.substr(0, dotted.find('.'));
  if (package.size() == dotted.size()) return In(kBuiltins, dotted);
  // Makes whatever a configuration names.
  if (LastName(dotted) == "instantiate") return false;
  return In(kHarmlessPackages, package) || In(kBuiltins, package) ||
         dotted == "torchao.float8.convert_to_float8_training";
}

bool IsHarmlessModuleMethod(absl::string_view method) {
  return In(kModuleMethods, method) || absl::StartsWith(method, "register_");
}

bool IsPure(absl::string_view dotted) { return In(kPure, dotted); }

bool IsOptimizerClass(absl::string_view dotted) {
  const absl::string_view last = LastName(dotted);
  if (last.size() == dotted.size()) return false;
  if (absl::StartsWith(dotted, "torch.optim.")) {
    const bool subpackage = absl::StartsWith(dotted, "torch.optim.lr_scheduler") ||
                            absl::StartsWith(dotted, "torch.optim.swa_utils");
    return !subpackage && last[0] >= 'A' && last[0] <= 'Z' && last != "Optimizer";
  }
  return In(kOptimizerNames, last);
}

bool IsModuleClassName(absl::string_view dotted) {
  const absl::string_view last = LastName(dotted);
  if (absl::StartsWith(dotted, "torch.nn.") && !absl::StartsWith(dotted, "torch.nn.functional") &&
      !absl::StartsWith(dotted, "torch.nn.utils") && !absl::StartsWith(dotted, "torch.nn.init")) {
    return last[0] >= 'A' && last[0] <= 'Z' && last != "Parameter";
  }
  return absl::EndsWith(last, "Module") || absl::EndsWith(last, "Model") ||
         absl::EndsWith(last, "ModelMixin");
}

bool IsThisMachine(absl::string_view address) {
  return absl::StrContains(address, "localhost") || absl::StrContains(address, "127.0.0.1");
}

bool IsProcessGroupClass(absl::string_view dotted) {
  return absl::StartsWith(dotted, "torch.distributed.") &&
         absl::StartsWith(LastName(dotted), "ProcessGroup");
}

bool IsContainerName(absl::string_view dotted) {
  return dotted == "torch.nn.ModuleList" || dotted == "torch.nn.ModuleDict";
}

bool Computes(absl::string_view dotted) {
  constexpr absl::string_view kFunctions[] = {"torch.matmul",
                                              "torch.mm",
                                              "torch.bmm",
                                              "torch.einsum",
                                              "torch.addmm",
                                              "torch.nn.functional.linear",
                                              "torch.nn.functional.embedding",
                                              "torch.nn.functional.layer_norm",
                                              "torch.nn.functional.rms_norm",
                                              "torch.nn.functional.conv2d",
                                              "torch.nn.functional.cross_entropy"};
  return In(kFunctions, dotted);
}

bool IsRankName(absl::string_view name) { return In(kRankNames, name); }

bool IsMainRankName(absl::string_view name) { return In(kMainNames, name); }

absl::string_view CollectiveName(absl::string_view dotted) {
  if (In(kCheckpointCollectives, dotted)) return LastName(dotted);
  constexpr absl::string_view kPackage = "torch.distributed.";
  if (!absl::StartsWith(dotted, kPackage)) return "";
  const absl::string_view name = dotted.substr(kPackage.size());
  if (In(kCollectives, name)) return name;
  if (absl::StartsWith(name, "nn.") && In(kCollectives, LastName(name))) return LastName(name);
  return "";
}

bool IsOptimizerName(absl::string_view name) {
  return absl::EndsWith(name, "optim") || absl::EndsWith(name, "optimizer");
}

bool IsMakerName(absl::string_view name) {
  for (const absl::string_view start : {"build", "create", "make", "configure"}) {
    if (absl::StartsWith(name, start)) return true;
  }
  return false;
}

bool IsAdapterName(absl::string_view name) {
  for (const absl::string_view part : {"lora", "LoRA", "Lora", "adapter", "peft"}) {
    if (absl::StrContains(name, part)) return true;
  }
  return false;
}

bool HasParameters(absl::string_view constructor) {
  constexpr absl::string_view kWithout[] = {
      "ReLU",     "ReLU6",     "GELU",      "SiLU",         "Sigmoid",          "Tanh",
      "Identity", "Flatten",   "Unflatten", "ModuleList",   "ModuleDict",       "Sequential",
      "Softplus", "LeakyReLU", "Upsample",  "PixelShuffle", "CosineSimilarity", "ELU",
      "Mish",     "Hardswish"};
  constexpr absl::string_view kPackage = "torch.nn.";
  if (!absl::StartsWith(constructor, kPackage)) return false;
  const absl::string_view name = constructor.substr(kPackage.size());
  if (absl::StartsWith(name, "Dropout") || absl::StartsWith(name, "parallel.") ||
      absl::StartsWith(name, "InstanceNorm") || absl::EndsWith(name, "Loss") ||
      absl::StrContains(name, "Pool") || absl::StrContains(name, "Pad") ||
      absl::StartsWith(name, "Softmax") || absl::StartsWith(name, "LogSoftmax")) {
    return false;
  }
  return !In(kWithout, name);
}

}  // namespace fsdpcheck::analyzer
