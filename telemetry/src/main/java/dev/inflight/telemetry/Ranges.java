package dev.inflight.telemetry;

/** Checks of parameters. */
final class Ranges {
  private Ranges() {
  }

  static void check(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(what + " " + value + " is outside " + least + " to " + most);
    }
  }
}
