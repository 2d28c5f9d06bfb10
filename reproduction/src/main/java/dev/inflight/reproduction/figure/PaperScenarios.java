package dev.inflight.reproduction.figure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The figures' scenarios, which the program brings along. */
public final class PaperScenarios {
  private PaperScenarios() {
  }

  /** The file name of a scenario. */
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
