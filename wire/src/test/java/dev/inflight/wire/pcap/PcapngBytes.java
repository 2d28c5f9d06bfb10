package dev.inflight.wire.pcap;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Builder of pcapng files from the figures of draft-ietf-opsawg-pcapng, independent of the program. */
public final class PcapngBytes {
  public static final int PACKET = 2;
  public static final int ENHANCED = 6;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private ByteOrder order = ByteOrder.LITTLE_ENDIAN;

  public byte[] bytes() {
    return out.toByteArray();
  }

  int size() {
    return out.size();
  }

  /** A block of any type. */
  public PcapngBytes block(int type, byte[] body) {
    int padded = body.length + 3 & ~3;
    out.writeBytes(ByteBuffer.allocate(12 + padded).order(order).putInt(type).putInt(12 + padded).put(body).position(8 + padded)
        .putInt(12 + padded).array());
    return this;
  }

  public PcapngBytes section(ByteOrder byteOrder, long length, byte[]... options) {
    order = byteOrder;
    return block(0x0A0D0D0A, join(
        ByteBuffer.allocate(16).order(order).putInt(0x1A2B3C4D).putShort((short) 1).putShort((short) 0).putLong(length).array(),
        options));
  }

  public PcapngBytes describe(int linkType, int snapBytes, byte[]... options) {
    return block(1, join(
        ByteBuffer.allocate(8).order(order).putShort((short) linkType).putShort((short) 0).putInt(snapBytes).array(), options));
  }

  byte[] option(int code, byte... value) {
    return ByteBuffer.allocate(4 + (value.length + 3 & ~3)).order(order).putShort((short) code).putShort((short) value.length)
        .put(value).array();
  }

  public byte[] resolution(int value) {
    return option(9, (byte) value);
  }

  public byte[] offset(long seconds) {
    return option(14, ByteBuffer.allocate(8).order(order).putLong(seconds).array());
  }

  public byte[] comment(String text) {
    return option(1, text.getBytes(StandardCharsets.UTF_8));
  }

  public byte[] end() {
    return option(0);
  }

  /** A packet block with a time: enhanced, or obsolete. */
  public PcapngBytes packet(int type, int from, long time, byte[] kept, int whole, byte[]... options) {
    ByteBuffer head = ByteBuffer.allocate(20).order(order);
    if (type == ENHANCED) {
      head.putInt(from);
    } else {
      head.putShort((short) from).putShort((short) 7); // number of lost packets
    }
    head.putInt((int) (time >>> 32)).putInt((int) time).putInt(kept.length).putInt(whole);
    byte[] padded = new byte[kept.length + 3 & ~3];
    System.arraycopy(kept, 0, padded, 0, kept.length);
    return block(type, join(head.array(), join(padded, options)));
  }

  public PcapngBytes simple(byte[] kept, int whole) {
    return block(3, join(ByteBuffer.allocate(4).order(order).putInt(whole).array(), kept));
  }

  static byte[] join(byte[] first, byte[]... more) {
    var all = new ByteArrayOutputStream();
    all.writeBytes(first);
    for (byte[] each : more) {
      all.writeBytes(each);
    }
    return all.toByteArray();
  }
}
