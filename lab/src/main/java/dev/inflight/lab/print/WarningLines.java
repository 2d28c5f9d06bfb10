package dev.inflight.lab.print;

import java.io.PrintStream;
import java.util.Collection;

/** Warnings on the screen, in the one form that all commands have. */
public final class WarningLines {
  private WarningLines() {
  }

  /** Prints a line a warning; what strangers' files hold in it is shown harmless. */
  public static void print(PrintStream to, Collection<String> warnings) {
    warnings.forEach(warning -> to.println("inflight: warning: " + Quoted.message(warning)));
  }

  /** Prints a line a note, which is no warning. */
  public static void printNotes(PrintStream to, Collection<String> notes) {
    notes.forEach(note -> to.println("inflight: note: " + Quoted.message(note)));
  }
}
