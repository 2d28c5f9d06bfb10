package dev.inflight.cc.scheme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.testing.Allocation;
import dev.inflight.cc.MarkingThresholds;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.Window;
import dev.inflight.cc.hpcc.WindowDivision;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.hpcc.HpccAlpha;
import dev.inflight.cc.hpcc.HpccAuthors;
import dev.inflight.cc.hpcc.PortRate;
import dev.inflight.cc.hpcc.ReactionMode;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.cc.rival.DcqcnAuthors;
import dev.inflight.cc.rival.Dctcp;
import dev.inflight.cc.rival.DctcpAuthors;
import dev.inflight.cc.rival.Nscc;
import dev.inflight.cc.rival.PowerTcp;
import dev.inflight.cc.rival.Rccc;
import dev.inflight.cc.rival.Swift;
import dev.inflight.cc.rival.Timely;
import dev.inflight.cc.rival.TimelyAuthors;
import dev.inflight.cc.testing.FlowDriver;
import dev.inflight.cc.testing.RandomStory;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What holds for every scheme, whatever a network does to a flow. */
class SchemeContractTest {
  static final List<Scheme> ALL = Schemes.ALL;

  /** All schemes, and parameters that make their code take other ways. */
  static final List<Scheme> VARIANTS = variants();

  private static List<Scheme> variants() {
    var variants = new ArrayList<>(Schemes.ALL);
    for (ReactionMode react : ReactionMode.values()) {
      variants.add(new Hpcc(0.5, 0, 0, 1, 0, react, 0));
      variants.add(new Hpcc(0.95, 5, 0, 100, 0, react, 0, WindowDivision.TABLE, PortRate.SENT));
      variants.add(new Hpcc(0.95, 5, 0, 100, 0, react, 0, WindowDivision.PLAIN, PortRate.RECEIVED));
      variants.add(new Hpcc(1, 20, 1e14, 1, 100_000_000, react, Long.MAX_VALUE));
      variants.add(new HpccAuthors(0.5, 3, 0, 1_000, react, true, true));
      variants.add(new HpccAuthors(1, 0, Long.MAX_VALUE, Long.MAX_VALUE, react, false, false));
    }
    for (Window window : Window.values()) {
      variants.add(new DcqcnAuthors(55_000_000, 50_000_000, 55_000_000, 5, 1, 40_000_000, 40_000_000, 1, true, window));
      variants.add(new DcqcnAuthors(1_000_000, 1_000_000, 1_000_000, 0, 0, Long.MAX_VALUE, 1, Long.MAX_VALUE, false, window));
      variants.add(new Dcqcn(1, 1_000_000, 1_000_000, 10_000, 1, 1, 1_000_000_000, Long.MAX_VALUE, 1, window));
      variants.add(new Dcqcn(1, 1_000_000, 10_000_000, 1, 0, 0, Long.MAX_VALUE, 1, Long.MAX_VALUE, window));
      variants.add(new TimelyAuthors(1_000_000_000, Long.MAX_VALUE, 1, window));
      variants.add(new Timely(1, 1_000_000, 20_000_000, 1, 1, 1, 1_000_000_000, 1, Integer.MAX_VALUE, 1, window));
      variants.add(new DctcpAuthors(1, Long.MAX_VALUE, Long.MAX_VALUE, window));
    }
    variants.add(new Dctcp(1, 1000, 100));
    variants.add(new Swift(1, 0, 1e-9, 1e9, 1000, 1, 1, 1e-9, 1));
    variants.add(new PowerTcp(1, 1e14, 1, 100_000_000));
    variants.add(new Nscc(1, 1, 1000, 1000, 1000, 1, 1, 1_000_000_000_000_000_000L, 1000, 1, 1, 1, 1));
    variants.add(new Nscc(1_000_000_000_000_000_000L, 1000, 1, 1, 1, 0, 0, 0, 0, 1e-9, 1e6, 0, Integer.MAX_VALUE));
    variants.add(new Rccc(1, 0.01, 1, false));
    variants.add(new Rccc(1000, 1, 1000, false));
    variants.add(new Rccc(1.5, 0.99, 4, true));
    variants.add(new HpccAlpha(1, 1e-9, 1e14, 1, 100_000_000, 1));
    variants.add(new HpccAlpha(0.5, 2.5, 0, 1, 0, 1e9));
    variants.add(new HpccAlpha(0.95, Double.POSITIVE_INFINITY, 0, 100, 0, 1));
    return variants;
  }

