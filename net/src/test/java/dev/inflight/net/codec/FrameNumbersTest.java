package dev.inflight.net.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.net.codec.frame.FlowLookup;
import dev.inflight.net.codec.frame.FrameAddresses;
import dev.inflight.net.link.Flow;
import java.util.ArrayList;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Numbers of a frame resolve to their objects: packet numbers, queue pairs, addresses. */
class FrameNumbersTest {
  @Test
  void packetNumbersWrap() {
    assertThat(Psn.nearest(0, 0)).isZero();
    assertThat(Psn.nearest(0xFFFFFF, 0)).isEqualTo(-1);
    assertThat(Psn.nearest(5, 0xFFFFFE)).isEqualTo(0x1000005);
    assertThat(Psn.nearest(0xFFFFFE, 0x1000005)).isEqualTo(0xFFFFFE);
    var random = new SplittableRandom(3);
    for (int round = 0; round < 1000; round++) {
      long near = random.nextLong(1L << 50);
      long number = near + random.nextLong(-(1 << 23), 1 << 23);
      assertThat(Psn.nearest((int) number & 0xFFFFFF, near)).isEqualTo(number);
    }
  }

  @Test
  void distinguishesFlows() {
    var flows = new FlowLookup();
    var all = new ArrayList<Flow>();
    for (int id = 0; id < 2000; id++) {
      int wrapped = id < 1000 ? id : id - 1000 + (1 << 24) - 3; // the same queue pairs again
      all.add(new Flow(wrapped, id % 7, id % 11, 10_000 + id / 1000, 100, 3, 1, 0));
    }
    all.forEach(flows::add);
    all.forEach(flows::add);
    assertThat(flows.count()).isEqualTo(all.size());
    for (Flow flow : all) {
      assertThat(flows.find(flow.queuePair(), flow.source(), flow.destination(), flow.sourcePort())).isSameAs(flow);
    }
    assertThat(flows.find(all.get(1).queuePair(), 1, 2, 10_000)).isNull();
  }

  @Test
  void addressesLeadBack() {
    assertThat(FrameAddresses.mac(0x123456, 0x789A)).isEqualTo(0x02_123456_789AL);
    assertThat(FrameAddresses.ipv4(0)).isEqualTo(0x0A000001);
    assertThat(FrameAddresses.ipv6Low(255)).isEqualTo(256);
    for (int node : new int[] {0, 1, 255, 65_535, FrameAddresses.NODES - 1}) {
      assertThat(FrameAddresses.nodeOfIpv4(FrameAddresses.ipv4(node))).isEqualTo(node);
      assertThat(FrameAddresses.nodeOfIpv6(FrameAddresses.IPV6_PREFIX, FrameAddresses.ipv6Low(node))).isEqualTo(node);
    }
    assertThat(FrameAddresses.nodeOfIpv4(0x0B000001)).isEqualTo(FrameAddresses.NO_NODE);
    assertThat(FrameAddresses.nodeOfIpv4(0x0A000000)).isEqualTo(FrameAddresses.NO_NODE);
    assertThat(FrameAddresses.nodeOfIpv4(0x0AFFFFFF)).isEqualTo(FrameAddresses.NO_NODE);
    assertThat(FrameAddresses.nodeOfIpv6(FrameAddresses.IPV6_PREFIX, 1L << 32 | 1)).isEqualTo(FrameAddresses.NO_NODE);
    assertThatIllegalArgumentException().isThrownBy(() -> FrameAddresses.ipv4(FrameAddresses.NODES));
    assertThatIllegalArgumentException().isThrownBy(() -> FrameAddresses.mac(1, 1 << 16));
  }
}
