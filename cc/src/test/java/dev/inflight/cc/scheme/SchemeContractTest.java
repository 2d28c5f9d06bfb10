package dev.inflight.cc.scheme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.MarkingThresholds;
import dev.inflight.cc.Scheme;
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
import dev.inflight.cc.testing.SchemeContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Contract of all schemes, for all events in a network. */
class SchemeContractTest {
  static final List<Scheme> ALL = Schemes.ALL;

  /** All schemes, and variants with parameters that run other parts of their code. */
  static final List<Scheme> VARIANTS = variants();

  /** Rules that depend on parameters. */
  private static final Set<SchemeContract> OF_DEFAULTS = Set.of(SchemeContract.NEW_FLOWS_START_AT_LINE_RATE,
      SchemeContract.MARKS_HAVE_THRESHOLDS, SchemeContract.CREDIT_IS_GRANTED);

  private static List<Scheme> variants() {
    var variants = new ArrayList<>(Schemes.ALL);
    for (ReactionMode react : ReactionMode.values()) {
      variants.add(new Hpcc(0.5, 0, 0, 1, 0, react, 0));
      variants.add(new Hpcc(0.95, 5, 0, 100, 0, react, 0, WindowDivision.TABLE, PortRate.SENT));
      variants.add(new Hpcc(0.95, 5, 0, 100, 0, react, 0, WindowDivision.PLAIN, PortRate.RECEIVED));
      variants.add(new Hpcc(0.95, 5, 0, 100, 0, react, 0, WindowDivision.PLAIN, PortRate.SENT, 100));
      variants.add(new Hpcc(1, 0, 1e14, 1, 0, react, 0, WindowDivision.TABLE, PortRate.RECEIVED, 1000));
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

  /** Each scheme keeps all rules; variants need not start at line rate. */
  static Stream<Arguments> rules() {
    return Stream.of(SchemeContract.values()).flatMap(
        rule -> (OF_DEFAULTS.contains(rule) ? ALL : VARIANTS).stream().map(scheme -> Arguments.of(rule, scheme)));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void everySchemeKeepsTheContract(SchemeContract rule, Scheme scheme) {
    rule.check(scheme);
  }

  @Test
  void namesAreUnique() {
    assertThat(ALL).extracting(Scheme::name).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @FieldSource("VARIANTS")
  void hpccAlwaysHasRoomForAPacket(Scheme scheme) {
    if (!(scheme instanceof Hpcc)) {
      return;
    }
    for (String payload : List.of("1B", "1000B", "9000B")) {
      FlowDriver flow = FlowDriver.of(scheme).lineRate("1Gbps").baseRtt("1us").payload(payload).hops(3, "1Gbps");
      flow.watch(driver -> assertThat(driver.window()).isGreaterThanOrEqualTo(driver.facts().payloadBytes()));
      RandomStory.play(flow, new SplittableRandom(30), 200);
    }
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
}
