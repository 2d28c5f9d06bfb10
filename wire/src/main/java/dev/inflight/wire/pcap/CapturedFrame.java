package dev.inflight.wire.pcap;

import java.io.IOException;
import java.util.Arrays;

/** Current frame of a {@link CaptureReader}. */
final class CapturedFrame {
  final byte[] bytes = new byte[PcapWriter.WHOLE_FRAMES];
  long number;
  long timeNs;
  int capturedBytes;
  int frameBytes;
  int checkSequenceBytes;
  LinkType linkType = LinkType.ETHERNET;

  /**
   * Reads a frame's bytes.
   *
   * @param captured number of bytes in the file
   * @param whole original length of the frame
   */
  void read(CaptureBytes from, long captured, long whole) throws IOException {
    if (captured > PcapWriter.WHOLE_FRAMES || whole > Integer.MAX_VALUE) {
      throw new BadCapture("the file is damaged at byte " + from.offset() + ": packet " + number + " would have "
          + Math.max(captured, whole) + " bytes");
    }
    capturedBytes = (int) captured;
    frameBytes = (int) whole;
    checkSequenceBytes = 0;
    int read = from.fill(bytes, 0, capturedBytes);
    if (read < capturedBytes) {
      throw new BadCapture("the file is cut off at byte " + from.offset() + ": it ends after " + read + " of the " + capturedBytes
          + " bytes of packet " + number);
    }
    int missing = Math.min(frameBytes, PcapWriter.WHOLE_FRAMES);
    if (capturedBytes < missing) {
      Arrays.fill(bytes, capturedBytes, missing, (byte) 0);
    }
  }

  /** Sets the length of the frame check sequence, which only Ethernet frames end with; 0 means unknown. */
  void checkSequence(int bytesAtEnd) {
    if (bytesAtEnd > 0 && linkType == LinkType.ETHERNET) {
      checkSequenceBytes = Math.min(bytesAtEnd, frameBytes);
    }
  }
}
