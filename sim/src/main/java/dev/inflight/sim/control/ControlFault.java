package dev.inflight.sim.control;

import java.io.Serial;

/** A foreign congestion control threw an exception or returned an impossible value. The message is for its author. */
public final class ControlFault extends RuntimeException {
  @Serial
  private static final long serialVersionUID = 1;

  ControlFault(String message, Throwable cause) {
    super(message, cause);
  }

  ControlFault(String message) {
    super(message);
  }
}
