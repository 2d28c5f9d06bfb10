package dev.inflight.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.testing.FlowDriver;
import dev.inflight.cc.testing.RandomStory;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import dev.inflight.telemetry.format.hpcc.DraftFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** {@link Hpcc} and a second, simpler implementation of Algorithm 1 agree on every acknowledgement of random stories. */
class HpccAlgorithmTest {
  static final List<Hpcc> VARIANTS = List.of(Hpcc.DEFAULT, //
      new Hpcc(0.95, 0, 0, 100, 0, ReactionMode.BOTH, 0), //
      new Hpcc(0.95, 5, 80, 1, 0, ReactionMode.PER_ACK, 0), //
      new Hpcc(0.95, 5, 300, 1, 0, ReactionMode.PER_RTT, 0), //
      new Hpcc(0.5, 2, 0, 16, 0, ReactionMode.BOTH, 1_000_000_000L), //
      new Hpcc(0.999, 1, 0, 1, 0, ReactionMode.BOTH, 0));

  private static List<Supplier<FlowDriver>> scenes(Hpcc scheme) {
    var scenes = new ArrayList<Supplier<FlowDriver>>();
    scenes.add(() -> FlowDriver.of(scheme).hop("100Gbps").hop("0bps").hop("25Gbps"));
    scenes.add(() -> FlowDriver.of(scheme).lineRate("1.6Tbps").hops(3, "1.6Tbps"));
    scenes.add(() -> FlowDriver.of(scheme).lineRate("10Gbps").baseRtt("9us").hops(2, "3Gbps"));
    for (var format : List.of(NativeFormat.DEFAULT, DraftFormat.DEFAULT, AuthorsFormat.DEFAULT)) { // of which it has units and wrap
      scenes.add(() -> FlowDriver.of(scheme).telemetry(format).startingAt("16ms").havingSent("134.2MB"));
      scenes.add(() -> FlowDriver.of(scheme).telemetry(format).lineRate("25Gbps").hop("25Gbps").hop("400Gbps").hop("100Gbps"));
      scenes.add(() -> FlowDriver.of(scheme).telemetry(format).lineRate("400Gbps").payload("4096B").hops(5, "400Gbps"));
    }
    return scenes;
  }

  @ParameterizedTest
  @FieldSource("VARIANTS")
  void everyWindowIsThatOfAlgorithmOne(Hpcc scheme) {
    var random = new SplittableRandom(10);
    int[] acks = {0, 0};
    for (var scene : scenes(scheme)) {
      for (int story = 0; story < 6; story++) {
        FlowDriver flow = scene.get();
        var paper = new Algorithm1(scheme, flow.facts());
        flow.watch(driver -> {
          paper.newAck(driver);
          assertAgree(driver, paper);
          acks[paper.isClipped() ? 0 : 1]++;
        });
        for (int chapter = 0; chapter < 10; chapter++) {
          RandomStory.play(flow, random, 30);
          flow.reroute(1 + (flow.hopCount() + random.nextInt(4)) % 5, "100Gbps");
        }
      }
    }
    assertThat(acks[1]).as("acknowledgements with a window between its bounds, of %s in all", acks[0] + acks[1])
        .isGreaterThan(30_000);
  }

  /** Compares W in whole bytes, and by the pacing rate to ten digits. */
  private static void assertAgree(FlowDriver flow, Algorithm1 paper) {
    double w = paper.w();
    assertThat((double) flow.window()).isCloseTo(Math.floor(w),
        within(w * 1e-9 + (Math.abs(w - Math.rint(w)) < w * 1e-9 ? 1 : 0)));
    double rate = Math.min(flow.facts().lineRateBitsPerSec(), w * 8e12 / flow.facts().baseRttPs());
    assertThat((double) flow.pace()).isCloseTo(rate, within(rate * 1e-9 + 1));
  }
}
