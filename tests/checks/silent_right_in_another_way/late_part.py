"""The new part came after the parent was sharded, its parameters are still plain, and it is
sharded by itself."""

from torch.distributed.fsdp import fully_shard

from models import build_backbone, build_head


def add_probe(cfg):
    net = build_backbone(cfg)
    fully_shard(net)
    net.probe = build_head(cfg)
    fully_shard(net.probe)
    return net
