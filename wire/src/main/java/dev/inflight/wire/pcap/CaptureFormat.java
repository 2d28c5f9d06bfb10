package dev.inflight.wire.pcap;

import java.io.IOException;
import java.util.Map;

/** How frames are in a file. */
sealed interface CaptureFormat permits PcapFormat, PcapngFormat {
  /** Takes the next frame from the file; returns whether there was one. */
  boolean next(CapturedFrame into) throws IOException;

  /** How many packets were passed over so far because their link type is not read, by its number. */
  default Map<Integer, Long> unreadable() {
    return Map.of();
  }
}
