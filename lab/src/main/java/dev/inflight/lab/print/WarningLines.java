package dev.inflight.lab.print;

import java.io.PrintStream;
import java.util.Collection;

/** Warnings for the screen, in the same form for all commands. */
public final class WarningLines {
  private WarningLines() {
  }

  /** Prints a line per warning, with control characters of input files made harmless. */
  public static void print(PrintStream to, Collection<String> warnings) {
    warnings.forEach(warning -> to.println("inflight: warning: " + Quoted.message(warning)));
  }

  /** Prints a line per note. A note is not a warning. */
  public static void printNotes(PrintStream to, Collection<String> notes) {
    notes.forEach(note -> to.println("inflight: note: " + Quoted.message(note)));
  }
}
