"""Checks the invariant CRC of every RoCEv2 frame of some captures, telemetry taken out first.

The expected CRC is zlib's over the bytes that InfiniBand masks. Over IPv4 the first frame of each opcode and each 16th frame
is also checked against scapy, which is too slow for all; scapy 2.5 has no CRC over IPv6.
Prints for each capture: frames with a CRC, frames where it is right, frames from which telemetry was taken.
"""

import logging
import struct
import sys
import zlib

logging.getLogger("scapy").setLevel(logging.ERROR)

from scapy.contrib.roce import BTH  # noqa: E402
from scapy.layers.l2 import Ether  # noqa: E402
from scapy.utils import RawPcapReader  # noqa: E402

IPV4, IPV6, CSIG, CSIG_WIDE = 0x0800, 0x86DD, 0x9900, 0x9901
HOP_BY_HOP, UDP, IFA = 0, 17, 253
ROCE, NATIVE, DRAFT, INT, IOAM = 4791, 64791, 64792, 17768, 64793


def u16(frame, at):
    return struct.unpack_from(">H", frame, at)[0]


def less(frame, at, by):
    struct.pack_into(">H", frame, at, u16(frame, at) - by)


def bytes_behind_udp(port, frame, at):
    """How long the telemetry is that stands behind UDP, by its own account."""
    if port == NATIVE:
        return 2 + 8 * (frame[at] >> 4)
    if port == DRAFT:
        return 8 + 8 * (frame[at] >> 4)
    if port in (INT, IOAM):
        return 4 + 4 * frame[at + 1]
    return 0


def without_tag(frame):
    size = {CSIG: 4, CSIG_WIDE: 8}.get(u16(frame, 12), 0)
    return frame[:12] + frame[12 + size:]


def without_telemetry(frame):
    """The frame as it would be without telemetry, and where UDP stands in it; None for a frame that has no UDP."""
    frame = bytearray(without_tag(frame))
    if u16(frame, 12) == IPV4:
        length_at, protocol_at, at = 16, 23, 34
    elif u16(frame, 12) == IPV6:
        length_at, protocol_at, at = 18, 20, 54
    else:
        return None
    if frame[protocol_at] == HOP_BY_HOP and length_at == 18:
        size = 8 + 8 * frame[at + 1]
        frame[protocol_at] = frame[at]
        del frame[at:at + size]
        less(frame, length_at, size)
    if frame[protocol_at] == IFA:
        size = 4 + 4 * frame[at + 4 + 8 + 3]
        frame[protocol_at] = frame[at + 1]
        del frame[at + 12:at + 12 + size]
        del frame[at:at + 4]
        less(frame, length_at, size + 4)
    size = bytes_behind_udp(u16(frame, at + 2), frame, at + 8)
    if size:
        del frame[at + 8:at + 8 + size]
        less(frame, length_at, size)
        less(frame, at + 4, size)
        struct.pack_into(">H", frame, at + 2, ROCE)
    return (frame, at) if frame[protocol_at] == UDP and u16(frame, at + 2) == ROCE else None


def crc_by_scapy(frame):
    packet = Ether(bytes(frame))
    del packet[BTH].icrc
    return struct.unpack(">I", bytes(packet)[-4:])[0]


def crc_by_zlib(frame, udp):
    masked = bytearray(frame[14:-4])
    if u16(frame, 12) == IPV4:
        masked[1] = masked[8] = 0xFF  # type of service, time to live
        masked[10:12] = b"\xff\xff"  # checksum
    else:
        masked[0] |= 0x0F  # traffic class and flow label
        masked[1:4] = b"\xff\xff\xff"
        masked[7] = 0xFF  # hop limit
    masked[udp - 14 + 6:udp - 14 + 8] = b"\xff\xff"
    masked[udp - 14 + 12] = 0xFF
    return struct.unpack(">I", struct.pack("<I", zlib.crc32(b"\xff" * 8 + bytes(masked))))[0]


def check(capture):
    total = right = stripped = 0
    opcodes = set()
    for original, _ in RawPcapReader(capture):
        found = without_telemetry(original)
        if found is None:
            continue
        frame, udp = found
        frame = frame[:udp + u16(frame, udp + 4)]  # without what fills small frames
        total += 1
        stripped += len(frame) != len(original)
        stated = struct.unpack(">I", frame[-4:])[0]
        opcode = frame[udp + 8]
        ask_scapy = u16(frame, 12) == IPV4 and (opcode not in opcodes or total % 16 == 0)
        opcodes.add(opcode)
        right += crc_by_zlib(frame, udp) == stated and (not ask_scapy or crc_by_scapy(frame) == stated)
    return total, right, stripped


for name in sys.argv[1:]:
    print(*check(name))
