package dev.inflight.lab.usercode;

import dev.inflight.sim.control.ControlFault;
import java.util.Optional;

/** Describes an exception or an invalid result of extension code. */
public final class UserFault {
  private UserFault() {
  }

  /** Returns a sentence with class, method and, if known, the flow; empty if no extension is the cause. */
  public static Optional<String> find(Throwable thrown) {
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      if (at instanceof ControlFault fault) {
        return Optional.of(String.valueOf(fault.getMessage()));
      }
    }
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      for (StackTraceElement frame : at.getStackTrace()) {
        if (CodeLoader.NAME.equals(frame.getClassLoaderName())) {
          return Optional.of("the extension's class " + frame.getClassName() + ", method " + frame.getMethodName() + " ("
              + frame.getFileName() + ":" + frame.getLineNumber() + "), has thrown " + at);
        }
      }
    }
    return Optional.empty();
  }
}
