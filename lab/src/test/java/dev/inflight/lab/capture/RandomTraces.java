package dev.inflight.lab.capture;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * IPv6 frames with IOAM traces of random types and namespaces, written by the figures of RFC 9197 and RFC 9486 without any code of the
 * program, and the expected output.
 */
final class RandomTraces {
  private static final int UDP_BYTES = 8 + 18;
  private static final int OPAQUE_BIT = 22;
  /** A field of each bit: its name, how many bits, and h where it is shown in hexadecimal. */
  private static final String[] LAYOUT = {"hopLimit:8 nodeId:24", "ingressIf:16 egressIf:16", "timestampSeconds:32",
      "timestampFraction:32", "transitDelayNs:32", "namespaceData:32h", "queueDepth:32", "checksumComplement:32h",
      "hopLimitWide:8 nodeIdWide:56", "ingressIfWide:32 egressIfWide:32", "namespaceDataWide:64h", "bufferOccupancy:32"};

  /**
   * One frame.
   *
   * @param bytes bytes of the frame, from the Ethernet header on
   * @param said expected output of {@code decode --json} for its telemetry
   * @param raw values of each of Wireshark's fields, in the order of the frame
   */
  record Frame(byte[] bytes, Map<String, Object> said, Map<String, List<Long>> raw) {
  }

  private final SplittableRandom random;

  RandomTraces(long seed) {
    random = new SplittableRandom(seed);
  }

  /** A frame with a trace that takes at most as much room as an option has. */
  Frame next() {
    int some = random.nextInt(1 << 24); // all bits together seldom fit an option
    int type = some & random.nextInt(1 << 24);
    boolean incremental = random.nextInt(3) == 0;
    boolean changing = random.nextInt(4) > 0;
    boolean destination = random.nextInt(4) == 0;
    int namespace = 1 + random.nextInt(0x7FFF); // of none that is configured
    int flags = random.nextInt(8);
    var nodes = new ArrayList<byte[]>(); // newest first
    var hops = new ArrayList<Map<String, Object>>();
    var raw = new LinkedHashMap<String, List<Long>>();
    int room = 61 - random.nextInt(20);
    for (int node = random.nextInt(4); node > 0; node--) {
      var hop = new LinkedHashMap<String, Object>();
      var values = new LinkedHashMap<String, List<Long>>();
      byte[] bytes = node(type, hop, values);
      if (bytes.length == 0 || bytes.length / 4 > room) {
        break;
      }
      room -= bytes.length / 4;
      nodes.add(bytes);
      hops.addFirst(hop);
      values.forEach((name, all) -> raw.computeIfAbsent(name, unused -> new ArrayList<>()).addAll(all));
    }
    int free = nodeLen(type) == 0 ? 0 : random.nextInt(room + 1);
    byte[] option = option(namespace, type, incremental, changing, flags, free, nodes);
    var said = new LinkedHashMap<String, Object>();
    said.put("format", "ioam");
    said.put("header", destination ? "destination" : "hop-by-hop");
    said.put("optionType", changing ? "0x31" : "0x11");
    said.put("ioamType", incremental ? "incremental-trace" : "pre-allocated-trace");
    said.put("namespaceId", namespace);
    said.put("nodeLen", nodeLen(type));
    said.put("overflow", (flags & 4) != 0);
    said.put("loopback", (flags & 2) != 0);
    said.put("active", (flags & 1) != 0);
    said.put("remainingLen", free);
    said.put("traceType", "0x" + HexFormat.of().toHexDigits(type, 6));
    said.put("hops", hops);
    return new Frame(frame(option, destination), said, raw);
  }

  private static int nodeLen(int type) {
    int words = 0;
    for (int bit = 0; bit < OPAQUE_BIT; bit++) {
      words += has(type, bit) ? bit >= 8 && bit <= 10 ? 2 : 1 : 0;
    }
    return words;
  }

  private static boolean has(int type, int bit) {
    return (type >>> 23 - bit & 1) != 0;
  }

