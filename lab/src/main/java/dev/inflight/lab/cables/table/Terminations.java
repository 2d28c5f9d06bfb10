package dev.inflight.lab.cables.table;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import java.util.List;

/** Ends of NetBox's cables other than interfaces. */
public final class Terminations {
  private static final String INTERFACE = "dcim.interface";
  private static final List<String> OTHERS = List.of("power", "console", "circuit");

  private Terminations() {
  }

  /** Reports whether a cable ends at an interface; in tables without kinds all cables do. */
  public static boolean isInterface(String kind) {
    return kind.isEmpty() || kind.equals(INTERFACE);
  }

  /**
   * Skips a cable for power or a console, with a warning.
   *
   * @param kind kind of the cable's end, such as {@code dcim.powerport}
   * @throws dev.inflight.lab.read.InputError when it ends at a patch panel, or at an unknown kind of end
   */
  public static void passOver(String kind, SourceLocation place) {
    if (OTHERS.stream().noneMatch(kind::contains)) {
      throw place.error("unknown termination " + Quoted.of(kind) + " of this cable; a fabric's cables end at " + INTERFACE
          + ", or at patch panels, dcim.frontport and dcim.rearport");
    }
    Notices.add(place, "termination", () -> "this cable ends at " + Quoted.of(kind) + " and is passed over");
  }
}
