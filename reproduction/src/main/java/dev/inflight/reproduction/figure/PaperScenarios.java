package dev.inflight.reproduction.figure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The figures' scenarios, which are resources of the program. */
public final class PaperScenarios {
  private PaperScenarios() {
  }

  /** Returns the path of a scenario's file. */
  public static String file(String scenario) {
    return scenario + ".yaml";
  }

  /** Returns the text of a scenario in {@code scenarios/paper}. */
  public static byte[] read(String scenario) {
    try (InputStream in = PaperScenarios.class.getResourceAsStream(file(scenario))) {
      if (in == null) {
        throw new IllegalStateException("scenario " + scenario + " is missing in the program");
      }
      return in.readAllBytes();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
