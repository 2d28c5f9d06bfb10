package dev.inflight.sim.testing;

import dev.inflight.net.switching.ecn.EcnMarker;
import dev.inflight.net.switching.ecn.EcnMarking;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.MarkingRule;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Contract of all rules by which ports of switches mark packets. Each constant is a rule, which a test checks alone or with the
 * others, as in {@link AdmissionContract}.
 */
public enum MarkingContract {
  /** The name is valid in scenarios: lower-case letters, digits and {@code -}, at most 40, with a letter first. */
  HAS_A_NAME(rule -> Contract.requireName(rule.name())),
  /** A port with thresholds marks a data packet in a long queue; so does a port without thresholds if the rule uses none. */
  MARKS_SOMEWHERE(MarkingContract::checkMarking),
  /** Packets that cannot be marked, such as acknowledgements, are not marked. */
  ONLY_DATA_IS_MARKED(MarkingContract::checkKinds),
  /** The same calls give the same results, also in parallel with another port: ports share no state. */
  PORTS_SHARE_NOTHING(rule -> SwitchStory.requireNothingShared(seed -> new Story(marking(rule), seed), 20_000, "another port")),
  /** Packets create no object in warm code. */
  PACKETS_ALLOCATE_NOTHING(MarkingContract::checkAllocation);

  private static final long RATE = 100_000_000_000L;
  private static final EcnThresholds THRESHOLDS = new EcnThresholds(20_000, 80_000, 0.5);

  private final Consumer<MarkingRule> rule;

  MarkingContract(Consumer<MarkingRule> rule) {
    this.rule = rule;
  }

  /**
   * Checks this rule.
   *
   * @throws AssertionError with the names of the checked object and of the rule, and the violation
   */
  public void check(MarkingRule marking) {
    Contract.check(marking.name(), this, () -> rule.accept(marking));
  }

  /**
   * Checks all rules.
   *
   * @throws AssertionError for the first violated rule
   */
  public static void checkAll(MarkingRule marking) {
    for (MarkingContract each : values()) {
      each.check(marking);
    }
  }

  private static EcnMarking marking(MarkingRule rule) {
    EcnMarking marking = rule.at(THRESHOLDS);
    if (marking == null) {
      throw new AssertionError("it marks nothing at a port with thresholds");
    }
    return marking;
  }

  private static void checkMarking(MarkingRule rule) {
    requireMark(marking(rule), "with");
    if (!rule.usesThresholds()) {
      EcnMarking without = rule.at(null);
      if (without == null) {
        throw new AssertionError("it uses no thresholds, but marks nothing at a port without them");
      }
      requireMark(without, "without");
    }
  }

  private static void requireMark(EcnMarking marking, String thresholds) {
    var story = new Story(marking, 2);
    for (int step = 0; step < 20_000; step++) {
      story.step();
      if (story.marked && story.behindBytes > THRESHOLDS.kMaxBytes()) {
        return;
      }
    }
    throw new AssertionError("of 20000 packets at a port " + thresholds + " thresholds it marks none with more than "
        + THRESHOLDS.kMaxBytes() + " bytes behind it");
  }

  private static void checkKinds(MarkingRule rule) {
    var story = new Story(marking(rule), 3);
    for (int step = 0; step < 20_000; step++) {
      story.step();
      Contract.require(!story.marked || story.packet.kind.measured, "it marks a packet of kind " + story.packet.kind);
    }
  }

  private static void checkAllocation(MarkingRule rule) {
    var story = new Story(marking(rule), 4);
    Contract.requireNoObjects(() -> story.steps(20_000), "20000 packets");
  }

  /** Packets that leave a port. */
  private static final class Story extends SwitchStory {
    private final EcnMarker marker;
    private int behindBytes;
    private boolean marked;

    Story(EcnMarking marking, long seed) {
      super(seed);
      marker = marking.marker(new SplittableRandom(seed)::nextDouble, RATE);
    }

    @Override
    long decide() {
      behindBytes = random.nextBoolean() ? 0 : random.nextInt(200_000);
      nowPs += behindBytes * 80L;
      marked = marker.marks(packet, packet.priority, behindBytes, nowPs);
      return marked ? 1 : 0;
    }
  }
}
