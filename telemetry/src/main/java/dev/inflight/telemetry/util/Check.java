package dev.inflight.telemetry.util;

import java.util.Set;

/** Range checks that reject a parameter with a message that names it. */
public final class Check {
  /**
   * Protocols in use: ICMP, IP in IP, TCP, UDP, IPv6 in IP, routing, fragment, ESP, AH, ICMPv6, none, destination options,
   * SCTP.
   */
  private static final Set<Integer> TAKEN_PROTOCOLS = Set.of(1, 4, 6, 17, 41, 43, 44, 50, 51, 58, 59, 60, 132);
  /** EtherTypes in use: IPv4, ARP, IPv6, VLAN, provider VLAN, MAC control, RoCE v1, LLDP. */
  private static final Set<Integer> TAKEN_ETHER_TYPES = Set.of(0x0800, 0x0806, 0x86DD, 0x8100, 0x88A8, 0x8808, 0x8915, 0x88CC);

  /** Largest time: a million seconds; the sum of several still fits into a long. */
  private static final long LONGEST_PS = 1_000_000_000_000_000_000L;

  private Check() {
  }

  public static void check(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(what + " " + value + " is outside " + least + " to " + most);
    }
  }

  public static void rate(String name, long bitsPerSec, long least) {
    atLeast(name, bitsPerSec, " b/s", least);
  }

  /** Checks that a time is at least {@code least} and at most a million seconds, so that the sum of two times fits. */
  public static void time(String name, long ps, long least) {
    atLeast(name, ps, " ps", least);
    if (ps > LONGEST_PS) {
      throw new IllegalArgumentException(
          name + " " + ps + " ps is outside " + least + " to " + LONGEST_PS + " (a million seconds)");
    }
  }

  public static void size(String name, long bytes, long least) {
    atLeast(name, bytes, " bytes", least);
  }

  public static void count(String name, long value, long least) {
    atLeast(name, value, "", least);
  }

  private static void atLeast(String name, long value, String unit, long least) {
    if (value < least) {
      throw new IllegalArgumentException(name + " " + value + unit + " is below " + least);
    }
  }

  /** Checks that a value is above 0 and at most {@code most}. */
  public static void positive(String name, double value, double most) {
    if (!(value > 0 && value <= most)) {
      throw new IllegalArgumentException(name + " must be above 0 and at most " + plain(most) + ", found " + plain(value));
    }
  }

  public static void within(String name, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(name + " " + plain(value) + " is outside " + plain(least) + " to " + plain(most));
    }
  }

  /** A time as text of messages, in microseconds. */
  public static String microseconds(long ps) {
    return plain(ps / 1e6) + " us";
  }

  private static String plain(double bound) {
    return bound == Math.rint(bound) && Math.abs(bound) < 1e15 ? Long.toString((long) bound) : Double.toString(bound);
  }

  /** Checks an IP protocol that marks telemetry: not that of a transport or an extension header. */
  public static void checkIpProtocol(int protocol) {
    check("IP protocol", protocol, 1, 255);
    if (TAKEN_PROTOCOLS.contains(protocol)) {
      throw new IllegalArgumentException("IP protocol " + protocol + " is in use; 253 and 254 are free for experiments");
    }
  }

  /** Checks a tag protocol identifier that marks telemetry: neither an EtherType in use nor a length. */
  public static void checkTpid(int tpid) {
    check("TPID", tpid, 0x0600, 0xFFFF);
    if (TAKEN_ETHER_TYPES.contains(tpid)) {
      throw new IllegalArgumentException(
          "TPID 0x" + Integer.toHexString(tpid) + " is an EtherType in use; 0x9900 is the default");
    }
  }
}
