package dev.inflight.sim.control;

import java.io.Serial;

/** A congestion control that is not the program's own has thrown, or returned what cannot be; the message is for its author. */
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
