"""A plain state dict does not go into sharded parameters; the state-dict helpers cut it up."""

from harness import Net, shard, weights
from torch.distributed.checkpoint.state_dict import StateDictOptions, set_model_state_dict


def bad(rank):
    source = Net().state_dict()
    shard(Net()).load_state_dict(source)


def good(rank):
    source = Net().state_dict()
    net = shard(Net())
    set_model_state_dict(net, dict(source), options=StateDictOptions(full_state_dict=True))
    return all(value.equal(source[name]) for name, value in weights(net).items())


def verify(bad, good):
    assert all(o.raised("RuntimeError", "mixed", "Tensor and DTensor") for o in bad)
    assert all(outcome.value is True for outcome in good)
