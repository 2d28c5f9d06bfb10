package dev.inflight.reproduction.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Tag;
import dev.inflight.lab.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Results of the papers of PowerTCP and Swift, checked on runs of the scenarios in {@code scenarios/rivals}:
 * docs/validation.md.
 */
@Tag("sweep")
class RivalPapersTest {
  private static final double BASE_RTT_US = 8.4; // of swift-target.yaml
  private static final double KB_PER_US = 50e9 / 8 / 1e9; // at 50 Gb/s

  @TempDir
  Path folder;

  private Results run(String scenario, String scheme, String... more) {
    var command = new ArrayList<>(List.of("run", "../scenarios/" + scenario + ".yaml", "--scheme", scheme, "--quiet", "--out",
        folder.resolve(scheme).toString()));
    command.addAll(List.of(more));
    Program.run(command.toArray(String[]::new));
    return new Results(folder);
  }

  /** Returns a queue as the time in which a link of 50 Gb/s sends it. */
  private static double meanWaitUs(Results results, String scheme, int port, double fromUs) {
    return results.queueKb(scheme, port, port).after(fromUs).mean() / KB_PER_US;
  }

  /**
   * PowerTCP, Figure 4, top: HPCC's queue becomes about twice as long, and HPCC, unlike PowerTCP, loses throughput once the
   * queue has drained.
   */
  @Test
  void powerTcpReactsToAnIncastSoonerThanHpccAndKeepsItsThroughput() {
    String scheme = "powertcp(T=29us)";
    String other = "hpcc(T=29us)";
    Results power = run("rivals/powertcp-incast", scheme);
    Results hpcc = run("rivals/powertcp-incast", other);
    Trace queue = power.queueKb(scheme, 12, 12).since(1000);
    double peak = queue.largest();
    assertThat(hpcc.queueKb(other, 12, 12).largest() / peak).as("published: about 2").isBetween(1.5, 2.1);
    assertThat(queue.between(500, 4000).largest() / peak).as("published: near zero").isLessThan(0.06);
    assertThat(rateAfterTheIncast(power, scheme).smallest()).as("published: no loss").isGreaterThan(23.9);
    assertThat(rateAfterTheIncast(hpcc, other).smallest()).as("published: loses some").isLessThan(12);
  }

  /** Rate of a 25 Gb/s link (24.5 Gb/s without preambles and gaps), as means over 20 us, which are about forty packets. */
  private static Trace rateAfterTheIncast(Results results, String scheme) {
    return results.throughputGbps(scheme, 12, 12).smoothed(20).between(1020, 3000);
  }

  /** PowerTCP, Figure 5: flows that join soon get fair shares. */
  @Test
  void powerTcpSoonGivesJoiningFlowsFairShares() {
    Results results = run("fairness", "powertcp", "--until", "1.6ms");
    double[] shares = IntStream.range(0, 4).mapToDouble(flow -> results.goodputGbps("powertcp", flow).between(1200, 1600).mean())
        .toArray();
    assertThat(Statistics.jain(shares)).as("0.6 to 1 ms after the last of four has joined").isGreaterThan(0.98);
    assertThat(Arrays.stream(shares).sum()).as("of 90 without headers").isGreaterThan(85);
  }

  /**
   * Swift, Figure 17: the achieved round trip closely tracks the target. A hundred flows have windows of one to four packets,
   * rounded up to whole packets: by half a packet per flow on average, which makes the queue 8.7 us longer than its target.
   */
  @ParameterizedTest
  @CsvSource({"15, 6.6", "25, 16.6", "50, 41.6", "70, 61.6"})
  void swiftKeepsAHundredFlowsAtTheTarget(double targetUs, String queueTargetUs) {
    String scheme = "swift(queueTarget=" + queueTargetUs + "us, scalingRange=0us)";
    Results results = run("rivals/swift-target", scheme);
    assertThat(BASE_RTT_US + meanWaitUs(results, scheme, 11, 4000)).isBetween(targetUs, targetUs + 8.7);
    assertThat(results.throughputGbps(scheme, 11, 11).after(4000).mean()).as("published: saturated from 25 us on")
        .isGreaterThan(48.5);
  }

  /** The same with ten flows, whose windows are ten times as many packets. */
  @ParameterizedTest
  @CsvSource({"15, 6.6", "25, 16.6", "50, 41.6"})
  void swiftKeepsTenFlowsAtTheExactTarget(double targetUs, String queueTargetUs) {
    String scheme = "swift(queueTarget=" + queueTargetUs + "us, scalingRange=0us)";
    Results results = run("rivals/swift-target", scheme, "--set", "flows=[\"incast(senders=10, receiver=10, size=100MB)\"]");
    assertThat(BASE_RTT_US + meanWaitUs(results, scheme, 11, 4000)).isCloseTo(targetUs, within(1.0));
  }

  /** Swift, Table 3: 110 us, 49.5 Gb/s and almost no loss, but 2 ms and 29 % loss if windows are at least a packet. */
  @Test
  void windowsBelowAPacketHoldAnIncastOfThousands() {
    String scheme = "swift(queueTarget=16.6us)";
    Results small = run("rivals/swift-incast", scheme, "--until", "60ms");
    assertThat(meanWaitUs(small, scheme, 51, 40_000)).as("between the two targets, or not far").isBetween(16.6, 130.0);
    assertThat(small.throughputGbps(scheme, 51, 51).after(40_000).mean()).isGreaterThan(49);
    assertThat(dropsAfter(small, scheme, 20_000)).isZero();
    String whole = "swift(queueTarget=16.6us, minWindowPackets=1)";
    Results large = run("rivals/swift-incast", whole, "--until", "30ms");
    assertThat(meanWaitUs(large, whole, 51, 20_000)).as("full buffer").isGreaterThan(1900);
    assertThat(dropsAfter(large, whole, 20_000)).isGreaterThan(100);
  }

  private static long dropsAfter(Results results, String scheme, double fromUs) {
    return Arrays.stream(results.table(scheme, "drops.csv").column("time_ns")).filter(ns -> ns > fromUs * 1000).count();
  }
}
