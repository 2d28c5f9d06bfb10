package dev.inflight.lab;

import java.nio.file.Path;
import java.util.Locale;

/** Reads what the user wants simulated. */
public final class Inputs {
  private Inputs() {
  }

  /**
   * Reads a scenario: YAML when the file is called {@code .yaml} or {@code .yml}, otherwise a configuration file of the HPCC
   * authors' simulator.
   *
   * @throws InputError when the file, or one that it names, is not what it should be
   */
  public static Scenario read(Path path) {
    return read(path, Replacements.NONE);
  }

  /** The same with another scheme or telemetry than the file's. */
  static Scenario read(Path path, Replacements replacements) {
    InputText text = InputText.read(path);
    String name = path.toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".yaml") || name.endsWith(".yml")
        ? ScenarioFile.read(text, replacements)
        : ReferenceConfig.read(text, replacements);
  }
}
