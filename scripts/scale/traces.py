#!/usr/bin/env python3
"""Writes large traces, to see what reading them costs: traces.py FOLDER [MILLIONS], 10 million operations by default.

pairs.goal   GOAL text: 64 ranks in a ring; each computes, sends to the next and receives from the one before
ring.N.et    Chakra: the same of 4 ranks, a file each
ring.cm      htsim: connections of 64 nodes in a ring, each set off by the one before at its node
layers.txt   SimAI's AICB text: 1,024 GPUs, an all-reduce of each group of 8 and of 128 a layer
*.yaml       a scenario for each
"""
import os
import sys

SIZE = 1000


def goal(path, operations):
    ranks = 64
    steps = operations // (3 * ranks)
    with open(path, "w") as out:
        out.write("num_ranks %d\n" % ranks)
        for rank in range(ranks):
            after, before = (rank + 1) % ranks, (rank - 1) % ranks
            out.write("rank %d {\n" % rank)
            for step in range(steps):
                out.write("c%d: calc 1000\ns%d: send %db to %d tag 1\nr%d: recv %db from %d tag 1\ns%d requires c%d\n"
                          % (step, step, SIZE, after, step, SIZE, before, step, step))
                if step:
                    out.write("c%d requires r%d\n" % (step, step - 1))
            out.write("}\n")


def varint(value):
    written = bytearray()
    while value > 127:
        written.append(value & 127 | 128)
        value >>= 7
    written.append(value)
    return bytes(written)


def field(number, value):
    if isinstance(value, bytes):
        return varint(number << 3 | 2) + varint(len(value)) + value
    return varint(number << 3) + varint(value)


def attribute(name, number, value):
    return field(10, field(1, name) + field(number, value))


def behind_its_length(message):
    return varint(len(message)) + message


def chakra(path, operations):
    ranks = 4
    steps = operations // (3 * ranks)
    for rank in range(ranks):
        after, before = (rank + 1) % ranks, (rank - 1) % ranks
        sent = attribute(b"comm_dst", 7, after) + attribute(b"comm_size", 9, SIZE) + attribute(b"comm_tag", 7, 1)
        received = attribute(b"comm_src", 7, before) + attribute(b"comm_size", 9, SIZE) + attribute(b"comm_tag", 7, 1)
        with open(path % rank, "wb") as out:
            out.write(behind_its_length(field(1, b"0.0.4")))
            for first in range(1, 3 * steps + 1, 3):
                needs = field(5, varint(first - 1)) if first > 1 else b""
                out.write(behind_its_length(field(1, first) + field(2, b"gemm") + field(3, 4) + needs + field(7, 1)))
                out.write(behind_its_length(
                    field(1, first + 1) + field(2, b"send") + field(3, 5) + field(5, varint(first)) + sent))
                out.write(behind_its_length(field(1, first + 2) + field(2, b"recv") + field(3, 6) + received))


def matrix(path, operations):
    nodes = 64
    rounds = operations // (3 * nodes)  # a connection is a send and a receive, and a trigger an operation more
    connections = rounds * nodes
    with open(path, "w") as out:
        out.write("Nodes %d\nConnections %d\nTriggers %d\n" % (nodes, connections, connections - nodes))
        for at in range(connections):
            node = at % nodes
            begins = "start 0" if at < nodes else "trigger %d" % (at - nodes + 1)
            ends = " send_done_trigger %d" % (at + 1) if at < connections - nodes else ""
            out.write("%d->%d id %d %s size %d%s\n" % (node, (node + 1) % nodes, at + 1, begins, SIZE, ends))
        for trigger in range(1, connections - nodes + 1):
            out.write("trigger id %d oneshot\n" % trigger)


def aicb(path, operations):
    ranks, tensor = 1024, 8
    data = ranks // tensor
    # an all-reduce by ring has 2 (n - 1) messages a rank, each two operations; forward one among 8, for weights one among 128
    layers = max(1, operations // (2 * ranks * 2 * (tensor - 1 + data - 1)))
    with open(path, "w") as out:
        out.write("HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: %d ep: 1 all_gpus: %d\n%d\n" % (tensor, ranks, layers))
        for layer in range(layers):
            out.write("layer%d -1 1000 ALLREDUCE 1048576 1000 NONE 0 1000 ALLREDUCE 1048576 100\n" % layer)


def scenario(path, trace, topology):
    with open(path, "w") as out:
        out.write("topology: %s\nflows: trace(path=%s)\nscheme: hpcc\nsample: {every: 1ms}\n" % (topology, trace))


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    folder = sys.argv[1]
    operations = int(float(sys.argv[2] if len(sys.argv) == 3 else 10) * 1_000_000)
    os.makedirs(folder, exist_ok=True)
    goal(os.path.join(folder, "pairs.goal"), operations)
    chakra(os.path.join(folder, "ring.%d.et"), operations)
    matrix(os.path.join(folder, "ring.cm"), operations)
    aicb(os.path.join(folder, "layers.txt"), operations)
    for name, trace, topology in (("goal", "pairs.goal", "star(hosts=64)"), ("chakra", "ring.0.et", "star(hosts=4)"),
                                  ("cm", "ring.cm", "star(hosts=64)"),
                                  ("aicb", "layers.txt", "leaf-spine(leaves=16, spines=16, hostsPerLeaf=64)")):
        scenario(os.path.join(folder, name + ".yaml"), trace, topology)


main()
