package dev.inflight.wire.pcap;

import java.io.IOException;

/** How frames stand in a file. */
sealed interface CaptureFormat permits PcapFormat, PcapngFormat {
  /** Takes the next frame from the file; returns whether there was one. */
  boolean next(CapturedFrame into) throws IOException;
}
