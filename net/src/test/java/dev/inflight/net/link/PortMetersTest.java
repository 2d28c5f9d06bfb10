package dev.inflight.net.link;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.MS;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.TestNet;
import dev.inflight.net.host.Observer;
import dev.inflight.net.topology.Star;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Counters of a port: frames, bytes, time spent sending and time spent paused. */
class PortMetersTest {
  /** A byte's time at 100 Gb/s. */
  private static final long BYTE_PS = 80;

  private final TestNet net = TestNet.of(new Star(2, 100 * G, US)).scheme(NoControl.DEFAULT);

  private static void take(Port port, Packet.Kind kind, int priority, long nowPs) {
    var frame = new Packet(0);
    frame.becomePauseFrame(kind, priority, 64, nowPs);
    port.takePauseFrame(frame, Observer.NONE);
  }

  @Test
  void framesBytesAndTimeSentAndUntilWhen() {
    net.build().flow(0, 1, 10_000, 0);
    Port nic = net.fabric.host(0).nics()[0];
    List<Long> seenPs = new ArrayList<>();
    net.at(US / 2, () -> seenPs.addAll(List.of(nic.busyUntilPs(), nic.sendingPs(), nic.sentFrames())));
    net.run().assertAllFinished();
    long first = 1000 + 62 + 16;
    long other = 1000 + 62;
    long gap = 20;
    assertThat(nic.sentFrames()).isEqualTo(10);
    assertThat(nic.sentBytes()).isEqualTo(first + 9 * other);
    assertThat(nic.sendingPs()).isEqualTo((first + 9 * other + 10 * gap) * BYTE_PS);
    assertThat(nic.busyUntilPs()).isEqualTo(nic.sendingPs());
    // At half a microsecond it sends its sixth frame, which counts with its whole time.
    assertThat(seenPs).containsExactly((first + 5 * other + 6 * gap) * BYTE_PS, (first + 5 * other + 6 * gap) * BYTE_PS, 6L);
    assertThat(nic.pausesReceived()).isZero();
  }

  @Test
  void repeatedPauseFramesDoNotRestartAPause() {
    net.build();
    Port nic = net.fabric.host(0).nics()[0];
    take(nic, Packet.Kind.PAUSE, 3, 100);
    take(nic, Packet.Kind.PAUSE, 3, 150); // repeated: the priority is paused since 100
    take(nic, Packet.Kind.PAUSE, 5, 200);
    assertThat(nic.pausesReceived()).isEqualTo(3);
    assertThat(nic.pausedPriorities).isEqualTo(1 << 3 | 1 << 5);
    assertThat(nic.pausedPs(300)).isEqualTo(200 + 100);
    take(nic, Packet.Kind.RESUME, 3, 400);
    take(nic, Packet.Kind.RESUME, 3, 450); // it is not paused any more
    assertThat(nic.pausedPriorities).isEqualTo(1 << 5);
    assertThat(nic.pausesReceived()).as("resumes do not count").isEqualTo(3);
    assertThat(nic.pausedPs(500)).isEqualTo(300 + 300);
  }

  @Test
  void resumeReleasesWaitingPackets() {
    net.build().flow(0, 1, 1000, US);
    Port nic = net.fabric.host(0).nics()[0];
    net.at(0, () -> take(nic, Packet.Kind.PAUSE, 3, 0));
    net.run(MS);
    assertThat(nic.sentFrames()).isZero();
    net.at(MS, () -> take(nic, Packet.Kind.RESUME, 3, MS));
    net.run().assertAllFinished();
    assertThat(nic.busyUntilPs()).isEqualTo(MS + 1098 * BYTE_PS);
    assertThat(nic.pausedPs(2 * MS)).isEqualTo(MS);
  }

  @Test
  void theEndOfATransmissionIsAnEventOnlyWhereSomethingMayWait() {
    net.build().flow(0, 1, 1000, 0);
    net.run().assertAllFinished();
    // The flow's start; the end at its NIC, where the flow is still; two arrivals of the packet and two of its acknowledgement;
    // the
    // retransmission timer. The switch's ports and the receiver's NIC announce no end.
    assertThat(net.loop.fired).isEqualTo(1 + 1 + 2 + 2 + 1);
  }

  @Test
  void portsAreNumberedThroughTheFabricAndAtTheirNode() {
    net.build();
    Port toSecond = net.fabric.ports(2).get(1);
    assertThat(toSecond.index()).isEqualTo(3);
    assertThat(toSecond.number()).isEqualTo(2);
    assertThat(toSecond.node()).isEqualTo(2);
    assertThat(toSecond.peer()).isSameAs(net.fabric.host(1).nics()[0]);
    assertThat(toSecond.delayPs()).isEqualTo(US);
    assertThat(toSecond.rateBitsPerSec()).isEqualTo(100 * G);
    assertThat(toSecond).hasToString("port 2 of node 2");
    assertThat(net.fabric.ports(2)).extracting(Port::firstArrivalKey).doesNotHaveDuplicates();
    assertThatThrownBy(() -> net.fabric.host(2)).hasMessage("node 2 is not a host");
  }
}
