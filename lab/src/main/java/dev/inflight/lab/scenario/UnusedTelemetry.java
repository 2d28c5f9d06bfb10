package dev.inflight.lab.scenario;

import dev.inflight.lab.read.KeyLocations;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.paths.PathChoice;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.switchfeedback.DirectFeedback;
import dev.inflight.net.validation.NoValidation;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Warnings about telemetry and feedback keys without effect, for the scenario and each class. */
final class UnusedTelemetry {
  private static final String FEEDBACK = "feedback";

  private final Setup setup;
  private final KeyLocations places;
  /** Rules of flows without a class, if any, and of each class. */
  private final List<FlowClass> classes;
  private final List<FlowClass> measured;
  private final boolean usesAll; // some flows have no class, and use telemetry
  private final List<String> warnings = new ArrayList<>();

  private UnusedTelemetry(Setup setup, KeyLocations places) {
    this.setup = setup;
    this.places = places;
    List<FlowClass> all = setup.flowClasses();
    boolean hasOthers = hasFlowsWithoutClass(setup);
    classes = all.subList(hasOthers ? 0 : 1, all.size());
    usesAll = hasOthers && all.getFirst().carried() != null;
    measured = classes.stream().filter(one -> one.carried() != null).toList();
  }

  private static boolean hasFlowsWithoutClass(Setup setup) {
    FlowTable flows = setup.flows();
    return setup.classes().isEmpty() || IntStream.range(0, flows.count()).anyMatch(row -> flows.flowClass(row) == 0);
  }

  /** Returns a sentence for each. */
  static List<String> of(Setup setup, KeyLocations places) {
    var unused = new UnusedTelemetry(setup, places);
    unused.ofScenario();
    for (int at = 0; at < setup.classes().size(); at++) {
      unused.ofClass(setup.classes().get(at), at);
    }
    unused.countsOfScenario();
    for (int at = 0; at < setup.classes().size(); at++) {
      unused.countsOfClass(setup.classes().get(at), at);
    }
    return unused.warnings;
  }

  private void ofScenario() {
    if (usesAll) {
      return; // before comparing records, for which the JVM would generate classes at each start
    }
    var usual = new SetupBuilder();
    var changed = new LinkedHashMap<String, Boolean>();
    changed.put("telemetry", !setup.telemetry().equals(usual.telemetry) && !setup.telemetry().equals(AuthorsFormat.DEFAULT));
    changed.put("telemetryPackets", !setup.telemetryPackets().equals(usual.telemetryPackets));
    changed.put(FEEDBACK, !setup.feedback().equals(usual.feedback));
    changed.put("switchFeedback", setup.switchFeedback() instanceof DirectFeedback);
    changed.put("scope", !setup.scope().equals(usual.scope));
    changed.put("paths", !setup.paths().equals(usual.paths) && !(setup.paths() instanceof Sprayed));
    changed.put("feedbackValidation", !setup.feedbackValidation().equals(usual.feedbackValidation));
    List<String> idle = changed.entrySet().stream().filter(Map.Entry::getValue).map(Map.Entry::getKey)
        .filter(key -> places.has(key) && measured.stream().allMatch(one -> replaces(one, key))).toList();
    if (!idle.isEmpty()) {
      warnings.add(places.of(idle.getFirst()) + ": " + changesNothing(idle) + " here: "
          + (measured.isEmpty()
              ? "scheme " + classes.getFirst().scheme().name() + " uses no telemetry, so no packet carries any"
              : "each class that uses telemetry has its own"));
    }
  }

  /** Reports whether a class replaces a key's value. A telemetry format equal to the scenario's does not count. */
  private boolean replaces(FlowClass one, String key) {
    return key.equals("telemetry") ? !one.telemetry().equals(setup.flowClasses().getFirst().telemetry()) : one.own().states(key);
  }

  private void ofClass(FlowClass one, int at) {
    if (one.carried() != null) {
      return;
    }
    var idle = new ArrayList<String>();
    if (!one.telemetry().equals(setup.telemetry())) {
      idle.add("telemetry");
    }
    if (changes(one.own().telemetryPackets(), setup.telemetryPackets())) {
      idle.add("telemetryPackets");
    }
    if (changes(one.own().feedback(), setup.feedback())) {
      idle.add(FEEDBACK);
    }
    PathChoice paths = one.own().paths();
    if (changes(paths, setup.paths()) && !(paths instanceof Sprayed) && !(setup.paths() instanceof Sprayed)) {
      idle.add("paths");
    }
    if (!idle.isEmpty()) {
      warnings.add(places.of(Scenario.CLASSES, at) + ": " + changesNothing(idle) + " in class " + one.name() + ": its scheme "
          + one.scheme().name() + " uses no telemetry, so its packets carry none");
    }
  }

  private static boolean changes(@Nullable Object own, Object shared) {
    return own != null && !own.equals(shared);
  }

  private static String changesNothing(List<String> keys) {
    return String.join(", ", keys) + (keys.size() > 1 ? " change" : " changes") + " nothing";
  }

  private void countsOfScenario() {
    List<FlowClass> sharing = measured.stream().filter(one -> !one.own().states(FEEDBACK)).toList();
    if (!setup.feedback().countsFlows() || sharing.isEmpty()) {
      return;
    }
    List<FlowClass> ofHpcc = sharing.stream().filter(one -> one.scheme().takesFlowCounts()).toList();
    List<String> reasons = (ofHpcc.isEmpty() ? sharing : ofHpcc).stream().map(this::unusedCount).toList();
    if (reasons.stream().noneMatch(String::isEmpty)) {
      warnings.add(places.of(FEEDBACK) + ": " + setup.feedback().name() + " has no use here: " + reasons.getFirst());
    }
  }

  private void countsOfClass(FlowClass one, int at) {
    FeedbackPath own = one.own().feedback();
    if (own == null || !own.countsFlows() || one.carried() == null) {
      return;
    }
    String reason = unusedCount(one);
    if (!reason.isEmpty()) {
      warnings.add(places.of(Scenario.CLASSES, at) + ": " + own.name() + " has no use in class " + one.name() + ": " + reason);
    }
  }

  /**
   * Why flows with telemetry do not use the number of flows; empty if they do. The number is of the receiver's link, so reports
   * must show a sender that this link is the bottleneck.
   */
  private String unusedCount(FlowClass one) {
    Setup own = one.in(setup);
    TelemetryFormat format = one.telemetry();
    if (!one.scheme().takesFlowCounts()) {
      return "scheme " + one.scheme().name() + " does not use the number of flows; hpcc does";
    }
    if (format.bottleneckOnly()) {
      return "the " + format.name()
          + " format has one value for the whole path, and hpcc uses the number of flows where the receiver's link is the busiest";
    }
    if (own.telemetryPackets().silenceIsQuiet()) {
      return "with telemetryPackets: " + own.telemetryPackets().name()
          + " no report is sure to have all links, and hpcc uses the number of flows where the receiver's link is the busiest";
    }
    if (!(own.feedbackValidation() instanceof NoValidation)) {
      return "senders with feedbackValidation: " + own.feedbackValidation().name()
          + " ignore the number of flows, because they cannot verify it";
    }
    return "";
  }
}
