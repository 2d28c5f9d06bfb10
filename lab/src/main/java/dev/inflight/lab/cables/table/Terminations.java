package dev.inflight.lab.cables.table;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import java.util.List;

/** What cables of NetBox end at besides interfaces. */
public final class Terminations {
  private static final List<String> PANELS = List.of("frontport", "rearport");
  private static final List<String> OTHERS = List.of("power", "console", "circuit");

  private Terminations() {
  }

  /**
   * Passes over a cable for power or a console, with a warning.
   *
   * @param kind what it ends at, such as {@code dcim.powerport}
   * @throws dev.inflight.lab.read.InputError when it ends at a patch panel, or at something unknown
   */
  public static void passOver(String kind, SourceLocation place) {
    if (PANELS.stream().anyMatch(kind::endsWith)) {
      throw place.error("this cable ends at a patch panel, " + Quoted.of(kind)
          + ", through which no cable is followed here; put one line from interface to interface in its place");
    }
    if (OTHERS.stream().noneMatch(kind::contains)) {
      throw place
          .error("this cable ends at " + Quoted.of(kind) + ", which is not known; a fabric's cables end at dcim.interface");
    }
    Notices.add(place, "termination", () -> "this cable ends at " + Quoted.of(kind) + " and is passed over");
  }
}
