package dev.inflight.web;

import dev.inflight.lab.scenario.Catalog;
import org.teavm.jso.JSExport;

/** Functions that the page's worker calls. Scenarios are passed as text; results are numbers and texts, never markup. */
public final class Program {
  private Program() {
  }

  /** Names of all schemes. */
  @JSExport
  public static String[] schemes() {
    return Catalog.SCHEMES.names().toArray(String[]::new);
  }

  /** Entry point, which TeaVM needs; the worker calls {@link #read}. */
  public static void main(String[] none) {
  }

  /**
   * Reads a scenario in YAML.
   *
   * @param name name of the scenario in messages
   * @param scheme scheme that replaces the scenario's; empty: the scenario's
   */
  @JSExport
  public static Reading read(String text, String name, String scheme) {
    return Reading.of(text, name, scheme);
  }
}
