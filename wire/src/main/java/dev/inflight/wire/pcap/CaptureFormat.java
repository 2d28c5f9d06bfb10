package dev.inflight.wire.pcap;

import java.io.IOException;
import java.util.Map;

/** Encoding of frames in a file. */
sealed interface CaptureFormat permits PcapFormat, PcapngFormat {
  /** Reads the next frame from the file; returns false if there is none. */
  boolean next(CapturedFrame into) throws IOException;

  /** Number of packets skipped so far because their link type is not supported, by its number. */
  default Map<Integer, Long> unreadable() {
    return Map.of();
  }
}
