package dev.inflight.lab.cli;

import dev.inflight.lab.print.JsonText;
import dev.inflight.lab.result.digest.DigestStream;

/**
 * Starts libraries that each run needs at its end on a thread of its own, while the program reads the scenario: finding SHA-256 and
 * initializing the JSON library take four milliseconds of a start. Only libraries may start here, because two threads that initialize classes of
 * the program in different orders would wait for each other forever.
 */
final class LibraryStart {
  private LibraryStart() {
  }

  static void begin() {
    Thread.ofPlatform().daemon().name("libraries").start(LibraryStart::all);
  }

  private static void all() {
    try {
      DigestStream.sha256().digest();
      JsonText.of(json -> json.writeStartObject().writeName("number").writeNumber(1.5).writeEndObject());
    } catch (OutOfMemoryError | LinkageError full) {
      // The run needs the same classes, and reports what it lacks.
    }
  }
}