  private static List<FlowDriver> scenes(Scheme scheme) {
    var scenes = new ArrayList<FlowDriver>();
    scenes.add(FlowDriver.of(scheme));
    scenes.add(FlowDriver.of(scheme).lineRate("1.6Tbps").baseRtt("100us").hops(3, "1.6Tbps"));
    scenes.add(FlowDriver.of(scheme).lineRate("1Gbps").baseRtt("1us").payload("9000B")); // far less than a packet
    scenes.add(FlowDriver.of(scheme).hop("100Gbps").hop("1bps").hop("0bps"));
    scenes.add(FlowDriver.of(scheme).lineRate("1bps").every("80ns"));
    scenes.add(FlowDriver.of(scheme).payload("1B").hops(40, "100Gbps"));
    for (var format : Formats.ALL) {
      if (format.bottleneckOnly() && !scheme.takesBottleneckOnly()) {
        continue;
      }
      scenes.add(FlowDriver.of(scheme).telemetry(format).startingAt("16ms").havingSent("134.2MB").hops(3, "100Gbps"));
      scenes.add(FlowDriver.of(scheme).telemetry(format).lineRate("400Gbps").hops(20, "400Gbps"));
    }
    return scenes;
  }

  private static void assertSound(FlowDriver flow, Scheme scheme) {
    assertThat(flow.window()).isGreaterThanOrEqualTo(scheme.signals().contains(Signal.CREDIT) ? 0 : 1);
    if (scheme instanceof Hpcc) {
      assertThat(flow.window()).isGreaterThanOrEqualTo(flow.facts().payloadBytes());
    }
    assertThat(flow.pace()).isBetween(1L, flow.facts().lineRateBitsPerSec());
  }

  @Test
  void namesAreUniqueAndInTheStyleOfScenarios() {
    assertThat(ALL).extracting(Scheme::name).doesNotHaveDuplicates();
  }

