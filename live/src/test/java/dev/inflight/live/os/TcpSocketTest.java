package dev.inflight.live.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections of this process with itself, over both versions of IP. */
@EnabledOnOs(OS.LINUX)
class TcpSocketTest {
  /** Size of a bounded receive window: a sender waits for each window after that. */
  private static final int BYTES = 20_000;

  /** Both ends of a connection. */
  private record Ends(SocketChannel from, SocketChannel to) implements AutoCloseable {
    static Ends connect(String address) throws IOException {
      try (ServerSocketChannel server = ServerSocketChannel.open()) {
        server.bind(new InetSocketAddress(InetAddress.getByName(address), 0));
        return new Ends(SocketChannel.open(server.getLocalAddress()), server.accept());
      } catch (IOException none) {
        return abort("needs a loopback address " + address + ", but: " + none.getMessage());
      }
    }

    void transfer() throws IOException {
      ByteBuffer sent = ByteBuffer.allocate(BYTES);
      ByteBuffer received = ByteBuffer.allocate(BYTES);
      from.configureBlocking(false);
      to.configureBlocking(false);
      while (received.hasRemaining()) {
        from.write(sent);
        to.read(received);
      }
    }

    @Override
    public void close() throws IOException {
      from.close();
      to.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "::1"})
  void socketsAreFoundByTheirAddresses(String address) throws IOException {
    try (Ends ends = Ends.connect(address); TcpSocket from = TcpSocket.of(ends.from); TcpSocket to = TcpSocket.of(ends.to)) {
      assertThat(from.fd()).isNotEqualTo(to.fd()).isPositive();
      ends.transfer();
      assertThat(from.ackedBytes()).isBetween(1L, BYTES + 1L);
      assertThat(to.ackedBytes()).as("has sent nothing").isLessThan(2);
      assertThat(from.payloadBytes()).isGreaterThan(500);
      assertThat(from.rttPs()).isPositive();
      assertThat(new TcpSocket(from.fd()).fd()).isEqualTo(from.fd());
    }
  }

  @Test
  void boundsAreTheKernels() throws IOException {
    try (Ends ends = Ends.connect("127.0.0.1"); TcpSocket from = TcpSocket.of(ends.from); TcpSocket to = TcpSocket.of(ends.to)) {
      assertThat(from.mostPacingBytesPerSec()).as("none").isEqualTo(-1);
      for (long rate : new long[] {1, 1_250_000, 50_000_000_000L}) { // the last one exceeds 32 bits
        from.mostPacingBytesPerSec(rate);
        assertThat(from.mostPacingBytesPerSec()).isEqualTo(rate);
      }
      assertThat(to.mostPacingBytesPerSec()).isEqualTo(-1);
      for (int time = 0; time < 10; time++) { // until the kernel has measured the size of segments
        ends.transfer();
      }
      assertThat(from.sendWindowBytes()).isGreaterThan(40_000);
      // Until all bytes granted earlier have arrived; repeated, because segments may become larger meanwhile.
      for (int time = 0; time < 10 || time < 300 && from.sendWindowBytes() > 24_096; time++) {
        to.mostReceiveWindowBytes(20_000);
        ends.transfer();
      }
      assertThat(from.sendWindowBytes()).isBetween(1000, 24_096);
    }
  }

  /** The next opened socket gets the descriptor's number. */
  @Test
  void anotherSocketWithItsNumberIsNotTouched() throws IOException {
    Ends ends = Ends.connect("127.0.0.1");
    TcpSocket gone = TcpSocket.of(ends.from);
    gone.mostPacingBytesPerSec(1000);
    ends.close();
    var opened = new ArrayList<Ends>();
    TcpSocket innocent = null;
    try {
      for (int tries = 0; tries < 100 && innocent == null; tries++) { // other threads may take it
        Ends next = Ends.connect("127.0.0.1");
        opened.add(next);
        for (SocketChannel channel : List.of(next.from, next.to)) {
          TcpSocket socket = TcpSocket.of(channel);
          innocent = socket.fd() == gone.fd() ? socket : innocent;
        }
      }
      assertThat(innocent).isNotNull();
      String message = "descriptor " + gone.fd() + ", which is another socket's by now: EBADF, a descriptor is closed already";
      assertThatThrownBy(() -> gone.mostPacingBytesPerSec(5)).isInstanceOf(OsException.class).hasMessage(message);
      assertThatThrownBy(() -> gone.mostReceiveWindowBytes(5000)).hasMessage(message);
      assertThatThrownBy(gone::ackedBytes).hasMessage(message);
      assertThat(innocent.mostPacingBytesPerSec()).isEqualTo(TcpSocket.UNBOUNDED);
    } finally {
      for (Ends one : opened) {
        one.close();
      }
    }
  }

  /** An open duplicate would keep the connection, and delay its end at the other side. */
  @Test
  void applicationsCloseEndsTheConnection() throws IOException {
    try (Ends ends = Ends.connect("127.0.0.1"); TcpSocket from = TcpSocket.of(ends.from)) {
      from.mostPacingBytesPerSec(1_000_000);
      ends.from.close();
      assertThat(ends.to.read(ByteBuffer.allocate(1))).isEqualTo(-1);
      assertThatThrownBy(from::ackedBytes).isInstanceOf(OsException.class);
    }
  }

  @Test
  void rejectsOtherDescriptors() throws IOException {
    assertThatThrownBy(() -> new TcpSocket(-1)).isInstanceOf(OsException.class).hasMessageContaining("TCP_INFO");
    try (SocketChannel channel = SocketChannel.open()) {
      assertThatThrownBy(() -> TcpSocket.of(channel)).isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a channel that is not connected by TCP");
    }
    Ends ends = Ends.connect("127.0.0.1");
    TcpSocket gone = TcpSocket.of(ends.from);
    ends.close();
    assertThatThrownBy(gone::ackedBytes).isInstanceOf(OsException.class);
    gone.close();
    gone.close();
    assertThatThrownBy(gone::ackedBytes).isInstanceOf(IllegalStateException.class)
        .hasMessage("nothing is asked of descriptor " + gone.fd() + " any more");
  }
}
