package dev.inflight.lab.scenario;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.KeyLocations;
import dev.inflight.lab.read.Units;
import dev.inflight.sim.setup.LinkEvent;
import dev.inflight.sim.setup.Setup;
import java.util.ArrayList;
import java.util.List;

/** What a scenario asks for that can run, but may not be what its author thinks. */
final class ScenarioWarnings {
  private static final int EVENTS_NAMED = 3;
  private static final double MUCH_BYTES = 1e9;
  private static final List<String> KEYS_OF_TELEMETRY = List.of("carrier", "reports", "answers", "scope", "paths", "trust");

  private ScenarioWarnings() {
  }

  /** A sentence for each. */
  static List<String> of(Setup setup, KeyLocations places) {
    var warnings = new ArrayList<String>();
    lateEvents(setup, places, warnings);
    longSeries(setup, places, warnings);
    deafSchemes(setup, places, warnings);
    return List.copyOf(warnings);
  }

  private static void lateEvents(Setup setup, KeyLocations places, List<String> warnings) {
    var late = new ArrayList<String>();
    for (int at = 0; at < setup.linkEvents.size(); at++) {
      LinkEvent event = setup.linkEvents.get(at);
      if (event.atPs() >= setup.untilPs) {
        late.add(Units.formatTime(event.atPs()) + " (" + places.of("events", at) + ")");
      }
    }
    if (!late.isEmpty()) {
      int more = late.size() - EVENTS_NAMED;
      String named = String.join(", ", late.subList(0, Math.min(EVENTS_NAMED, late.size())))
          + (more > 0 ? " and " + more + " more" : "");
      warnings.add(places.of("until") + ": the simulation ends at " + Units.formatTime(setup.untilPs)
          + ", before the link events at " + named + " would happen");
    }
  }

  private static void deafSchemes(Setup setup, KeyLocations places, List<String> warnings) {
    if (setup.flowClasses().stream().anyMatch(flows -> flows.carried() != null)) {
      return;
    }
    List<String> idle = KEYS_OF_TELEMETRY.stream().filter(places::has).toList();
    if (!idle.isEmpty()) {
      warnings.add(places.of(idle.getFirst()) + ": " + String.join(", ", idle) + (idle.size() > 1 ? " change" : " changes")
          + " nothing here: scheme " + setup.scheme.name() + " hears no telemetry, so no packet carries any");
    }
  }

  private static void longSeries(Setup setup, KeyLocations places, List<String> warnings) {
    if (!setup.series.isOn()) {
      return;
    }
    SeriesEstimate estimate = SeriesEstimate.of(setup);
    if (estimate.bytes() > MUCH_BYTES) {
      warnings.add(places.of("series") + ": the series will take about " + Humanize.bytes((long) estimate.bytes()) + ", for "
          + Humanize.roughly(estimate.flowRows()) + " rows of flows and " + Humanize.roughly(estimate.portRows())
          + " of ports, one each " + Units.formatTime(setup.series.everyPs())
          + "; a longer every, an until, or fewer flows and ports make it smaller");
    }
  }
}