  /** So that every scheme can be tried on every scenario: whoever needs marks says when. */
  @ParameterizedTest
  @FieldSource("ALL")
  void whoHearsMarksSaysWhenToMark(Scheme scheme) {
    for (long rate : new long[] {1, 1_000_000_000, 25_000_000_000L, 1_600_000_000_000L, Long.MAX_VALUE}) {
      MarkingThresholds thresholds = scheme.markingThresholds(rate);
      if (!scheme.signals().contains(Signal.ECN)) {
        assertThat(thresholds).isNull();
        continue;
      }
      assertThat(thresholds).isNotNull();
      assertThat(scheme.markingThresholds(rate / 2).kMaxBytes()).as("lower for slower links")
          .isLessThanOrEqualTo(thresholds.kMaxBytes());
    }
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void whoHearsCreditSaysHowItIsGranted(Scheme scheme) {
    assertThat(scheme.credits() != null).isEqualTo(scheme.signals().contains(Signal.CREDIT));
  }

  @Test
  void thresholdsAreThoseOfTheHpccPaper() {
    long g = 1_000_000_000;
    for (Scheme scheme : List.of(Dcqcn.DEFAULT, DcqcnAuthors.DEFAULT)) {
      assertThat(scheme.markingThresholds(25 * g)).isEqualTo(new MarkingThresholds(100_000, 400_000, 0.2));
      assertThat(scheme.markingThresholds(400 * g)).isEqualTo(new MarkingThresholds(1_600_000, 6_400_000, 0.2));
    }
    for (Scheme scheme : List.of(Dctcp.DEFAULT, DctcpAuthors.DEFAULT)) {
      assertThat(scheme.markingThresholds(10 * g)).isEqualTo(new MarkingThresholds(30_000, 30_000, 1));
      assertThat(scheme.markingThresholds(25 * g)).isEqualTo(new MarkingThresholds(75_000, 75_000, 1));
    }
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void aNewFlowMaySendAtLineRate(Scheme scheme) {
    for (FlowDriver flow : scenes(scheme)) {
      assertThat(flow.pace()).isEqualTo(flow.facts().lineRateBitsPerSec());
      assertThat(flow.window()).isGreaterThanOrEqualTo(flow.facts().bdpBytes());
    }
  }

  @ParameterizedTest
  @FieldSource("VARIANTS")
  void windowAndRateStaySoundWhateverHappens(Scheme scheme) {
    var random = new SplittableRandom(30);
    for (FlowDriver flow : scenes(scheme)) {
      assertSound(flow, scheme);
      flow.watch(driver -> assertSound(driver, scheme));
      for (int chapter = 0; chapter < 8; chapter++) {
        RandomStory.play(flow, random, 25);
        flow.reroute(random.nextInt(1, 8), "100Gbps");
      }
    }
  }

  @ParameterizedTest
  @FieldSource("VARIANTS")
  void aFlowRecoversOnceTheNetworkIsQuiet(Scheme scheme) {
    var random = new SplittableRandom(31);
    for (int story = 0; story < 20; story++) {
      FlowDriver flow = FlowDriver.of(scheme).telemetry(NativeFormat.DEFAULT).hops(3, "100Gbps");
      RandomStory.play(flow, random, 40);
      flow.returningLate("0us").timersLate("0us").marking(false).withQueue("0B").withLoad(0.3).every("80ns").stream(20_000);
      for (int round = 0; round < 30 && isSlow(flow) && !scheme.signals().contains(Signal.HOPS); round++) {
        flow.every("5us").stream(20_000); // it feels its way up
      }
      assertThat(isSlow(flow)).isFalse();
    }
  }

  private static boolean isSlow(FlowDriver flow) {
    return flow.pace() <= flow.facts().lineRateBitsPerSec() / 2;
  }

  @ParameterizedTest
  @FieldSource("VARIANTS")
  void timersRunOnAndAreNeverSetToATimeThatHasPassed(Scheme scheme) {
    var random = new SplittableRandom(34);
    FlowDriver flow = FlowDriver.of(scheme);
    assertThat(flow.control().timers()).isBetween(0, 8);
    for (int chapter = 0; chapter < 20; chapter++) {
      RandomStory.play(flow, random, 20); // the driver looks at each timer after each call
      flow.timersLate(random.nextInt(2_000) + "us").pass("1us").cnp().marked().stream(1).pass(random.nextInt(5_000) + "us");
      for (int timer = 0; timer < flow.control().timers(); timer++) {
        assertThat(flow.control().timerPs(timer)).isGreaterThan(flow.nowPs() - 2_000_000_000L);
      }
      assertSound(flow, scheme);
    }
  }

  @ParameterizedTest
  @FieldSource("VARIANTS")
  void timersThatAreLateMakeLittleDifference(Scheme scheme) {
    var paces = new ArrayList<Long>();
    for (String lag : List.of("0us", "1us")) {
      FlowDriver flow = FlowDriver.of(scheme).timersLate(lag).stream(20).cnp().marked().stream(20).pass("20us").stream(20);
      paces.add(flow.pace());
    }
    assertThat(paces.get(1)).isBetween(paces.get(0) / 2, paces.get(0) * 2);
  }

  @ParameterizedTest
  @FieldSource("VARIANTS")
  void flowsOfOneSchemeShareNothing(Scheme scheme) {
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
    assertThat(among).isEqualTo(alone);
  }

  @ParameterizedTest
  @FieldSource("VARIANTS")
  void acknowledgementsAllocateNothing(Scheme scheme) {
    FlowDriver flow = FlowDriver.of(scheme).telemetry(NativeFormat.DEFAULT).hops(5, "100Gbps").withQueue("1kB");
    long allocated = Allocation.bytesOf(() -> flow.cnp().marking(true).stream(10_000).cnp().marking(false).stream(10_000));
    assertThat(allocated).isLessThan(1_000); // of 20,000 acknowledgements
  }
}
