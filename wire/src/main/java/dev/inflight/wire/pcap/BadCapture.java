package dev.inflight.wire.pcap;

import java.io.IOException;
import java.io.Serial;

/** The bytes are no capture, or none that can be read on; the message says in a sentence what is wrong, and where. */
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
