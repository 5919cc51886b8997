"""dcp.load fills the dict it is given and returns None. What is not part of the live model must be
put back."""

import torch
import torch.distributed.checkpoint as dcp
from harness import Net, attempt, shard, shared_folder, weights
from torch.distributed.checkpoint.state_dict import get_model_state_dict, set_model_state_dict


def saved_then_changed():
    net = shard(Net())
    original = weights(net)
    dcp.save({"model": get_model_state_dict(net)}, checkpoint_id=shared_folder() / "step_1")
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.zero_()
    return net, original


def copied(net):
    return {name: value.detach().clone() for name, value in get_model_state_dict(net).items()}


def restored(net, original):
    return all(value.equal(original[name]) for name, value in weights(net).items())


def bad(rank):
    net, original = saved_then_changed()
    folder = shared_folder() / "step_1"
    loaded = dcp.load({"model": copied(net)}, checkpoint_id=folder)
    used = attempt(lambda: set_model_state_dict(net, loaded["model"]))
    dcp.load({"model": copied(net)}, checkpoint_id=folder)
    return loaded, used, restored(net, original)


def good(rank):
    net, original = saved_then_changed()
    state = {"model": copied(net)}
    dcp.load(state, checkpoint_id=shared_folder() / "step_1")
    set_model_state_dict(net, state["model"])
    return restored(net, original)


def verify(bad, good):
    assert all(outcome.value == (None, "TypeError", False) for outcome in bad)
    assert all(outcome.value is True for outcome in good)
