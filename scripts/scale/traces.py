#!/usr/bin/env python3
"""Writes large traces, to see what reading and starting them costs.

traces.py FOLDER [MILLIONS]        10 million operations by default, in rings of ranks:

pairs.goal   GOAL text: 64 ranks in a ring; each computes, sends to the next and receives from the one before
ring.N.et    Chakra: the same of 4 ranks, a file each
ring.cm      htsim: connections of 64 nodes in a ring, each set off by the one before at its node
layers.txt   SimAI's AICB text: 1,024 GPUs, an all-reduce of each group of 8 and of 128 a layer
*.yaml       a scenario for each

traces.py FOLDER at-once [HOSTS]   an all-to-all of 512 hosts by default (261,632 messages), all ready at time 0:

flows.txt    a flow file of the HPCC authors' simulator
sends.goal   GOAL text: a send and a receive for each message
sends.N.et   Chakra: the same, a file for each rank
a2a.txt      SimAI's AICB text: one all-to-all of all ranks
*.yaml       a scenario for each, on a star
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


def others(host, hosts):
    return [(host + hops) % hosts for hops in range(1, hosts)]


def at_once(folder, hosts):
    size = 4096
    with open(os.path.join(folder, "flows.txt"), "w") as out:
        out.write("%d\n" % (hosts * (hosts - 1)))
        for source in range(hosts):
            for destination in others(source, hosts):
                out.write("%d %d 3 100 %d 0\n" % (source, destination, size))
    with open(os.path.join(folder, "sends.goal"), "w") as out:
        out.write("num_ranks %d\n" % hosts)
        for rank in range(hosts):
            out.write("rank %d {\n" % rank)
            for other in others(rank, hosts):
                out.write("s%d: send %db to %d tag 1\nr%d: recv %db from %d tag 1\n" % (other, size, other, other, size, other))
            out.write("}\n")
    for rank in range(hosts):
        with open(os.path.join(folder, "sends.%d.et" % rank), "wb") as out:
            out.write(behind_its_length(field(1, b"0.0.4")))
            for number, other in enumerate(others(rank, hosts)):
                common = attribute(b"comm_size", 9, size) + attribute(b"comm_tag", 7, 1)
                out.write(behind_its_length(field(1, 2 * number + 1) + field(2, b"send") + field(3, 5)
                                            + attribute(b"comm_dst", 7, other) + common))
                out.write(behind_its_length(field(1, 2 * number + 2) + field(2, b"recv") + field(3, 6)
                                            + attribute(b"comm_src", 7, other) + common))
    with open(os.path.join(folder, "a2a.txt"), "w") as out:
        out.write("HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: %d ep: 1 pp: 1 all_gpus: %d\n1\n" % (hosts, hosts))
        out.write("layer -1 0 ALLTOALL %d 0 NONE 0 0 NONE 0 0\n" % (size * hosts))
    for name, flows in (("flows", "file(flows.txt, startAs=decimal)"), ("goal", "trace(path=sends.goal)"),
                        ("chakra", "trace(path=sends.0.et)"), ("aicb", "trace(path=a2a.txt)")):
        with open(os.path.join(folder, name + ".yaml"), "w") as out:
            out.write("topology: star(hosts=%d, rate=400Gbps)\nflows: %s\nscheme: none\nbuffer: 1GiB\nsample: {every: 100us}\n"
                      % (hosts, flows))


def main():
    if len(sys.argv) not in (2, 3, 4) or (len(sys.argv) == 4 and sys.argv[2] != "at-once"):
        sys.exit(__doc__)
    folder = sys.argv[1]
    if len(sys.argv) > 2 and sys.argv[2] == "at-once":
        os.makedirs(folder, exist_ok=True)
        at_once(folder, int(sys.argv[3]) if len(sys.argv) == 4 else 512)
        return
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
