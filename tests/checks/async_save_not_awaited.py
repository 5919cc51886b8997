import torch.distributed.checkpoint as dcp


def dropped(state, folder):
    dcp.async_save(state, checkpoint_id=folder)  # expect: async-save-not-awaited


def never_asked(steps, state_of, folder):
    for step in range(steps):
        pending = dcp.async_save(state_of(step), checkpoint_id=f"{folder}/{step}")  # expect: async-save-not-awaited


def awaited(steps, state_of, folder):
    pending = None
    for step in range(steps):
        if pending is not None:
            pending.result()
        pending = dcp.async_save(state_of(step), checkpoint_id=f"{folder}/{step}")
    if pending is not None:
        pending.result()


def awaited_at_once(state, folder):
    dcp.async_save(state, checkpoint_id=folder).result()


class Saver:
    def __init__(self, group):
        self.group = group
        self.pending = []

    def save(self, state, folder):
        self.pending.append(dcp.async_save(state, checkpoint_id=folder, process_group=self.group))

    def close(self):
        for future in self.pending:
            future.result()


def left_to_the_caller(state, folder):
    return dcp.async_save(state, checkpoint_id=folder)


def finished_by_another_thread(state, folder, pool):
    def start():
        return dcp.async_save(state, checkpoint_id=folder)

    future = start()

    def finish():
        future.result()
        folder.rename("done")

    return pool.submit(finish)


def kept_beside_another_thread(state, folder, pool):
    future = dcp.async_save(state, checkpoint_id=folder)  # expect: async-save-not-awaited
    pool.submit(folder.touch)
