package dev.inflight.wire.pcap;

import java.io.IOException;
import java.io.Serial;

/** Error of a file that is not a capture or cannot be read further; the message states the error and its position. */
public final class BadCapture extends IOException {
  @Serial
  private static final long serialVersionUID = 1;

  BadCapture(String message) {
    super(message);
  }

  BadCapture(String message, Throwable cause) {
    super(message, cause);
  }
}