  private byte[] node(int type, Map<String, Object> hop, Map<String, List<Long>> raw) {
    ByteBuffer out = ByteBuffer.allocate(1100);
    for (int bit = 0; bit < OPAQUE_BIT; bit++) {
      if (has(type, bit)) {
        String layout = bit < LAYOUT.length ? LAYOUT[bit] : "undefined" + bit + ":32h";
        long word = 0;
        int bits = 0;
        for (String part : layout.split(" ")) {
          String[] named = part.split(":");
          boolean hex = named[1].endsWith("h");
          int width = Integer.parseInt(named[1].replace("h", ""));
          long value = value(named[0], width);
          word = width == 64 ? value : word << width | value;
          bits += width;
          hop.put(named[0], said(named[0], value, width, hex));
          raw.computeIfAbsent(named[0].replaceAll("^undefined\\d+", "undefined"), unused -> new ArrayList<>()).add(value);
        }
        if (bits == 64) {
          out.putLong(word);
        } else {
          out.putInt((int) word);
        }
      }
    }
    if (has(type, OPAQUE_BIT)) {
      byte[] data = new byte[4 * random.nextInt(4)];
      random.nextBytes(data);
      int schema = random.nextInt(3) == 0 ? 0xFFFFFF : random.nextInt(0xFFFFFF);
      out.putInt(data.length / 4 << 24 | schema).put(data);
      hop.put("schemaId", schema == 0xFFFFFF ? null : schema);
      hop.put("opaqueData", HexFormat.of().formatHex(data));
    }
    return java.util.Arrays.copyOf(out.array(), out.position());
  }

  private long value(String name, int width) {
    long ones = width == 64 ? -1 : (1L << width) - 1;
    return random.nextInt(4) == 0 ? ones : random.nextLong() & ones;
  }

  private static Object said(String name, long value, int width, boolean hex) {
    if (value == (width == 64 ? -1 : (1L << width) - 1) && !name.startsWith("hopLimit")) {
      return null;
    }
    if (name.equals("transitDelayNs") && value >>> 31 != 0) {
      return "overflow";
    }
    if (hex) {
      return "0x" + HexFormat.of().toHexDigits(value, width / 4);
    }
    return value > Integer.MAX_VALUE ? (Object) value : (Object) (int) value;
  }

  private static byte[] option(int namespace, int type, boolean incremental, boolean changing, int flags, int free,
      List<byte[]> nodes) {
    int freeBytes = incremental ? 0 : 4 * free;
    int length = 2 + 8 + freeBytes + nodes.stream().mapToInt(node -> node.length).sum();
    ByteBuffer out = ByteBuffer.allocate(2 + length);
    out.put((byte) (changing ? 0x31 : 0x11)).put((byte) length).put((byte) 0).put((byte) (incremental ? 1 : 0));
    out.putShort((short) namespace).putShort((short) (nodeLen(type) << 11 | flags << 8 | free)).putInt(type << 8);
    out.position(out.position() + freeBytes);
    nodes.forEach(out::put);
    return out.array();
  }

  /** Returns a UDP packet after an extension header with one option. */
  static byte[] frame(byte[] option, boolean destination) {
    int padded = 4 + option.length + 7 & ~7;
    ByteBuffer out = ByteBuffer.allocate(14 + 40 + padded + UDP_BYTES);
    out.put(HexFormat.of().parseHex("02000000000202000000000186dd60000000")).putShort((short) (padded + UDP_BYTES));
    out.put((byte) (destination ? 60 : 0)).put((byte) 64)
        .put(HexFormat.of().parseHex("fd000000000000000000000000000001" + "fd000000000000000000000000000002"));
    out.put((byte) 17).put((byte) (padded / 8 - 1)).put((byte) 1).put((byte) 0).put(option);
    int rest = padded - 4 - option.length;
    if (rest > 1) {
      out.put((byte) 1).put((byte) (rest - 2)).position(out.position() + rest - 2);
    } else {
      out.position(out.position() + rest);
    }
    return out.putShort((short) 4000).putShort((short) 4001).putShort((short) UDP_BYTES).array();
  }
}
