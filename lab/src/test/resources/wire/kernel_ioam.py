"""Sends frames through two Linux routers that take part in IOAM, and keeps what arrives.

    kernel_ioam.py IN.pcap OUT.pcap

The frames go unchanged into the first router, whose interface has the MAC address that they are sent to; routers are network
namespaces of this machine and are gone afterwards. Each has a node number and numbers for its interfaces (ROUTERS); behind the first a
slow queue fills up. Prints how many frames were sent and how many arrived. Exit code 77: this machine cannot do it, and why.
"""

import ctypes
import os
import socket
import struct
import subprocess
import sys
import time

NAMESPACE = 0x8000
ROUTERS = (  # node, ingress interface, egress interface
    (0x0A0001, 0x1101, 0x1102),
    (0x0A0002, 0x2201, 0x2202),
)
UNABLE = 77
CLONE_NEWNET = 0x40000000
ETH_P_ALL = 3
PATIENCE_S = 10
PREFIX = "ioam%d-" % os.getpid()
S, R1, R2, D = (PREFIX + name for name in ("s", "r1", "r2", "d"))


def unable(why):
    print(why)
    sys.exit(UNABLE)


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        raise OSError("%s: %s" % (" ".join(words), done.stderr.strip()))
    return done.stdout


def inside(namespace, *words):
    return run("ip", "netns", "exec", namespace, *words)


def read_pcap(name):
    with open(name, "rb") as file:
        data = file.read()
    at, frames = 24, []
    while at < len(data):
        length = struct.unpack_from("<I", data, at + 8)[0]
        frames.append(data[at + 16:at + 16 + length])
        at += 16 + length
    return frames


def write_pcap(name, frames):
    with open(name, "wb") as file:
        file.write(struct.pack("<IHHIIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 1))
        for number, frame in enumerate(frames):
            file.write(struct.pack("<IIII", 0, number, len(frame), len(frame)) + frame)


def packet_socket(namespace, interface):
    """A socket that stays in its namespace, made by a visit to it."""
    libc = ctypes.CDLL(None, use_errno=True)
    home = os.open("/proc/self/ns/net", os.O_RDONLY)
    there = os.open("/run/netns/" + namespace, os.O_RDONLY)
    try:
        if libc.setns(there, CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "setns")
        made = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
        made.bind((interface, 0))
        return made
    finally:
        libc.setns(home, CLONE_NEWNET)
        os.close(home)
        os.close(there)


def check():
    if os.geteuid() != 0:
        unable("it needs root for network namespaces")
    try:
        run("ip", "netns", "add", S)
    except OSError as failed:
        unable("network namespaces are not to be had: %s" % failed)
    try:
        inside(S, "ip", "ioam", "namespace", "add", str(NAMESPACE))
        inside(S, "sysctl", "-qn", "net.ipv6.ioam6_id")
    except OSError as failed:
        unable("this kernel, or this ip, knows no IOAM: %s" % failed)


def cable(namespace_a, a, namespace_b, b):
    run("ip", "link", "add", a, "netns", namespace_a, "type", "veth", "peer", "name", b, "netns", namespace_b)


def mac(namespace, interface):
    words = run("ip", "-n", namespace, "link", "show", interface).split()
    return words[words.index("link/ether") + 1]


def router(namespace, ingress, egress, numbers, destination, next_hop):
    node, ingress_id, egress_id = numbers
    settings = ["net.ipv6.conf.all.forwarding=1", "net.ipv6.ioam6_id=%d" % node, "net.ipv6.conf.%s.ioam6_enabled=1" % ingress,
                "net.ipv6.conf.%s.ioam6_id=%d" % (ingress, ingress_id), "net.ipv6.conf.%s.ioam6_id=%d" % (egress, egress_id)]
    inside(namespace, "sysctl", "-qw", *settings)
    run("ip", "-n", namespace, "ioam", "namespace", "add", str(NAMESPACE))
    run("ip", "-n", namespace, "-6", "route", "add", destination, "dev", egress)
    run("ip", "-n", namespace, "-6", "neigh", "add", destination, "lladdr", next_hop, "dev", egress, "nud", "permanent")


def build(first_mac, destination):
    for namespace in (R1, R2, D):
        run("ip", "netns", "add", namespace)
    cable(S, "s0", R1, "a0")
    cable(R1, "b0", R2, "c0")
    cable(R2, "e0", D, "d0")
    run("ip", "-n", R1, "link", "set", "a0", "address", first_mac)
    for namespace, interface in ((S, "s0"), (R1, "a0"), (R1, "b0"), (R2, "c0"), (R2, "e0"), (D, "d0")):
        run("ip", "-n", namespace, "link", "set", interface, "up")
    router(R1, "a0", "b0", ROUTERS[0], destination, mac(R2, "c0"))
    router(R2, "c0", "e0", ROUTERS[1], destination, mac(D, "d0"))
    run("tc", "-n", R1, "qdisc", "add", "dev", "b0", "root", "tbf", "rate", "10mbit", "burst", "1600", "limit", "200000")


def carries(frame, destination):
    return frame[12:14] == b"\x86\xdd" and frame[38:54] == destination


def exchange(frames, destination):
    sender, receiver = packet_socket(S, "s0"), packet_socket(D, "d0")
    for frame in frames:
        sender.send(frame)
    arrived, deadline = [], time.monotonic() + PATIENCE_S
    while len(arrived) < len(frames) and time.monotonic() < deadline:
        receiver.settimeout(max(deadline - time.monotonic(), 0.01))
        try:
            frame = receiver.recv(65535)
        except socket.timeout:
            break
        if carries(frame, destination):
            arrived.append(frame)
    return arrived


def main(source, target):
    frames = read_pcap(source)
    destination = frames[0][38:54]
    try:
        check()
        build(frames[0][0:6].hex(":"), socket.inet_ntop(socket.AF_INET6, destination))
        arrived = exchange(frames, destination)
    finally:
        for namespace in (S, R1, R2, D):
            subprocess.run(("ip", "netns", "del", namespace), capture_output=True)
    write_pcap(target, arrived)
    print(len(frames), len(arrived))


main(*sys.argv[1:])
