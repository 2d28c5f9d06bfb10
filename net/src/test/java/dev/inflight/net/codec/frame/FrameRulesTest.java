package dev.inflight.net.codec.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Segmentation;
import dev.inflight.telemetry.format.ifa.IfaFormat;
import dev.inflight.telemetry.format.ioam.IoamFormat;
import org.junit.jupiter.api.Test;

/** Rules under which packets can be frames, and flows that frames name by the low bits of their ports. */
class FrameRulesTest {
  @Test
  void payloadsFitIntoAFrame() {
    assertThat(new FrameRules(Framing.ROCEV2, 1, null, false).payloadBytes()).isEqualTo(1);
    assertThat(new FrameRules(Framing.ROCEV2, 9000, null, false).payloadBytes()).isEqualTo(9000);
    assertThatIllegalArgumentException().isThrownBy(() -> new FrameRules(Framing.ROCEV2, 0, null, false))
        .withMessage("payload of 0 bytes is outside 1 to 9000");
    assertThatIllegalArgumentException().isThrownBy(() -> new FrameRules(Framing.ROCEV2, 9001, null, false))
        .withMessage("payload of 9001 bytes is outside 1 to 9000");
  }

  @Test
  void theAuthorsPacketsHaveNoBytes() {
    assertThatIllegalArgumentException().isThrownBy(() -> new FrameRules(Framing.REFERENCE, 1000, null, false))
        .withMessage("packets of the reference framing have sizes, but no bytes");
  }

  @Test
  void someTelemetryNeedsIpv6() {
    assertThat(new FrameRules(Framing.ROCEV2_IPV6, 1000, IoamFormat.DEFAULT, false).ipv6()).isTrue();
    assertThatIllegalArgumentException().isThrownBy(() -> new FrameRules(Framing.ROCEV2, 1000, IoamFormat.DEFAULT, false))
        .withMessage("the " + IoamFormat.DEFAULT.name() + " format is carried in an IPv6 header");
  }

  @Test
  void rejectsFeaturesThatTcpLacks() {
    assertThat(new FrameRules(Framing.TCP_IPV6, 1000, IoamFormat.DEFAULT, true).ipv6()).isTrue();
    assertThat(new FrameRules(Framing.TCP, 1000, null, false).ipv6()).isFalse();
    assertThatIllegalArgumentException().isThrownBy(() -> new FrameRules(Framing.TCP, 1000, IoamFormat.DEFAULT, false))
        .withMessage("the ioam format is carried in an IPv6 header");
    assertThatIllegalArgumentException().isThrownBy(() -> new FrameRules(Framing.TCP, 1000, IfaFormat.DEFAULT, false))
        .withMessage("the ifa format is carried around a UDP header, which TCP's probes lack");
    assertThatIllegalArgumentException().isThrownBy(() -> new FrameRules(Framing.TCP, 1000, null, false, false))
        .withMessage("TCP acknowledges its data");
  }

  private static Flow flow(int id, int source, int destination, int sourcePort) {
    return new Flow(id, source, destination, sourcePort, 4791, 3, 1000, 0);
  }

  /** A frame has sixteen bits of a port, of which a run with many flows uses more. */
  @Test
  void aFlowIsFoundByTheLowBitsOfItsPort() {
    var flows = new FlowLookup(true);
    Flow flow = flow(1, 2, 3, 0x1_2345);
    flows.add(flow);
    assertThat(flows.find(flow.queuePair(), 2, 3, 0x2345)).isSameAs(flow);
    assertThat(flows.find(flow.queuePair(), 2, 3, 0x2346)).isNull();
    assertThat(flows.find(flow.queuePair(), 3, 2, 0x2345)).isNull();
    assertThat(flows.find(flow.queuePair() + 1, 2, 3, 0x2345)).isNull();
    assertThat(flows.find(FlowLookup.ANY_QUEUE_PAIR, 2, 3, 0x2345)).isSameAs(flow);
    assertThat(flows.find(FlowLookup.ANY_QUEUE_PAIR, 3, 2, 0x2345)).isNull();
    flows.add(flow(1, 2, 3, 0x2345));
    assertThat(flows.count()).as("frames cannot tell them apart").isEqualTo(1);
    assertThat(flows.find(flow.queuePair(), 2, 3, 0x2345)).as("the first one counts").isSameAs(flow);
  }

  @Test
  void everyFlowIsFoundHoweverManyThereAre() {
    var flows = new FlowLookup();
    for (int id = 0; id < 500; id++) {
      flows.add(flow(id, id % 3, 3 + id % 5, 10_000));
      assertThat(flows.count()).isEqualTo(id + 1);
      for (int before = 0; before <= id; before += 7) {
        Flow found = flows.find(flow(before, 0, 1, 0).queuePair(), before % 3, 3 + before % 5, 10_000);
        assertThat(found).isNotNull();
        assertThat(found.id()).isEqualTo(before);
      }
    }
  }

  @Test
  void packetsHaveNumbersFromTheFirstToTheLast() {
    var flow = new Flow(1, 2, 3, 10_000, 4791, 3, 2500, 0);
    assertThat(flow.sequenceOf(0, 1000)).isZero();
    assertThat(flow.sequenceOf(2, 1000)).isEqualTo(2000);
    assertThat(flow.sequenceOf(3, 1000)).as("what is expected after the last").isEqualTo(2500);
    assertThat(flow.sequenceOf(4, 1000)).isEqualTo(-1);
    assertThat(flow.sequenceOf(-1, 1000)).isEqualTo(-1);
    var empty = new Flow(1, 2, 3, 10_000, 4791, 3, 0, 0);
    assertThat(empty.sequenceOf(0, 1000)).as("it has one packet all the same").isZero();
    assertThat(empty.sequenceOf(1, 1000)).as("and then nothing").isZero();
    assertThat(empty.sequenceOf(2, 1000)).isEqualTo(-1);
  }

  /** A sender requests numbers of its unacknowledged packets in order, and again from a gap on. */
  @Test
  void packetNumbersDoNotDependOnTheOrderOfRequests() {
    Segmentation layout = new Flow(1, 2, 3, 10_000, 4791, 3, 2500, 0).layout(1000);
    var packet = new Packet(0);
    for (int number : new int[] {0, 1, 2, 1, 2, 0, 2}) {
      layout.fill(packet, number * 1000L);
      assertThat(packet.number).isEqualTo(number);
      assertThat(packet.payloadBytes).isEqualTo(number == 2 ? 500 : 1000);
    }
    Segmentation empty = new Flow(1, 2, 3, 10_000, 4791, 3, 0, 0).layout(1000);
    for (int again = 0; again < 3; again++) {
      empty.fill(packet, 0);
      assertThat(packet.number).isZero();
      assertThat(packet.payloadBytes).isZero();
    }
  }
}
