package dev.inflight.telemetry;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Frames of little-endian capture files among the test resources. */
public final class Pcap {
  private static final int FILE_HEADER_BYTES = 24;
  private static final int RECORD_HEADER_BYTES = 16;
  private static final int HOP_BY_HOP = 14 + 40;

  private Pcap() {
  }

  public static byte[] resource(String name) {
    try (InputStream in = Pcap.class.getResourceAsStream("/vectors/" + name)) {
      return in.readAllBytes();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  public static List<byte[]> frames(String name) {
    var file = ByteBuffer.wrap(resource(name)).order(ByteOrder.LITTLE_ENDIAN);
    var frames = new ArrayList<byte[]>();
    for (int at = FILE_HEADER_BYTES; at < file.limit();) {
      int length = file.getInt(at + 8);
      at += RECORD_HEADER_BYTES;
      frames.add(Arrays.copyOfRange(file.array(), at, at + length));
      at += length;
    }
    return frames;
  }

  /** The hop-by-hop header that follows the IPv6 header. */
  public static byte[] hopByHop(byte[] frame) {
    return Arrays.copyOfRange(frame, HOP_BY_HOP, behindHopByHop(frame));
  }

  public static int udpDestination(byte[] frame) {
    int udp = behindHopByHop(frame);
    return (frame[udp + 2] & 0xFF) << 8 | frame[udp + 3] & 0xFF;
  }

  private static int behindHopByHop(byte[] frame) {
    return HOP_BY_HOP + 8 * (1 + (frame[HOP_BY_HOP + 1] & 0xFF));
  }
}
