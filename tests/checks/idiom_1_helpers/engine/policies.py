import torch
from torch.distributed.fsdp import MixedPrecisionPolicy

PRECISIONS = {
    "bf16": MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32),
    "fp32": MixedPrecisionPolicy(),
}
