package dev.inflight.lab.result;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.switching.Trimming;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.Setup;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Formats of the frames of a setup's packets. */
public final class FrameFormats {
  private FrameFormats() {
  }

  /**
   * Returns the single frame format of all of a setup's packets.
   *
   * @param wants place of the option that needs the packets' bytes, for the message
   * @throws InputError if the packets have no bytes, or several formats
   */
  public static FrameRules one(Setup setup, SourceLocation wants) {
    List<FrameRules> rules = byClass(setup, wants);
    if (rules.stream().distinct().count() > 1) {
      throw wants
          .error("classes of flows have frames of different framing, recovery or feedback, and one kind of frame is possible"
              + " here; remove framing, recovery and feedback from classes");
    }
    return rules.getFirst();
  }

  /**
   * Returns the frame formats of a setup's packets, by class of flow.
   *
   * @param wants place of the option that needs the packets' bytes, for the message
   * @throws InputError if the packets have no bytes, or telemetry of several formats
   */
  static List<FrameRules> byClass(Setup setup, SourceLocation wants) {
    if (!setup.profile().hasBytes()) {
      throw wants.error("packets of the reference framing have sizes, but no bytes; all other framings have both");
    }
    List<FlowClass> classes = setup.flowClasses();
    List<TelemetryFormat> carried = classes.stream().map(FlowClass::carried).filter(Objects::nonNull).distinct().toList();
    if (carried.size() > 1) {
      throw wants.error("classes of flows carry different telemetry, "
          + carried.stream().map(Catalog.TELEMETRY::describe).collect(Collectors.joining(" and "))
          + ", and frames are available of one format only");
    }
    TelemetryFormat telemetry = carried.isEmpty() ? null : carried.getFirst();
    int plain = IntStream.range(0, classes.size()).filter(number -> classes.get(number).carried() == null)
        .map(number -> 1 << number).sum();
    return classes.stream().map(one -> {
      Setup own = one.in(setup);
      boolean isShared = own.framing() == setup.framing(); // marks are then also in packets without telemetry
      return frames(own, isShared ? telemetry : one.carried(), plain);
    }).toList();
  }

  private static FrameRules frames(Setup own, @Nullable TelemetryFormat telemetry, int plainClasses) {
    var rules = new FrameRules(own.framing(), own.payloadBytes(), telemetry, own.authenticateFeedback(),
        own.recovery().isReliable(), own.feedback().choosesLink()).countingFlows(own.feedback().countsFlows())
        .withPlainClasses(plainClasses);
    Trimming trimming = own.trim();
    return trimming == null ? rules : rules.trimmingTo(trimming.dscp());
  }
}
