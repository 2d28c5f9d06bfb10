package org.example.udp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.format.ioam.IoamFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The transport of docs/embedding.md over real sockets. The test does not depend on the machine's speed. */
class HpccUdpTest {
  private static final long LINE_RATE = 1_000_000_000;
  private static final long LINK_RATE = 100_000_000;
  private static final long BASE_RTT_PS = 1_000_000_000; // 1 ms
  private static final EgressLink LINK = new EgressLink(1, 1, LINK_RATE);
  /** IOAM trace headers with room for two switches; the link's rate, which they do not carry, is configured. */
  private static final TelemetryCodec CODEC = IoamFormat.DEFAULT
      .in(new NetworkFacts((node, port) -> node == 1 && port == 1 ? LINK_RATE : 0, BASE_RTT_PS, 2));

  private static DatagramChannel open(boolean blocking) throws IOException {
    DatagramChannel channel = DatagramChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    channel.configureBlocking(blocking);
    return channel;
  }

  @Test
  void bytesArriveAndTheWindowFollowsTheLink() throws Exception {
    byte[] data = new byte[2_000_000];
    new Random(1).nextBytes(data);
    var received = new ByteArrayOutputStream();
    try (DatagramChannel to = open(true);
        DatagramChannel between = open(false);
        DatagramChannel from = open(false);
        var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory())) {
      var link = new SlowLink(between, to.getLocalAddress(), CODEC, LINK);
      Future<?> forwarding = threads.submit(link);
      Callable<Void> receiving = () -> {
        new UdpReceiver(to, CODEC).receive(data.length, received);
        return null;
      };
      Future<Void> arrived = threads.submit(receiving);
      from.connect(between.getLocalAddress());
      var sender = new HpccUdpSender(from, CODEC, LINE_RATE, BASE_RTT_PS);
      sender.send(data);
      arrived.get(1, TimeUnit.MINUTES);
      link.close();
      forwarding.get(1, TimeUnit.MINUTES);

      assertThat(received.toByteArray()).isEqualTo(data);
      assertThat(sender.reports()).as("acknowledgements with telemetry").isGreaterThan(1000);
      long bdpOfLine = LINE_RATE / 8 / 1000;
      assertThat(sender.smallestWindowBytes()).as("window, which begins at %d", bdpOfLine).isLessThan(bdpOfLine / 4);
      assertThat(link.longestQueueBytes()).as("queue").isBetween(1L, 3 * bdpOfLine);
    }
  }
}
