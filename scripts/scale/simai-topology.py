#!/usr/bin/env python3
"""Writes a topology of GPU servers in the form of SimAI's generator, to measure how long a set-up takes.

Usage: scripts/scale/simai-topology.py SHAPE GPUS > FILE

SHAPE   single   one top-of-rack switch for each rail of a segment of 64 servers (their Spectrum-X)
        dual     two for each, all cabled to every spine (their AlibabaHPN), 128 servers a segment
        planes   two for each, one in each of two planes (their AlibabaHPN with two planes)
GPUS    a multiple of 8; the size of their defaults is 4096 for single and 15360 for the others

Header: nodes, GPUs per server, server switches, other switches, links, GPU type. Then the switches, then one link a line.
"""
import sys

GPUS_PER_SERVER = 8
SHAPES = {'single': (1, 1, 64, 64, 400), 'dual': (2, 1, 128, 120, 200), 'planes': (2, 2, 128, 120, 200)}


def topology(shape, gpus):
    tors_per_rail, planes, servers_per_segment, spines, rate = SHAPES[shape]
    servers = gpus // GPUS_PER_SERVER
    segments = -(-servers // servers_per_segment)
    rails = segments * GPUS_PER_SERVER
    first_tor = gpus + servers
    first_spine = first_tor + rails * tors_per_rail
    nodes = first_spine + spines
    links = []
    for gpu in range(gpus):
        server, place = divmod(gpu, GPUS_PER_SERVER)
        links.append((gpu, gpus + server, '2880Gbps', '0.000025ms'))
        rail = server // servers_per_segment * GPUS_PER_SERVER + place
        for tor in range(tors_per_rail):
            links.append((gpu, first_tor + tor * rails + rail, f'{rate}Gbps', '0.0005ms'))
    for tor in range(rails * tors_per_rail):
        plane = tor // rails % planes
        share = spines // planes
        for spine in range(plane * share, plane * share + share):
            links.append((first_tor + tor, first_spine + spine, '400Gbps', '0.0005ms'))
    yield f'{nodes} {GPUS_PER_SERVER} {servers} {nodes - gpus - servers} {len(links)} H100'
    yield ' '.join(str(node) for node in range(gpus, nodes))
    for link in links:
        yield ' '.join(str(part) for part in link) + ' 0'


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in SHAPES or not sys.argv[2].isdigit() or int(sys.argv[2]) < 1 \
            or int(sys.argv[2]) % GPUS_PER_SERVER:
        sys.exit(__doc__)
    print('\n'.join(topology(sys.argv[1], int(sys.argv[2]))))


main()
