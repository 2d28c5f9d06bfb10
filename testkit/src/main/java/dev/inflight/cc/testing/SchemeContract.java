package dev.inflight.cc.testing;

import dev.inflight.cc.MarkingThresholds;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Contract of all schemes, for all events in a network. Each constant is a rule, which a test checks alone or with the others.
 *
 * <pre>{@code
 * @ParameterizedTest
 * @EnumSource(SchemeContract.class)
 * void keepsTheContract(SchemeContract rule) {
 *   rule.check(MyScheme.DEFAULT);
 * }
 * }</pre>
 *
 * <p>The contract needs no test framework. The same scheme passes or fails each time, because stories come from fixed seeds.
 */
public enum SchemeContract {
  /**
   * The name is valid in scenarios: lower-case letters, digits and {@code -}, at most 40, with a letter first. Its signals are
   * not null.
   */
  HAS_A_NAME(SchemeContract::checkName),
  /**
   * A scheme with {@link Signal#ECN} has thresholds for marks at any rate, which are not larger at slower links; one without
   * has none.
   */
  MARKS_HAVE_THRESHOLDS(SchemeContract::checkThresholds),
  /** A scheme with {@link Signal#CREDIT} has rules for grants; one without has none. */
  CREDIT_IS_GRANTED(SchemeContract::checkCredit),
  /** A new flow sends at line rate, and its window is the path's bandwidth-delay product or more. */
  NEW_FLOWS_START_AT_LINE_RATE(SchemeContract::checkStart),
  /**
   * A window is 1 byte or more (with credit 0 or more), and a pace is above 0 and at most the line rate, after each
   * acknowledgement.
   */
  WINDOW_AND_PACE_ARE_SOUND(SchemeContract::checkSoundness),
  /** On a path that has become quiet, a flow finally has more than half of its line rate, after any earlier events. */
  FLOWS_RECOVER(SchemeContract::checkRecovery),
  /** The number of timers is 0 to 8; none is set to a time that has passed, or stays overdue. */
  TIMERS_RUN_ON(SchemeContract::checkTimers),
  /** A delay of timers by a microsecond changes the pace by no more than a factor of two. */
  LATE_TIMERS_MATTER_LITTLE(SchemeContract::checkLateTimers),
  /** The same calls give the same results, also while another flow of the scheme is driven in parallel: flows share no state. */
  FLOWS_SHARE_NOTHING(SchemeContract::checkSharing),
  /** Acknowledgements and notification packets create no object in warm code. */
  ACKS_ALLOCATE_NOTHING(SchemeContract::checkAllocation);

  private static final String NAME = "[a-z][a-z0-9-]{0,39}";
  private static final int MOST_TIMERS = 8;
  private static final long LONGEST_OVERDUE_PS = 2_000_000_000L; // delay of timers in the stories
  private static final int ACKS = 20_000;
  private static final int MOST_ALLOCATED_BYTES = 1000; // by all calls together, so that the JVM's own objects do not matter

  private final Consumer<Scheme> rule;

  SchemeContract(Consumer<Scheme> rule) {
    this.rule = rule;
  }

  /**
   * Checks this rule.
   *
   * @throws AssertionError with the names of the scheme and the rule, and the violation; its cause is the scheme's exception
   */
  public void check(Scheme scheme) {
    try {
      rule.accept(scheme);
    } catch (AssertionError broken) {
      throw new AssertionError(scheme.name() + " breaks " + this + ": " + broken.getMessage(), broken);
    } catch (RuntimeException | StackOverflowError thrown) {
      throw new AssertionError(scheme.name() + " breaks " + this + ": it has thrown " + thrown, thrown);
    }
  }

