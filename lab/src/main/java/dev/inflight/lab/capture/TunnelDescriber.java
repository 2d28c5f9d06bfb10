package dev.inflight.lab.capture;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.wire.tunnel.Erspan;
import dev.inflight.wire.tunnel.Geneve;
import dev.inflight.wire.tunnel.Gre;
import dev.inflight.wire.tunnel.Mpls;
import dev.inflight.wire.tunnel.TunnelView;
import dev.inflight.wire.tunnel.Vxlan;
import java.util.HexFormat;

/** Spells out the headers by which a packet carries another one. */
final class TunnelDescriber {
  private static final int BRIDGED_ETHERNET = 0x6558;

  private final TunnelView tunnel;
  private final PacketPrinter out;

  TunnelDescriber(TunnelView tunnel, PacketPrinter out) {
    this.tunnel = tunnel;
    this.out = out;
  }

  /** Describes the tunnel that the view has found, all of which was captured. */
  void describe(byte[] bytes, int captured) {
    if (tunnel.gre != ABSENT) {
      gre(bytes, tunnel.gre, captured);
    }
    if (tunnel.erspanType != 0) {
      erspan(bytes, tunnel.erspan);
    }
    if (tunnel.vxlan != ABSENT) {
      vxlan(bytes, tunnel.vxlan);
    }
    if (tunnel.geneve != ABSENT) {
      geneve(bytes, tunnel.geneve);
    }
    if (tunnel.labels > 0) {
      labels(bytes, tunnel.mpls);
    }
  }

  private void gre(byte[] bytes, int at, int captured) {
    out.open("gre");
    int protocol = Gre.protocol(bytes, at);
    out.field("protocol", hex(protocol));
    if (Gre.hasChecksum(bytes, at) && tunnel.greEnd <= captured) {
      out.field("checksum", Gre.checksumMatches(bytes, at, tunnel.greEnd - at) ? "ok" : "wrong");
    }
    if (Gre.hasKey(bytes, at)) {
      int key = Gre.key(bytes, at);
      out.field("key", "0x" + HexFormat.of().toHexDigits(key));
      if (protocol == BRIDGED_ETHERNET) {
        out.field("virtualSubnet", key >>> 8); // valid if the packet is NVGRE, which no header states
        out.field("flow", key & 0xFF);
      }
    }
    if (Gre.hasSequence(bytes, at)) {
      out.field("sequence", Integer.toUnsignedLong(Gre.sequence(bytes, at)));
    }
    out.close();
  }

  private void erspan(byte[] bytes, int at) {
    int type = tunnel.erspanType;
    out.open("erspan");
    out.field("type", type);
    if (type > 1) {
      out.field("session", Erspan.session(bytes, at));
      out.field("vlan", Erspan.vlan(bytes, at));
      out.field("classOfService", Erspan.classOfService(bytes, at));
      out.field("truncated", Erspan.isTruncated(bytes, at));
    }
    if (type == 2) {
      out.field("index", Erspan.index(bytes, at));
    }
    if (type == 3) {
      out.field("timestamp", Integer.toUnsignedLong(Erspan.timestamp(bytes, at)));
      out.field("granularity", Erspan.granularity(bytes, at));
      out.field("securityGroup", Erspan.securityGroup(bytes, at));
      out.field("frameType", Erspan.frameType(bytes, at));
      out.field("hardwareId", Erspan.hardware(bytes, at));
      out.field("direction", Erspan.isEgress(bytes, at) ? "egress" : "ingress");
      if (Erspan.hasPlatform(bytes, at)) {
        int platform = at + Erspan.BYTES_3;
        out.field("platform", HexFormat.of().formatHex(bytes, platform, platform + Erspan.PLATFORM_BYTES));
      }
    }
    out.close();
  }

  private void vxlan(byte[] bytes, int at) {
    out.open("vxlan");
    out.field("network", Vxlan.network(bytes, at));
    if (tunnel.generic) {
      out.field("nextProtocol", Vxlan.nextProtocol(bytes, at));
    } else if (Vxlan.hasGroup(bytes, at)) {
      out.field("groupPolicy", Vxlan.group(bytes, at));
    }
    out.close();
  }

  private void geneve(byte[] bytes, int at) {
    out.open("geneve");
    out.field("network", Geneve.network(bytes, at));
    out.field("protocol", hex(Geneve.protocol(bytes, at)));
    out.field("control", Geneve.isControl(bytes, at));
    out.field("critical", Geneve.isCritical(bytes, at));
    int options = at + Geneve.FIXED_BYTES;
    if (Geneve.optionBytes(bytes, at) > 0) {
      out.field("options", HexFormat.of().formatHex(bytes, options, options + Geneve.optionBytes(bytes, at)));
    }
    out.close();
  }

  private void labels(byte[] bytes, int first) {
    out.openList("mpls");
    for (int label = 0; label < tunnel.labels; label++) {
      int at = first + Mpls.BYTES * label;
      out.open("mpls");
      out.field("label", Mpls.label(bytes, at));
      out.field("trafficClass", Mpls.trafficClass(bytes, at));
      out.field("ttl", Mpls.ttl(bytes, at));
      out.close();
    }
    out.closeList();
  }

  private static String hex(int word) {
    return "0x" + HexFormat.of().toHexDigits((short) word);
  }
}
