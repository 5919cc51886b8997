"""An earlier test of the rank is not what keeps the others out: they went on together."""

import os

import torch.distributed as dist


class Client:
    def __init__(self):
        self.is_main = int(os.environ["RANK"]) == 0

    def save(self, weights):
        if self.is_main:
            dist.all_gather_into_tensor(weights.whole, weights)  # expect: rank-guarded-collective
        print("saved")


class Recipe:
    def __init__(self):
        self.is_main = int(os.environ["RANK"]) == 0
        self.client = Client()

    def train(self, batches, weights):
        for batch in batches:
            weights.step(batch)
            if weights.done and self.is_main:
                print(batch)
        self.save(weights)

    def save(self, weights):
        self.client.save(weights)


if __name__ == "__main__":
    Recipe().train([1, 2], open("weights"))
