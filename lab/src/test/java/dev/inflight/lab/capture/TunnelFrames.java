package dev.inflight.lab.capture;

import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Udp;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** Frames around another frame: outer headers from 192.0.2.1 to 192.0.2.2, and tunnels' headers as their figures have them. */
final class TunnelFrames {
  private static final HexFormat HEX = HexFormat.of();
  private static final int IP = Ethernet.HEADER_BYTES;

  private TunnelFrames() {
  }

  static byte[] join(byte[]... pieces) {
    byte[] joined = {};
    for (byte[] piece : pieces) {
      int at = joined.length;
      joined = Arrays.copyOf(joined, at + piece.length);
      System.arraycopy(piece, 0, joined, at, piece.length);
    }
    return joined;
  }

  static byte[] hex(String text) {
    return HEX.parseHex(text.replace(" ", ""));
  }

  /** Returns the bytes after Ethernet in a frame without tags. */
  static byte[] packetOf(byte[] frame) {
    return Arrays.copyOfRange(frame, IP, frame.length);
  }

  static byte[] ethernet(int type, byte[]... behind) {
    byte[] outer = new byte[IP];
    Ethernet.write(outer, 0, 0x0200_0000_0102L, 0x0200_0000_0101L, type);
    return join(outer, join(behind));
  }

  static byte[] ip(int protocol, byte[]... behind) {
    byte[] all = join(behind);
    byte[] outer = new byte[Ipv4.HEADER_BYTES];
    Ipv4.write(outer, 0, Ipv4.HEADER_BYTES + all.length, protocol);
    Ipv4.addresses(outer, 0, 0xC0000201, 0xC0000202);
    Ipv4.writeChecksum(outer, 0);
    return ethernet(Ethernet.IPV4, outer, all);
  }

  static byte[] udp(int port, byte[]... behind) {
    byte[] all = join(behind);
    byte[] udp = new byte[Udp.HEADER_BYTES];
    Udp.write(udp, 0, 50_000, port, Udp.HEADER_BYTES + all.length);
    return ip(Ipv4.UDP, udp, all);
  }

  /** A frame in each kind of tunnel, by a name. */
  static Map<String, byte[]> around(byte[] frame) {
    byte[] packet = packetOf(frame);
    boolean ipv6 = packet[0] >>> 4 == 6;
    String type = ipv6 ? "86dd" : "0800";
    var frames = new LinkedHashMap<String, byte[]>();
    frames.put("ERSPAN I", ip(47, hex("0000 88be"), frame));
    frames.put("ERSPAN II", ip(47, hex("1000 88be 00000009" + "104d 6405 00000009"), frame));
    frames.put("ERSPAN III", ip(47, hex("1000 22eb 0000000a" + "204e 0006 0001e240" + "0004 0000"), frame));
    frames.put("ERSPAN III with a platform's",
        ip(47, hex("1000 22eb 0000000a" + "204e 0006 0001e240" + "0004 0009" + "0000000000000001"), frame));
    frames.put("VXLAN", udp(4789, hex("0800 0000 001092 00"), frame));
    frames.put("VXLAN of Linux", udp(8472, hex("0800 0000 001092 00"), frame));
    frames.put("VXLAN with a group policy", udp(4789, hex("8800 0007 001092 00"), frame));
    frames.put("VXLAN GPE", udp(4790, hex("0c00 0003 001092 00"), frame));
    frames.put("VXLAN GPE of IP", udp(4790, hex("0c00 000" + (ipv6 ? 2 : 1) + " 001092 00"), packet));
    frames.put("Geneve", udp(6081, hex("0000 6558 000063 00"), frame));
    frames.put("Geneve with options", udp(6081, hex("0200 6558 000063 00" + "0104 8001 12345678"), frame));
    frames.put("Geneve of IP", udp(6081, hex("0000" + type + "000063 00"), packet));
    frames.put("GRE", ip(47, hex("0000" + type), packet));
    frames.put("GRE with a key", ip(47, hex("2000" + type + "00000007"), packet));
    frames.put("GRE with a key and a number", ip(47, hex("3000" + type + "00000007 00000063"), packet));
    frames.put("GRE of Ethernet", ip(47, hex("0000 6558"), frame));
    frames.put("NVGRE", ip(47, hex("2000 6558 123456ab"), frame));
    frames.put("GRE of MPLS", ip(47, hex("0000 8847 0006413c"), packet));
    frames.put("IP in IP", ip(ipv6 ? 41 : 4, packet));
    frames.put("MPLS", ethernet(0x8847, hex("0006403c 000c813b"), packet));
    frames.put("MPLS pseudowire", ethernet(0x8847, hex("0006413c 00000000"), frame));
    frames.put("MPLS over UDP", udp(6635, hex("0006413c"), packet));
    frames.put("VLAN in VLAN", ethernet(0x88A8, hex("400a 8100 2014" + type), packet));
    frames.put("VLAN in VLAN, as old bridges write", ethernet(0x9100, hex("400a 8100 2014" + type), packet));
    frames.put("VXLAN in ERSPAN",
        ip(47, hex("1000 88be 00000009" + "104d 6405 00000009"), udp(4789, hex("0800 0000 001092 00"), frame)));
    return frames;
  }
}