  /**
   * Checks all rules.
   *
   * @throws AssertionError for the first violated rule
   */
  public static void checkAll(Scheme scheme) {
    for (SchemeContract each : values()) {
      each.check(scheme);
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }

  private static void checkName(Scheme scheme) {
    require(scheme.name() != null && scheme.name().matches(NAME),
        "its name is " + scheme.name() + "; one has lower-case letters, digits and '-', and begins with a letter");
    require(scheme.signals() != null, "its signals are null; those of a scheme that needs none are Set.of()");
  }

  private static void checkThresholds(Scheme scheme) {
    for (long rate : new long[] {1, 1_000_000_000, 25_000_000_000L, 1_600_000_000_000L, Long.MAX_VALUE}) {
      MarkingThresholds here = scheme.markingThresholds(rate);
      if (!scheme.signals().contains(Signal.ECN)) {
        require(here == null, "it does not name the signal ECN, but has thresholds at " + rate + " bit/s: " + here);
        continue;
      }
      MarkingThresholds slower = scheme.markingThresholds(rate / 2);
      if (here == null || slower == null) {
        throw new AssertionError("it names the signal ECN, but has no thresholds at " + rate + " bit/s");
      }
      require(slower.kMaxBytes() <= here.kMaxBytes(), "switches mark at " + slower.kMaxBytes() + " bytes where a link has "
          + rate / 2 + " bit/s, and already at " + here.kMaxBytes() + " bytes where it is twice as fast");
    }
  }

  private static void checkCredit(Scheme scheme) {
    require(scheme.credits() != null == scheme.signals().contains(Signal.CREDIT),
        "its signals are " + scheme.signals() + ", and its credits " + scheme.credits());
  }

  /** Flows of many kinds, a scene each. */
  private static List<FlowDriver> scenes(Scheme scheme) {
    var scenes = new ArrayList<FlowDriver>();
    scenes.add(FlowDriver.of(scheme));
    scenes.add(FlowDriver.of(scheme).lineRate("1.6Tbps").baseRtt("100us").hops(3, "1.6Tbps"));
    scenes.add(FlowDriver.of(scheme).lineRate("1Gbps").baseRtt("1us").payload("9000B")); // far less than a packet
    scenes.add(FlowDriver.of(scheme).hop("100Gbps").hop("1bps").hop("0bps"));
    scenes.add(FlowDriver.of(scheme).lineRate("1bps").every("80ns"));
    scenes.add(FlowDriver.of(scheme).payload("1B").hops(40, "100Gbps"));
    for (TelemetryFormat format : Formats.ALL) {
      if (!format.bottleneckOnly() || scheme.takesBottleneckOnly()) {
        scenes.add(FlowDriver.of(scheme).telemetry(format).startingAt("16ms").havingSent("134.2MB").hops(3, "100Gbps"));
        scenes.add(FlowDriver.of(scheme).telemetry(format).lineRate("400Gbps").hops(20, "400Gbps"));
      }
    }
    return scenes;
  }

  private static void requireSound(FlowDriver flow, Scheme scheme) {
    long least = scheme.signals().contains(Signal.CREDIT) ? 0 : 1;
    require(flow.window() >= least,
        "the window is " + flow.window() + " bytes at " + flow.nowPs() + " ps; it is " + least + " or more");
    long lineRate = flow.facts().lineRateBitsPerSec();
    require(flow.pace() >= 1 && flow.pace() <= lineRate, "the pace is " + flow.pace() + " bit/s at " + flow.nowPs()
        + " ps; it is above 0 and at most the line rate, " + lineRate + " bit/s");
  }

  private static void checkStart(Scheme scheme) {
    for (FlowDriver flow : scenes(scheme)) {
      long lineRate = flow.facts().lineRateBitsPerSec();
      require(flow.pace() == lineRate, "the pace of a new flow is " + flow.pace() + " bit/s, but its line rate is " + lineRate);
      require(flow.window() >= flow.facts().bdpBytes(), "the window of a new flow is " + flow.window()
          + " bytes, and the path's bandwidth-delay product " + flow.facts().bdpBytes() + " bytes");
    }
  }

  private static void checkSoundness(Scheme scheme) {
    var random = new SplittableRandom(30);
    for (FlowDriver flow : scenes(scheme)) {
      requireSound(flow, scheme);
      flow.watch(driver -> requireSound(driver, scheme));
      for (int chapter = 0; chapter < 8; chapter++) {
        RandomStory.play(flow, random, 25);
        flow.reroute(random.nextInt(1, 8), "100Gbps");
      }
    }
  }

  private static void checkRecovery(Scheme scheme) {
    var random = new SplittableRandom(31);
    for (int story = 0; story < 20; story++) {
      FlowDriver flow = FlowDriver.of(scheme).telemetry(NativeFormat.DEFAULT).hops(3, "100Gbps");
      RandomStory.play(flow, random, 40);
      flow.returningLate("0us").timersLate("0us").marking(false).withQueue("0B").withLoad(0.3).every("80ns").stream(20_000);
      for (int round = 0; round < 30 && isSlow(flow) && !scheme.signals().contains(Signal.HOPS); round++) {
        flow.every("5us").stream(20_000); // it grows slowly
      }
      require(!isSlow(flow), "the pace is " + flow.pace() + " bit/s long after the path has become quiet");
    }
  }

  private static boolean isSlow(FlowDriver flow) {
    return flow.pace() <= flow.facts().lineRateBitsPerSec() / 2;
  }

  private static void checkTimers(Scheme scheme) {
    var random = new SplittableRandom(34);
    FlowDriver flow = FlowDriver.of(scheme);
    int timers = flow.control().timers();
    require(timers >= 0 && timers <= MOST_TIMERS, "there are " + timers + " timers; possible are 0 to " + MOST_TIMERS);
    for (int chapter = 0; chapter < 20; chapter++) {
      RandomStory.play(flow, random, 20); // the driver checks each timer after each call
      flow.timersLate(random.nextInt(2_000) + "us").pass("1us").cnp().marked().stream(1).pass(random.nextInt(5_000) + "us");
      require(flow.control().timers() == timers, "there were " + timers + " timers, and now " + flow.control().timers());
      for (int timer = 0; timer < timers; timer++) {
        require(flow.control().timerPs(timer) > flow.nowPs() - LONGEST_OVERDUE_PS,
            "timer " + timer + " was due at " + flow.control().timerPs(timer) + " ps, and now it is " + flow.nowPs() + " ps");
      }
      requireSound(flow, scheme);
    }
  }

  private static void checkLateTimers(Scheme scheme) {
    var paces = new ArrayList<Long>();
    for (String lag : List.of("0us", "1us")) {
      FlowDriver flow = FlowDriver.of(scheme).timersLate(lag).stream(20).cnp().marked().stream(20).pass("20us").stream(20);
      paces.add(flow.pace());
    }
    require(paces.get(1) >= paces.get(0) / 2 && paces.get(1) <= paces.get(0) * 2,
        "with timers in time and a microsecond late the paces are, in bit/s, " + paces);
  }

  private static void checkSharing(Scheme scheme) {
    var alone = new ArrayList<Long>();
    FlowDriver first = FlowDriver.of(scheme).watch(flow -> alone.add(flow.window() ^ flow.pace()));
    RandomStory.play(first, new SplittableRandom(32), 100);

    var among = new ArrayList<Long>();
    FlowDriver again = FlowDriver.of(scheme).watch(flow -> among.add(flow.window() ^ flow.pace()));
    FlowDriver other = FlowDriver.of(scheme);
    var random = new SplittableRandom(32);
    var otherRandom = new SplittableRandom(33);
    for (int turn = 0; turn < 100; turn++) {
      RandomStory.play(again, random, 1);
      RandomStory.play(other, otherRandom, 1);
    }
    require(among.equals(alone), "the same calls have given other windows or paces in parallel with another flow");
  }

  private static void checkAllocation(Scheme scheme) {
    FlowDriver flow = FlowDriver.of(scheme).telemetry(NativeFormat.DEFAULT).hops(5, "100Gbps").withQueue("1kB");
    long bytes = Allocation.bytesOf(() -> flow.cnp().marking(true).stream(ACKS / 2).cnp().marking(false).stream(ACKS / 2));
    require(bytes < MOST_ALLOCATED_BYTES, ACKS + " acknowledgements have allocated " + bytes + " bytes");
  }
}
