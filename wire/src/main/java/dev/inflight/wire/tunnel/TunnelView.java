package dev.inflight.wire.tunnel;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.p4int.IntInTunnel;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.pcap.LinkType;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Packet inside a packet, and the headers that carry it, which follow the headers that a {@link FrameView} finds.
 *
 * <pre>
 * EtherType, or IP -+- MPLS -+------------------------------+- IP
 *                   |        +- [control word] -------------+- frame
 *                   +------------------------------------------ IP
 *                   +- GRE -+---------------------------------- IP, frame, or MPLS
 *                           +- [ERSPAN] ----------------------- frame, or IP
 * UDP -+- VXLAN [INT] ----------------------------------------- frame; by its generic extension IP or MPLS too
 *      +- Geneve [INT] ---------------------------------------- frame, or IP
 *      +- MPLS, GRE: as above
 * </pre>
 *
 * Reusable: each {@link #find} replaces the previous result. Not thread-safe. A tunnel inside the inner packet needs another
 * view.
 */
public final class TunnelView {
  /** Protocol that carries the inner packet. */
  public enum Kind {
    /** None: there is no inner packet. */
    NONE,
    /** An IP header alone. */
    IP_IN_IP,
    /** MPLS labels. */
    MPLS,
    /** GRE: see {@link Gre}. */
    GRE,
    /** ERSPAN: see {@link Erspan}. */
    ERSPAN,
    /** VXLAN: see {@link Vxlan}. */
    VXLAN,
    /** Geneve: see {@link Geneve}. */
    GENEVE
  }

  /** Largest number of MPLS labels read from one packet. */
  public static final int MOST_LABELS = 16;

  private static final int IPV4_IN_IP = 4;
  private static final int IPV6_IN_IP = 41;
  private static final int GRE_IN_UDP_PORT = 4754; // RFC 8086
  private static final int BRIDGED_ETHERNET = 0x6558;

  private byte[] bytes = {};
  private int captured;
  private int end;

  /** Protocol that carries the inner packet. */
  public Kind kind = Kind.NONE;
  /** The first MPLS label. */
  public int mpls;
  /** Number of MPLS labels. */
  public int labels;
  /** The GRE header. */
  public int gre;
  /** End of all bytes that the GRE header covers. */
  public int greEnd;
  /** The ERSPAN header; for type I, which has none, the start of the frame. */
  public int erspan;
  /** Type of ERSPAN, 1 to 3; 0 if there is none. */
  public int erspanType;
  /** The VXLAN header. */
  public int vxlan;
  /** True if the VXLAN header has the generic protocol extension. */
  public boolean generic;
  /** The Geneve header. */
  public int geneve;
  /** INT headers behind the VXLAN header or in options of Geneve. */
  public final IntHeaders telemetry = new IntHeaders();
  /** Inner packet; {@link FrameView#ABSENT} if none was found. */
  public int inner;
  /** Bytes of the inner packet. */
  public int innerBytes;
  /** Header with which the inner packet starts. */
  public LinkType innerType = LinkType.ETHERNET;
  /** True if the inner packet may be truncated, as mirrored ones are. */
  public boolean innerMayBeCut;
  /** Readable reason that an announced packet was not found; null if the only reason is a truncated capture. */
  public @Nullable String unread;

  private void clear() {
    kind = Kind.NONE;
    mpls = ABSENT;
    labels = 0;
    gre = ABSENT;
    greEnd = ABSENT;
    erspan = ABSENT;
    erspanType = 0;
    vxlan = ABSENT;
    generic = false;
    geneve = ABSENT;
    telemetry.clear();
    inner = ABSENT;
    innerBytes = 0;
    innerType = LinkType.ETHERNET;
    innerMayBeCut = false;
    unread = null;
  }

  /**
   * Finds the inner packet of the frame that was parsed last.
   *
   * @param captured index at which the captured bytes end; later bytes are not read
   * @return true if an inner packet was found
   */
  public boolean find(FrameView outer, int captured) {
    clear();
    bytes = outer.bytes;
    this.captured = captured;
    if (outer.protocol != ABSENT && outer.udp == ABSENT && outer.tcp == ABSENT) {
      end = outer.ipEnd;
      behindIp(outer.protocol, outer.ipPayload);
    } else if (outer.kind == FrameView.Kind.UDP && outer.payload != ABSENT) {
      end = outer.payload + outer.payloadBytes;
      behindUdp(outer.payloadPort, outer.payload);
    } else
      if (outer.ip == ABSENT && outer.network != ABSENT && there(outer.type, 2) && isMpls(BigEndian.get16(bytes, outer.type))) {
        end = outer.end;
        mpls(outer.network);
      }
    return inner != ABSENT;
  }

  private static boolean isMpls(int etherType) {
    return etherType == Mpls.ETHER_TYPE || etherType == Mpls.UPSTREAM_ETHER_TYPE;
  }

  private boolean there(int at, int length) {
    return at != ABSENT && at + length <= captured;
  }

  private void behindIp(int protocol, int at) {
    switch (protocol) {
      case IPV4_IN_IP -> ipInIp(at, LinkType.IPV4);
      case IPV6_IN_IP -> ipInIp(at, LinkType.IPV6);
      case Gre.IP_PROTOCOL -> gre(at);
      case Mpls.IP_PROTOCOL -> mpls(at);
      default -> {
        // carries no packet
      }
    }
  }

  private void behindUdp(int port, int at) {
    switch (port) {
      case Vxlan.PORT, Vxlan.LINUX_PORT, Vxlan.GPE_PORT -> vxlan(at, port);
      case Geneve.PORT -> geneve(at);
      case Mpls.PORT -> mpls(at);
      case GRE_IN_UDP_PORT -> gre(at);
      default -> {
        // carries no packet
      }
    }
  }

  private void ipInIp(int at, LinkType type) {
    kind = Kind.IP_IN_IP;
    packet(at, type);
  }

  /** Records the inner packet. */
  void packet(int at, LinkType type) {
    if (at >= end) {
      unread = "no packet follows the tunnel's header";
    } else if (at < captured) {
      inner = at;
      innerBytes = end - at;
      innerType = type;
    }
  }

  /** Returns true if a header of {@code length} bytes is present; a packet that is too short for it is reported as unread. */
  boolean header(int at, int length) {
    if (at + length > end) {
      unread = "the packet ends within the tunnel's header";
      return false;
    }
    return there(at, length);
  }

  /** Reads the payload of an EtherType. */
  private void protocol(int etherType, int at, String of) {
    switch (etherType) {
      case Ethernet.IPV4 -> packet(at, LinkType.IPV4);
      case Ethernet.IPV6 -> packet(at, LinkType.IPV6);
      case BRIDGED_ETHERNET -> packet(at, LinkType.ETHERNET);
      case Mpls.ETHER_TYPE, Mpls.UPSTREAM_ETHER_TYPE -> mpls(at);
      default -> unread = of + " with protocol 0x" + HexFormat.of().toHexDigits((short) etherType);
    }
  }

  private void mpls(int at) {
    if (kind == Kind.NONE) {
      kind = Kind.MPLS;
    }
    mpls = at;
    int next = at;
    boolean bottom = false;
    while (!bottom && labels < MOST_LABELS) {
      if (!header(next, Mpls.BYTES)) {
        return;
      }
      bottom = Mpls.isBottom(bytes, next);
      labels++;
      next += Mpls.BYTES;
    }
    if (!bottom) {
      unread = "more than " + MOST_LABELS + " MPLS labels";
    } else if (next >= end || there(next, 1)) {
      behindLabels(next);
    }
  }

  private void behindLabels(int at) {
    int version = at < end ? bytes[at] >>> 4 & 0xF : -1;
    switch (version) {
      case 4 -> packet(at, LinkType.IPV4);
      case 6 -> packet(at, LinkType.IPV6);
      case 0 -> packet(at + Mpls.CONTROL_WORD_BYTES, LinkType.ETHERNET);
      case 1 -> unread = "a message of the pseudowire behind the MPLS labels"; // RFC 4385 §5
      default -> packet(at, LinkType.ETHERNET);
    }
  }

  /** True if a header has the supported version. */
  boolean isRead(String what, int version, int known) {
    if (version != known) {
      unread = what + " of version " + version + "; version " + known + " is read";
    }
    return version == known;
  }

  private void gre(int at) {
    kind = Kind.GRE;
    if (!header(at, Gre.FIXED_BYTES) || !isRead("GRE", Gre.version(bytes, at), Gre.VERSION)) {
      return;
    }
    if (Gre.hasRouting(bytes, at)) {
      unread = "GRE with source routes";
      return;
    }
    int headerBytes = Gre.headerBytes(bytes, at);
    if (!header(at, headerBytes)) {
      return;
    }
    gre = at;
    greEnd = end;
    int next = at + headerBytes;
    int protocol = Gre.protocol(bytes, at);
    switch (protocol) {
      case Erspan.PROTOCOL -> ErspanFinder.find(this, bytes, next, Gre.hasSequence(bytes, at));
      case Erspan.PROTOCOL_3 -> ErspanFinder.find3(this, bytes, next);
      default -> protocol(protocol, next, "GRE");
    }
  }

  private void vxlan(int at, int port) {
    if (port == Vxlan.LINUX_PORT && !(at + Vxlan.BYTES <= end && there(at, Vxlan.BYTES) && Vxlan.hasNetwork(bytes, at))) {
      return; // another protocol also uses this port
    }
    kind = Kind.VXLAN;
    generic = port == Vxlan.GPE_PORT;
    if (!header(at, Vxlan.BYTES)) {
      return;
    }
    generic = generic || Vxlan.namesNext(bytes, at);
    if (!Vxlan.hasNetwork(bytes, at)) {
      unread = "VXLAN without a network identifier";
    } else if (!generic) {
      vxlan = at;
      packet(at + Vxlan.BYTES, LinkType.ETHERNET);
    } else if (isRead("VXLAN GPE", Vxlan.version(bytes, at), 0)) {
      vxlan = at;
      next(Vxlan.nextProtocol(bytes, at), at + Vxlan.BYTES, "VXLAN GPE");
    }
  }

  /** Reads the payload of VXLAN GPE. */
  private void next(int protocol, int at, String of) {
    switch (protocol) {
      case Vxlan.NEXT_IPV4 -> packet(at, LinkType.IPV4);
      case Vxlan.NEXT_IPV6 -> packet(at, LinkType.IPV6);
      case Vxlan.NEXT_ETHERNET -> packet(at, LinkType.ETHERNET);
      case Vxlan.NEXT_MPLS -> { // INT 0.5 uses the same number
        if (IntInTunnel.isDraft(bytes, at, Math.min(captured, end) - at)) {
          telemetry(at);
        } else {
          mpls(at);
        }
      }
      case IntInTunnel.NEXT_PROTOCOL_1_0, IntInTunnel.NEXT_PROTOCOL_2_0, IntInTunnel.NEXT_PROTOCOL_2_1 -> telemetry(at);
      default -> unread = of + " with next protocol 0x" + HexFormat.of().toHexDigits((byte) protocol);
    }
  }

  /** Reads INT behind VXLAN GPE, and the payload that its shim identifies in every version. */
  private void telemetry(int at) {
    if (!header(at, IntInTunnel.SHIM_BYTES)) {
      return;
    }
    int size = IntInTunnel.bytesInVxlan(bytes, at);
    boolean fits = size <= end - at; // otherwise the bytes behind the fixed part may not be a stack
    if (!telemetry.add(IntInTunnel.Carrier.VXLAN_GPE, at, fits ? size : Math.min(TelemetryFormat.PREFIX_BYTES, end - at))) {
      unread = "more than " + IntHeaders.MOST + " INT headers behind one another";
    } else if (!fits) {
      unread = "the packet ends within INT behind VXLAN GPE";
    } else {
      next(IntInTunnel.nextProtocol(bytes, at), at + size, "INT behind VXLAN GPE");
    }
  }

  private void geneve(int at) {
    kind = Kind.GENEVE;
    if (!header(at, Geneve.FIXED_BYTES) || !isRead("Geneve", Geneve.version(bytes, at), Geneve.VERSION)) {
      return;
    }
    int size = Geneve.FIXED_BYTES + Geneve.optionBytes(bytes, at);
    if (header(at, size)) {
      geneve = at;
      telemetry.addOptions(bytes, at + Geneve.FIXED_BYTES, at + size);
      protocol(Geneve.protocol(bytes, at), at + size, "Geneve");
    }
  }
}
