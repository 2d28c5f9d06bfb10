package dev.inflight.web;

import dev.inflight.lab.scenario.Catalog;
import org.teavm.jso.JSExport;

/** What the page's worker calls. Scenarios go in as text; what comes back are numbers and texts, never markup. */
public final class Program {
  private Program() {
  }

  /** The names of all schemes. */
  @JSExport
  public static String[] schemes() {
    return Catalog.SCHEMES.names().toArray(String[]::new);
  }

  /** TeaVM needs a place to begin; the worker calls {@link #read}. */
  public static void main(String[] none) {
  }

  /**
   * Reads a scenario in YAML.
   *
   * @param name what messages call it
   * @param scheme the scheme instead of its own; empty: its own
   */
  @JSExport
  public static Reading read(String text, String name, String scheme) {
    return Reading.of(text, name, scheme);
  }
}
