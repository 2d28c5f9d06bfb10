package dev.inflight.lab.report;

import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.spec.SpecBinder;
import dev.inflight.sim.setup.FlowClass;
import org.jspecify.annotations.Nullable;

/** Text about a flow class's transport for a summary. */
final class ClassText {
  private ClassText() {
  }

  /** Returns the values that the class replaces, each after a comma. */
  static String own(FlowClass.Own own) {
    return own("packets", Catalog.CARRIERS, own.telemetryPackets()) + own("feedback", Catalog.REPORTS, own.feedback())
        + own("paths", Catalog.PATHS, own.paths()) + own("recovery", Catalog.RECOVERIES, own.recovery())
        + (own.framing() == null ? "" : ", framing " + EnumNames.of(own.framing()));
  }

  private static <T> String own(String word, SpecBinder<T> binder, @Nullable T value) {
    return value == null ? "" : ", " + word + " " + binder.describeBriefly(value);
  }
}
