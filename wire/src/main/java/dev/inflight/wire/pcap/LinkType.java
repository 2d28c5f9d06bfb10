package dev.inflight.wire.pcap;

import org.jspecify.annotations.Nullable;

/** Header with which a capture's frames start. Numbers: draft-ietf-opsawg-pcaplinktype. */
public enum LinkType {
  /** A MAC header: see {@code Ethernet}. */
  ETHERNET("the Ethernet header"),
  /** An IPv4 or IPv6 header, by the first four bits. */
  RAW_IP("the start of the frame"),
  /** An IPv4 header. */
  IPV4("the start of the frame"),
  /** An IPv6 header. */
  IPV6("the start of the frame"),
  /** Four bytes with the address family, which BSD and macOS write for loopback interfaces, then an IPv4 or IPv6 header. */
  LOOPBACK("the loopback header"),
  /** Linux cooked header, for interfaces of any kind: 16 bytes, of which the last two are an EtherType. */
  LINUX_COOKED("the Linux cooked header"),
  /** Linux cooked header, version 2: 20 bytes, of which the first two are an EtherType. */
  LINUX_COOKED_V2("the Linux cooked header");

  /** Supported link types, as text for messages. */
  public static final String KNOWN = "Ethernet (1), raw IP (101, 12, 14), IPv4 (228), IPv6 (229), Linux cooked (113, 276), BSD loopback (0, 108)";

  /** Name of the header in messages. */
  private final String header;

  LinkType(String header) {
    this.header = header;
  }

  /** Name of the header in messages. */
  public String header() {
    return header;
  }

  /** Link type of a number, or null for other numbers. */
  static @Nullable LinkType of(int number) {
    return switch (number) {
      case 1 -> ETHERNET;
      case 12, 14, 101 -> RAW_IP; // some BSDs write 12 or 14 instead of 101
      case 228 -> IPV4;
      case 229 -> IPV6;
      case 113 -> LINUX_COOKED;
      case 276 -> LINUX_COOKED_V2;
      case 0, 108 -> LOOPBACK;
      default -> null;
    };
  }

  /** Text for a number that {@link #of} does not support, with its name if it is common. */
  static String name(int number) {
    String name = switch (number) {
      case 3 -> "AX.25";
      case 6 -> "token ring";
      case 8 -> "SLIP";
      case 9, 50 -> "PPP";
      case 10 -> "FDDI";
      case 11, 100 -> "ATM with LLC";
      case 51 -> "PPP over Ethernet";
      case 104 -> "Cisco HDLC";
      case 105 -> "IEEE 802.11";
      case 107 -> "frame relay";
      case 117 -> "OpenBSD's packet filter";
      case 119, 163, 192 -> "IEEE 802.11 with another header";
      case 122 -> "IP over Fibre Channel";
      case 127 -> "IEEE 802.11 with radiotap";
      case 143 -> "DOCSIS";
      case 187, 201, 251, 254, 255, 256 -> "Bluetooth";
      case 186, 189, 220, 249, 288, 293, 294, 295 -> "USB";
      case 195, 215, 230, 283 -> "IEEE 802.15.4";
      case 190, 227 -> "CAN";
      case 197 -> "ERF";
      case 224 -> "Fibre Channel";
      case 225 -> "Fibre Channel with delimiters";
      case 226 -> "Solaris ipnet";
      case 231 -> "D-Bus";
      case 239 -> "Linux netfilter log";
      case 240, 241 -> "netANALYZER";
      case 242 -> "IP over InfiniBand";
      case 247 -> "InfiniBand";
      case 252 -> "Wireshark's exported PDUs";
      case 253 -> "netlink";
      case 258 -> "macOS pktap";
      case 271 -> "vsock";
      default -> number >= 147 && number <= 162 ? "user-defined " + (number - 147) : "";
    };
    return name.isEmpty() ? Integer.toString(number) : number + " (" + name + ")";
  }
}
