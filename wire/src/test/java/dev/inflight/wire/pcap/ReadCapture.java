package dev.inflight.wire.pcap;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Result of reading a capture: its packets, and the error message, if any. */
record ReadCapture(List<Packet> packets, String refusal) {
  /** A packet. */
  record Packet(long timeNs, LinkType linkType, int frameBytes, List<Byte> bytes) {
    static Packet of(long timeNs, LinkType linkType, int frameBytes, byte[] kept) {
      var list = new ArrayList<Byte>();
      for (byte each : kept) {
        list.add(each);
      }
      return new Packet(timeNs, linkType, frameBytes, list);
    }
  }

  static ReadCapture file(byte[] file) {
    return file(file, Integer.MAX_VALUE);
  }

  /** Reads a file in pieces of at most {@code atOnce} bytes, as from a pipe. */
  static ReadCapture file(byte[] file, int atOnce) {
    var in = new ByteArrayInputStream(file);
    var packets = new ArrayList<Packet>();
    try {
      var reader = new CaptureReader((bytes, offset, length) -> in.read(bytes, offset, Math.min(length, atOnce)));
      while (reader.next()) {
        if (reader.number() != packets.size() + 1) {
          throw new IllegalStateException("packet " + reader.number() + " came as the " + packets.size() + "th");
        }
        packets.add(Packet.of(reader.timeNs(), reader.linkType(), reader.frameBytes(),
            Arrays.copyOf(reader.bytes(), reader.capturedBytes())));
      }
      return new ReadCapture(packets, "");
    } catch (BadCapture bad) {
      return new ReadCapture(packets, String.valueOf(bad.getMessage()));
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
