package dev.inflight.telemetry.util;

import dev.inflight.telemetry.BehindUdp;
import java.util.Set;

/** Checks of parameters. */
public final class Check {
  /** ICMP, IP in IP, TCP, UDP, IPv6 in IP, routing, fragment, ESP, AH, ICMPv6, none, destination options, SCTP. */
  private static final Set<Integer> TAKEN_PROTOCOLS = Set.of(1, 4, 6, 17, 41, 43, 44, 50, 51, 58, 59, 60, 132);
  /** IPv4, ARP, IPv6, VLAN, provider VLAN, MAC control, RoCE v1, LLDP. */
  private static final Set<Integer> TAKEN_ETHER_TYPES = Set.of(0x0800, 0x0806, 0x86DD, 0x8100, 0x88A8, 0x8808, 0x8915, 0x88CC);

  private Check() {
  }

  public static void check(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(what + " " + value + " is outside " + least + " to " + most);
    }
  }

  /** A port that marks telemetry: not the one that marks RoCEv2 without. */
  public static void checkUdpPort(int port) {
    check("UDP port", port, 1, 0xFFFF);
    if (port == BehindUdp.ROCE_V2_PORT) {
      throw new IllegalArgumentException("UDP port " + port + " says that RoCEv2 follows without telemetry");
    }
  }

  /** An IP protocol that marks telemetry: none that stands for a transport or an extension header. */
  public static void checkIpProtocol(int protocol) {
    check("IP protocol", protocol, 1, 255);
    if (TAKEN_PROTOCOLS.contains(protocol)) {
      throw new IllegalArgumentException("IP protocol " + protocol + " is in use; 253 and 254 are free for experiments");
    }
  }

  /** A tag protocol identifier that marks telemetry: none of an EtherType in use, nor a length. */
  public static void checkTpid(int tpid) {
    check("TPID", tpid, 0x0600, 0xFFFF);
    if (TAKEN_ETHER_TYPES.contains(tpid)) {
      throw new IllegalArgumentException(
          "TPID 0x" + Integer.toHexString(tpid) + " is an EtherType in use; 0x9900 is the default");
    }
  }
}
