package dev.inflight.net;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.FixedWindow;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.host.Observer;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.LossModel;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.topology.LeafSpine;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An application gets the sent bytes, each once, on wires that lose, duplicate and reorder packets. The payload is a function
 * of flow and offset, and its checksum weighs each byte by its place.
 */
class PayloadIdentityTest {
  private static final int HOSTS = 6;
  /** With 86 a sender's timer once expired while its retransmission waited for a pause to end, and it never requested again. */
  private static final List<Long> SEEDS = List.of(1L, 2L, 3L, 4L, 86L);

  static Stream<Arguments> wires() {
    return Recoveries.RELIABLE.stream().flatMap(recovery -> Stream.of(FixedWindow.DEFAULT, Hpcc.DEFAULT, NoControl.DEFAULT)
        .flatMap(scheme -> SEEDS.stream().map(seed -> Arguments.of(recovery, scheme, seed))));
  }

  @ParameterizedTest
  @MethodSource("wires")
  void deliveredBytesEqualSentBytes(Recovery recovery, Scheme scheme, long seed) {
    var random = new SplittableRandom(seed);
    var net = TestNet.of(new LeafSpine(2, 2, 3, 100 * G, 100 * G, US, 1)).scheme(scheme);
    net.recovery = recovery;
    net.retransmitTimeoutPs = 150 * US;
    net.pfc = random.nextBoolean();
    net.bufferBytes = 1_000_000;
    net.payloadBytes = random.nextInt(100, 2000);
    net.ackEveryPackets = random.nextInt(1, 5);
    net.disorder = new TestNet.Disorder(random.split(), 0.05 * random.nextDouble(), seed % 2 == 0 ? 400 * US : 5 * US,
        0.02 * random.nextDouble());
    long[] sums = new long[HOSTS];
    net.onDelivery = (flow, sequence, bytes) -> sums[flow.id()] += checksum(flow.id(), sequence, sequence + bytes);
    net.build();
    for (int link = 0; link < net.topology.links().size(); link++) {
      var draws = random.split();
      double rate = 0.02 * draws.nextDouble();
      LossModel lossy = packet -> packet.flow != null && draws.nextDouble() < rate;
      net.fabric.setLoss(link, lossy, lossy);
    }
    for (int host = 0; host < HOSTS; host++) {
      net.flow(host, (host + 4) % HOSTS, random.nextLong(1, 400_000), host * US);
    }
    for (int pauses = 0; pauses < 20; pauses++) {
      pauseForAWhile(net, random);
    }
    net.run().assertAllFinished();
    List<Flow> flows = net.finished.stream().map(Sender::flow).toList();
    assertThat(flows).hasSize(HOSTS)
        .allSatisfy(flow -> assertThat(sums[flow.id()]).as("%s", flow).isEqualTo(checksum(flow.id(), 0, flow.sizeBytes())));
    assertThat(net.losses).containsKey(Observer.Loss.RANDOM);
    assertThat(net.fabric.counters().retransmittedBytes).isPositive();
  }

  private static void pauseForAWhile(TestNet net, SplittableRandom random) {
    Nic nic = net.fabric.host(random.nextInt(HOSTS)).nics()[0];
    long fromPs = random.nextLong(500 * US);
    long untilPs = fromPs + random.nextLong(400 * US);
    net.at(fromPs, () -> tell(net, nic, Packet.Kind.PAUSE, fromPs));
    net.at(untilPs, () -> tell(net, nic, Packet.Kind.RESUME, untilPs));
  }

  private static void tell(TestNet net, Nic nic, Packet.Kind kind, long nowPs) {
    Packet frame = net.fabric.parts().getFirst().pool().take();
    frame.becomePauseFrame(kind, 3, 64, nowPs);
    nic.receive(frame);
  }

  private static long checksum(int flow, long from, long to) {
    long sum = 0;
    for (long at = from; at < to; at++) {
      sum += mix(at + 1) * (payload(flow, at) + 1);
    }
    return sum;
  }

  private static long payload(int flow, long at) {
    return mix(mix(flow) + at) & 0xFF;
  }

  /** Scatters neighboring numbers (Stafford's thirteenth variant of MurmurHash3's finish). */
  private static long mix(long number) {
    long mixed = (number ^ number >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }
}
