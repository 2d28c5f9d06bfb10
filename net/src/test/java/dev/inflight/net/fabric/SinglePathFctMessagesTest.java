package dev.inflight.net.fabric;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.TestNet;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Port;
import dev.inflight.net.topology.Topology;
import java.util.Arrays;
import java.util.SplittableRandom;
import dev.inflight.net.paths.OnePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Completion times of lone flows that are written in many RDMA messages. */
class SinglePathFctMessagesTest {
  private static final int PAYLOAD = 9000;
  private static final long MESSAGE = Flow.messageBytes(PAYLOAD);
  private static final long[] RATES = {10 * G, 25 * G, 100 * G, 99_999_999_999L, 400 * G};

  private static TestNet row(SplittableRandom random) {
    var links = new Topology.Builder();
    int hosts = links.hosts(2);
    int switches = links.switches(3);
    links.link(hosts, switches, rate(random), random.nextLong(200 * US));
    links.link(switches, switches + 1, rate(random), random.nextLong(200 * US));
    links.link(switches + 1, switches + 2, rate(random), random.nextLong(200 * US));
    links.link(switches + 2, hosts + 1, rate(random), random.nextLong(200 * US));
    var net = TestNet.of(links.build()).scheme(NoControl.DEFAULT);
    net.bufferBytes = 1L << 31;
    return net.build();
  }

  private static long rate(SplittableRandom random) {
    return RATES[random.nextInt(RATES.length)];
  }

  /** Packet by packet, and port by port. */
  private static long second(Port[] forward, Port[] reverse, long sizeBytes) {
    long[] leftPs = new long[forward.length];
    long[] ackLeftPs = new long[reverse.length];
    for (long sequence = 0; sequence < sizeBytes; sequence += PAYLOAD) {
      int payload = (int) Math.min(PAYLOAD, sizeBytes - sequence);
      int reth = sequence % MESSAGE == 0 ? Framing.ROCEV2.rethBytes() : 0;
      long therePs = pass(forward, leftPs, Framing.ROCEV2.dataBytes(payload, 0, reth), 0);
      pass(reverse, ackLeftPs, Framing.ROCEV2.ackBytes(0), therePs);
    }
    int last = reverse.length - 1;
    return ackLeftPs[last] + reverse[last].delayPs();
  }

  private static long pass(Port[] path, long[] leftPs, int bytes, long thereFromPs) {
    long therePs = thereFromPs;
    for (int hop = 0; hop < path.length; hop++) {
      leftPs[hop] = Math.max(therePs, leftPs[hop]) + path[hop].transmitPs(bytes);
      therePs = leftPs[hop] + path[hop].delayPs();
    }
    return therePs;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void aFlowOfManyMessagesTakesAsLongAsItsPackets(int seed) {
    var random = new SplittableRandom(seed);
    TestNet net = row(random);
    long sizeBytes = random.nextLong(MESSAGE, 9 * MESSAGE);
    var flow = new Flow(0, 0, 1, 10_000, 4791, 3, sizeBytes, 0);
    var alone = new IdealFct(net.fabric, Framing.ROCEV2, PAYLOAD, true, OnePath.DEFAULT, false);
    Port[] forward = net.fabric.routes().forwardPath(flow);
    assertThat(alone.writePs(flow, sizeBytes))
        .as("%d bytes, rates %s", sizeBytes, Arrays.stream(forward).map(Port::rateBitsPerSec).toList())
        .isEqualTo(second(forward, net.fabric.routes().reversePath(flow), sizeBytes));
  }

  /** Flows that no run sees end have a million messages, which are not visited one by one. */
  @Test
  void aFlowOfAPetabyteIsAsManyTimesAsLong() {
    TestNet net = row(new SplittableRandom(1));
    var flow = new Flow(0, 0, 1, 10_000, 4791, 3, 1L << 50, 0);
    var alone = new IdealFct(net.fabric, Framing.ROCEV2, PAYLOAD, true, OnePath.DEFAULT, false);
    long tenPs = alone.writePs(flow, 10 * MESSAGE);
    long eachPs = alone.writePs(flow, 11 * MESSAGE) - tenPs;
    assertThat(alone.writePs(flow, 500_000 * MESSAGE)).isEqualTo(tenPs + 499_990 * eachPs);
  }

  /** A READ alone: its request there, and behind the request's acknowledgement the answer packet by packet. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void aReadTakesAsLongAsItsRequestAndItsAnswer(int seed) {
    var random = new SplittableRandom(seed);
    TestNet net = row(random);
    long sizeBytes = seed == 1 ? 1 : seed == 2 ? PAYLOAD : random.nextLong(1, 100 * PAYLOAD);
    var flow = new Flow(0, 0, 1, 10_000, 4791, 3, sizeBytes, 0);
    long alonePs = new IdealFct(net.fabric, Framing.ROCEV2, PAYLOAD, true, OnePath.DEFAULT, false).readPs(flow, sizeBytes);
    Port[] forward = net.fabric.routes().forwardPath(flow);
    Port[] reverse = net.fabric.routes().reversePath(flow);
    long[] requestLeftPs = new long[forward.length];
    long askedPs = pass(forward, requestLeftPs, Framing.ROCEV2.dataBytes(16, 0, 0), 0);
    long[] leftPs = new long[reverse.length];
    pass(reverse, leftPs, Framing.ROCEV2.ackBytes(0), askedPs);
    long therePs = 0;
    for (long sequence = 0; sequence < sizeBytes; sequence += PAYLOAD) {
      int payload = (int) Math.min(PAYLOAD, sizeBytes - sequence);
      boolean end = sequence == 0 || sequence + payload == sizeBytes;
      therePs = pass(reverse, leftPs, Framing.ROCEV2.dataBytes(payload, 0, end ? Framing.ROCEV2.aethBytes() : 0), askedPs);
    }
    assertThat(alonePs).as("%d bytes", sizeBytes).isEqualTo(therePs);
  }
}
