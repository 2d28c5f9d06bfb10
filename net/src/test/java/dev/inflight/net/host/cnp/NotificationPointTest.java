package dev.inflight.net.host.cnp;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.net.TestNet;
import dev.inflight.net.host.cnp.CnpRules.Per;
import dev.inflight.net.link.Packet;
import dev.inflight.net.switchfeedback.FastCnp;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.Star;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Times at which receiving NICs send congestion notification packets; every event is followed by an audit of the bytes. */
class NotificationPointTest {
  private record Sent(long flow, long markedPs, long leftPs, int priority) {
  }

  private static List<Sent> sent(CnpRules rules, int... priorities) {
    var net = TestNet.of(new Star(4, 100 * G, US)).scheme(Dcqcn.DEFAULT)
        .priorities(priorities.length == 0 ? new int[] {3} : priorities);
    net.cnp = rules;
    net.ecn.put(PortClass.ofRate(100 * G), new EcnThresholds(1000, 1001, 1));
    var sent = new ArrayList<Sent>();
    net.onPacket = packet -> {
      if (packet.kind == Packet.Kind.CNP && packet.hop == 0) {
        sent.add(new Sent(packet.flow().id(), packet.sentPs, packet.timePs, packet.priority));
      }
    };
    net.build();
    for (int from = 0; from < 3; from++) {
      net.flow(from, 3, 2_000_000, 0);
    }
    net.run().assertAllFinished();
    assertThat(net.fabric.counters().cnps).as("taken by senders").isEqualTo(sent.size());
    return sent;
  }

  private static long leastGapPs(List<Sent> sent) {
    long[] times = sent.stream().mapToLong(Sent::markedPs).toArray();
    return LongStream.range(1, times.length).map(at -> times[(int) at] - times[(int) at - 1]).min().orElseThrow();
  }

  @Test
  void theSchemesIntervalHoldsWhereNoneIsSet() {
    assertThat(sent(CnpRules.DEFAULT)).isEqualTo(sent(new CnpRules(Dcqcn.DEFAULT.cnpIntervalPs(), Per.FLOW, 0, 6)));
  }

  @Test
  void aFlowHasOneInAnInterval() {
    List<Sent> sent = sent(new CnpRules(4 * US, Per.FLOW, 0, 6));
    for (int flow = 0; flow < 3; flow++) {
      int of = flow;
      assertThat(leastGapPs(sent.stream().filter(one -> one.flow == of).toList())).isGreaterThanOrEqualTo(4 * US);
    }
    assertThat(leastGapPs(sent)).as("flows do not wait for each other").isLessThan(4 * US);
    assertThat(sent.size()).isGreaterThan(sent(CnpRules.DEFAULT).size());
  }

  @Test
  void aNicSendsOneInAnIntervalWhereThatIsPerNic() {
    List<Sent> sent = sent(new CnpRules(4 * US, Per.NIC, 0, 6));
    assertThat(leastGapPs(sent)).isGreaterThanOrEqualTo(4 * US);
    assertThat(sent.stream().map(Sent::flow).distinct()).hasSize(3);
  }

  @Test
  void withoutIntervalEachMarkIsAnswered() {
    assertThat(sent(new CnpRules(0, Per.FLOW, 0, 6)).size()).isGreaterThan(100);
  }

  @Test
  void theyLeaveAfterTheDelay() {
    List<Sent> sent = sent(new CnpRules(4 * US, Per.FLOW, 7 * US, 6));
    assertThat(sent).hasSizeGreaterThan(10).allSatisfy(one -> assertThat(one.leftPs - one.markedPs).isEqualTo(7 * US));
  }

  @Test
  void theyHaveThePriorityThatIsSet() {
    assertThat(sent(CnpRules.DEFAULT)).allMatch(one -> one.priority == 6);
    assertThat(sent(new CnpRules(4 * US, Per.FLOW, US, 5), 3, 5)).isNotEmpty().allMatch(one -> one.priority == 5);
  }

  /** Those of the switch have only its queue behind them, and the receiver has nothing to answer. */
  @Test
  void switchesSendThemInTheReceiversPlace() {
    var net = TestNet.of(new Star(4, 100 * G, US)).scheme(Dcqcn.DEFAULT);
    net.switchFeedback = new FastCnp(4 * US, false, 4096, 4);
    net.ecn.put(PortClass.ofRate(100 * G), new EcnThresholds(1000, 1001, 1));
    net.build();
    for (int from = 0; from < 3; from++) {
      net.flow(from, 3, 2_000_000, 0);
    }
    net.run().assertAllFinished();
    assertThat(net.fabric.counters().cnps).isGreaterThan(3);
    assertThat(net.fabric.counters().acksWithMarks).isZero();
    assertThat(TestNet.portTo(net.fabric.switches().getFirst(), 3).answersSent()).isEqualTo(net.fabric.counters().cnps);
  }

  @Test
  void rejectsValuesOutOfRange() {
    assertThatThrownBy(() -> new CnpRules(0, Per.FLOW, -1, 6)).hasMessageContaining("delay");
    assertThatThrownBy(() -> new CnpRules(0, Per.FLOW, 0, 0)).hasMessageContaining("priority 0 is outside 1 to 7");
    assertThatThrownBy(() -> new CnpRules(-2, Per.FLOW, 0, 6)).hasMessageContaining("interval");
  }
}
