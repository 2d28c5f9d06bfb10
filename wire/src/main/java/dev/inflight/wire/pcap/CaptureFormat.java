package dev.inflight.wire.pcap;

import java.io.IOException;
import java.util.Map;

/** Format of a capture file. */
sealed interface CaptureFormat permits PcapFormat, PcapngFormat {
  /** Reads the next frame from the file; returns false if there is none. */
  boolean next(CapturedFrame into) throws IOException;

  /** Number of packets skipped so far, by the number of their unsupported link type. */
  default Map<Integer, Long> unreadable() {
    return Map.of();
  }
}
