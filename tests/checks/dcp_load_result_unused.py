import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.state_dict import (
    get_model_state_dict,
    get_state_dict,
    set_model_state_dict,
    set_state_dict,
)


def result_is_none(net, folder):
    state = dcp.load({"model": get_model_state_dict(net)}, checkpoint_id=folder)  # expect: dcp-load-result-unused
    set_model_state_dict(net, state["model"])


def returned(state, folder):
    return dcp.load(state, checkpoint_id=folder)["model"]  # expect: dcp-load-result-unused


def put_back(net, optimizer, folder):
    weights, moments = get_state_dict(net, optimizer)
    state = {"net": weights, "optimizer": moments}
    dcp.load(state, checkpoint_id=folder)
    set_state_dict(net, optimizer, model_state_dict=state["net"], optim_state_dict=state["optimizer"])


def live_tensors(net, folder):
    dcp.load({"net": net.state_dict()}, checkpoint_id=folder)


def loads_itself(training_state, folder):
    dcp.load({"training": training_state}, checkpoint_id=folder)


def handed_on(net, folder):
    state = {"net": get_model_state_dict(net)}
    dcp.load(state, checkpoint_id=folder)
    return state
