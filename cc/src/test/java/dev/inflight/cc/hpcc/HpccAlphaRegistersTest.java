package dev.inflight.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.testing.FlowDriver;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.format.ioam.IoamFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * HPCC-alpha's registers, computed manually: 100 Gb/s, base RTT 13 us, so 162,500 bytes; a hop with a queue of 146,250 has U =
 * 1.9.
 */
class HpccAlphaRegistersTest {
  private static final double ETA = 0.95;

  private static FlowDriver maxMin(double wAiBytes, int maxFlows) {
    return FlowDriver.of(new HpccAlpha(ETA, Double.POSITIVE_INFINITY, wAiBytes, maxFlows, 0, 16)).hops(3, "100Gbps").send(50)
        .every("13us");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void theTightestHopDecidesWhereverItIs(int tight) {
    assertThat(maxMin(80, 1).withQueue(tight, 146_250).ack(2).window()).as("162,500 / 2 + 80").isEqualTo(81_330);
  }

  @Test
  void stepDefaultsToTheSpareShareDividedAmongFlows() {
    assertThat(maxMin(0, 10).withQueue(0, 146_250).ack(2).window()).as("162,500 / 2 + 162,500 * 0.05 / 10").isEqualTo(82_062);
  }

  @Test
  void aWindowBelowTheFirstOneIsSpreadOverTheBaseRtt() {
    FlowDriver flow = maxMin(0, 10).withQueue(0, 146_250).ack(2);
    assertThat(flow.pace()).as("82,062.5 bytes in 13 us").isEqualTo(50_500_000_000L);
  }

  @Test
  void theReferenceIsRenewedOnceARoundTrip() {
    FlowDriver flow = maxMin(0, 10).withQueue(0, 146_250).ack(2);
    assertThat(flow.ack(1).window()).as("of the same reference").isEqualTo(82_062);
    assertThat(flow.ack(47).window()).as("up to the last packet of that window").isEqualTo(82_062);
    assertThat(flow.send(50).ack(1).window()).as("with its acknowledgement it becomes the reference").isEqualTo(82_062);
    assertThat(flow.ack(1).window()).as("82,062.5 / 2 + 812.5").isEqualTo(41_843);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 12})
  void aNewPathStartsFromTheWindowThereIs(int hops) {
    FlowDriver flow = maxMin(0, 10).withQueue(0, 146_250).ack(2);
    flow.reroute(hops, "100Gbps").withQueue(1, 146_250).ack(1);
    assertThat(flow.window()).as("nothing is known of it").isEqualTo(82_062);
    assertThat(flow.ack(1).window()).as("82,062.5 / 2 + 812.5").isEqualTo(41_843);
  }

  @Test
  void unknownHopDoesNotMatter() {
    FlowDriver flow = FlowDriver.of(new HpccAlpha(ETA, 1, 80, 1, 0, 1e9)).hop("100Gbps").hop("0bps").send(50).every("13us")
        .withQueue(0, 146_250).ack(2);
    // The known register is halved, and its share is the whole window.
    assertThat(flow.window()).isEqualTo(162_500);
    assertThat(flow.withQueue(0, 600_000).ack(2).window()).as("U = 1 + 600,000 / 162,500: 2 * (162,500 * 0.95 / U + 40)")
        .isEqualTo(65_879);
  }

  @Test
  void anAcknowledgementThatDecidesNothingDoesNotRenewTheReference() {
    FlowDriver flow = maxMin(0, 10).withQueue(0, 146_250).ack(50).send(50);
    assertThat(flow.every("0ns").ack(1).decided()).as("the first of the round trip, but no time has passed").isFalse();
    assertThat(flow.every("13us").ack(1).window()).as("so the second one does").isEqualTo(82_062);
    assertThat(flow.ack(1).window()).as("82,062.5 / 2 + 812.5").isEqualTo(41_843);
  }

  @Test
  void aPartOfThePathMovesTheRegistersOfItsOwnLinks() {
    FlowDriver flow = FlowDriver.of(new HpccAlpha(ETA, Double.POSITIVE_INFINITY, 0, 10, 0, 16)).hops(3, "100Gbps")
        .telemetry(IoamFormat.DEFAULT).send(50).every("13us").withQueue(0, 146_250).ack(2);
    assertThat(flow.window()).isEqualTo(82_062);
    flow.every("3us").reportingOnly(2, 3).ack(1);
    assertThat(flow.decided()).isTrue();
    assertThat(flow.window()).as("the last hop is not the tight one").isEqualTo(82_062);
    flow.withQueue(0, 0).withQueue(2, 2_000_000).reportingOnly(0, 1).ack(1);
    assertThat(flow.window()).as("the first hop is").isGreaterThan(85_000);
    flow.reportingOnly(1, 3).ack(1).reportingOnly(1, 3).ack(1);
    assertThat(flow.window()).as("now it is the last").isLessThan(60_000);
  }

  @Test
  void ambiguousPartMovesNoRegister() {
    FlowDriver flow = FlowDriver.of(new HpccAlpha(ETA, Double.POSITIVE_INFINITY, 0, 10, 0, 16)).hops(3, "100Gbps")
        .telemetry(NativeFormat.DEFAULT).send(50).every("13us").withQueue(0, 146_240).ack(2);
    long window = flow.window();
    assertThat(window).isBetween(82_000L, 82_100L);
    flow.every("5us").reportingOnly(2, 3).ack(1);
    assertThat(flow.window()).isEqualTo(window);
    flow.reportingOnly(2, 3).ack(1);
    assertThat(flow.decided()).as("it has been seen before, but which register is its own?").isFalse();
    assertThat(flow.window()).isEqualTo(window);
    assertThat(flow.ack(1).window()).as("of the same reference, with the same queue").isBetween(window - 200, window + 200);
  }
}
