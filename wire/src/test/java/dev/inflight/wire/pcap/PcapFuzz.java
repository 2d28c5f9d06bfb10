package dev.inflight.wire.pcap;

import dev.inflight.wire.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Fuzz target of the reader of captures: it returns frames, or an error message. */
public final class PcapFuzz implements FuzzTarget {
  @Override
  public void accept(byte[] data) {
    var in = new ByteArrayInputStream(data);
    try {
      var reader = new CaptureReader(in::read);
      while (reader.next()) {
        if (reader.capturedBytes() < 0 || reader.capturedBytes() > reader.bytes().length) {
          throw new IllegalStateException("a frame of " + reader.capturedBytes() + " bytes");
        }
      }
    } catch (BadCapture sentence) {
      if (sentence.getMessage() == null || sentence.getMessage().isEmpty()) {
        throw new IllegalStateException("refused without a reason", sentence);
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
