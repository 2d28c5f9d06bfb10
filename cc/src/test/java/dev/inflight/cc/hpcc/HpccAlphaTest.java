package dev.inflight.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.testing.FlowDriver;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Equation 7 (HPCC Appendix A.3): computed manually, and compared with the alpha-fair optimum of a parking lot. */
class HpccAlphaTest {
  private static final double ETA = 0.95;
  private static final long T_PS = 1_000_000_000_000L; // long, so that a byte is negligible
  private static final long NIC = 1_000_000_000_000L;

  private static FlowDriver twoHops(double alpha) {
    var scheme = new HpccAlpha(ETA, alpha, 80, 1, 0, 16);
    return FlowDriver.of(scheme).hops(2, "100Gbps").send(20).withQueue(0, 146_250).every("13us").ack(1); // U = 1.9 and 1
  }

  @Test
  void aFlowStartsAtLineRateOverAnyNumberOfHops() {
    FlowDriver flow = FlowDriver.of(HpccAlpha.DEFAULT).hops(5, "100Gbps").withLoad(0.3).stream(1000);
    assertThat(flow.window()).isEqualTo(162_500);
    assertThat(flow.pace()).isEqualTo(100_000_000_000L);
  }

  @Test
  void maxMinIsTheSmallestRegister() {
    assertThat(twoHops(Double.POSITIVE_INFINITY).ack(1).window()).as("162,500 / 2 + 80").isEqualTo(81_330);
  }

  @Test
  void proportionalIsTheHarmonicSum() {
    // Two equal registers of 2 * 162,500 make the first window; halved, and / (1 / 0.95): 162,500 + 80 and 308,750 + 80.
    double sum = 1 / 162_580.0 + 1 / 308_830.0;
    assertThat(twoHops(1).ack(1).window()).isEqualTo((long) (1 / sum));
  }

  @Test
  void alphaOfTwoIsTheSumOfSquares() {
    double first = Math.sqrt(2) * 162_500 / 2 + 80;
    double second = Math.sqrt(2) * 162_500 * 0.95 + 80;
    double sum = 1 / (first * first) + 1 / (second * second);
    assertThat(twoHops(2).ack(1).window()).isEqualTo((long) (1 / Math.sqrt(sum)));
  }

  @Test
  void anAlphaOfAHundredIsNearlyMaxMin() {
    assertThat(twoHops(100).ack(1).window()).isCloseTo(81_330, withPercentage(1));
  }

  @Test
  void oneHopIsAlgorithmOneWithoutStages() {
    FlowDriver flow = FlowDriver.of(new HpccAlpha(ETA, 3, 80, 1, 0, 1)).send(20);
    FlowDriver hpcc = FlowDriver.of(new Hpcc(ETA, 0, 80, 1, 0, ReactionMode.BOTH, 0)).send(20);
    for (int turn = 0; turn < 200; turn++) {
      for (FlowDriver driver : new FlowDriver[] {flow, hpcc}) {
        driver.withQueue(turn % 7 * 9_000 + "B").withLoad(turn % 11 / 20.0 + 0.5).every(turn % 5 + 1 + "us").send(2).ack(2);
      }
      assertThat((double) flow.window()).isCloseTo(hpcc.window(), within(1.0));
    }
  }

  @Test
  void anIdleHopWeighsLittleOnceItsRegisterHasGrown() {
    FlowDriver flow = FlowDriver.of(new HpccAlpha(ETA, 1, 80, 1, 0, 1000)).hops(2, "100Gbps").withLoad(0, 0.95).withLoad(1, 0.1);
    flow.every("13us").stream(5000);
    assertThat(flow.window()).isEqualTo(162_500);
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "3, 1", "10, 1", "2, 2", "3, 2", "10, 2", "2, Infinity", "10, Infinity", "3, 0.5"})
  void flowsAreAlphaFair(int links, double alpha) {
    var scheme = new HpccAlpha(ETA, alpha, NIC / 8 * 1e-3, 1, 0, 1e3);
    boolean[][] uses = ParkingLot.uses(links);
    var flows = new CongestionControl[links + 1];
    Arrays.setAll(flows, flow -> scheme.start(PathFacts.of(NIC, T_PS, 1)));
    double[] sentBytes = new double[links];
    var ack = new Feedback();
    for (int round = 1; round <= 12_000; round++) {
      for (int link = 0; link < links; link++) {
        sentBytes[link] = (sentBytes[link] + flows[0].windowBytes() + flows[link + 1].windowBytes()) % (1L << 50);
      }
      for (int flow = 0; flow < flows.length; flow++) {
        ack.nowPs = round * (T_PS / 1000);
        ack.ackedBytes = 2L * round;
        ack.sentBytes = 2L * round + 1;
        ack.highestSentBytes = ack.sentBytes;
        ack.orderByBytes();
        ack.hops.clear(1L << 62, 1L << 50);
        for (int link = 0; link < links; link++) {
          if (uses[flow][link]) {
            ack.hops.add(ack.nowPs, (long) sentBytes[link], 0, NIC * 1000);
          }
        }
        flows[flow].onAck(ack);
      }
    }
    double share = ParkingLot.longShare(links, alpha);
    double bottleneck = NIC / 8 * ETA;
    assertThat(flows[0].windowBytes() / bottleneck).isCloseTo(share, withPercentage(2));
    assertThat(flows[1].windowBytes() / bottleneck).isCloseTo(1 - share, withPercentage(2));
  }
}
