package dev.inflight.live.steer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.live.os.TcpSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Limits of the settings in the kernel, over loopback. */
@EnabledOnOs(OS.LINUX)
class SteeringLimitsTest {
  private record Decides(long paceBitsPerSec) implements CongestionControl {
    @Override
    public boolean onAck(Feedback ack) {
      return false;
    }

    @Override
    public long windowBytes() {
      return NO_WINDOW;
    }
  }

  private static ServerSocketChannel server() throws IOException {
    return ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
  }

  /** The kernel waits for the time of two segments at the bound, even after its release. */
  @Test
  void twoSegmentsTakeASecondAtMost() throws IOException {
    try (ServerSocketChannel server = server();
        SocketChannel channel = SocketChannel.open(server.getLocalAddress());
        TcpSocket socket = TcpSocket.of(channel)) {
      var steering = new Steering(socket, null, Steering.IPV4_HEADER_BYTES);
      for (long decided : new long[] {1000, 1, 10_000_000_000L}) {
        steering.apply(new Decides(decided));
        long bound = socket.mostPacingBytesPerSec();
        assertThat(2.0 * socket.payloadBytes() / bound).as("seconds, for %d bit/s", decided).isBetween(0.0, 1.0);
        assertThat(bound).isEqualTo(Math.max(steering.leastBytesPerSec(), steering.payloadBytesPerSec(decided)));
      }
      steering.release();
      assertThat(socket.mostPacingBytesPerSec()).isEqualTo(TcpSocket.UNBOUNDED);
    }
  }

  @Test
  void reusedDescriptorIsNotBounded() throws IOException {
    try (ServerSocketChannel server = server()) {
      SocketChannel steered = SocketChannel.open(server.getLocalAddress());
      TcpSocket of = TcpSocket.of(steered);
      var steering = new Steering(of, null, 0);
      steering.apply(new Decides(20_000_000));
      steered.close();
      var opened = new ArrayList<SocketChannel>();
      try {
        TcpSocket innocent = null;
        for (int tries = 0; tries < 100 && innocent == null; tries++) {
          SocketChannel next = SocketChannel.open(server.getLocalAddress());
          opened.add(next);
          TcpSocket socket = TcpSocket.of(next);
          innocent = socket.fd() == of.fd() ? socket : null;
        }
        steering.apply(new Decides(1_000_000));
        steering.release();
        assertThat(innocent).isNotNull();
        assertThat(innocent.mostPacingBytesPerSec()).isEqualTo(TcpSocket.UNBOUNDED);
        assertThat(steering.isOver()).isTrue();
        assertThat(steering.changes()).isEqualTo(2);
      } finally {
        for (SocketChannel one : opened) {
          one.close();
        }
      }
    }
  }
}
