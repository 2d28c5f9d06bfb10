package dev.inflight.live.steer;

import dev.inflight.live.os.Namespaces;
import dev.inflight.live.os.TcpSocket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** TCP connection of the kernel from one namespace to another, with endless data; both ends are in this process. */
final class KernelFlow implements AutoCloseable {
  private static final int PIECE_BYTES = 1 << 18;
  private static final int BUFFER_BYTES = 1 << 20;

  private final SocketChannel from;
  private final SocketChannel to;
  private final Thread writer;
  private final Thread reader;
  final TcpSocket sender;
  final TcpSocket receiver;

  /** Connects, and starts to send. */
  KernelFlow(@Nullable String fromNamespace, @Nullable String toNamespace, String address) {
    try (ServerSocketChannel server = Namespaces.within(toNamespace, KernelFlow::server)) {
      server.bind(new InetSocketAddress(InetAddress.getByName(address), 0));
      from = Namespaces.within(fromNamespace, KernelFlow::client);
      from.setOption(java.net.StandardSocketOptions.SO_SNDBUF, BUFFER_BYTES);
      from.connect(server.getLocalAddress());
      to = server.accept();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    sender = TcpSocket.of(from);
    receiver = TcpSocket.of(to);
    writer = Thread.ofPlatform().daemon().start(() -> run(from, true));
    reader = Thread.ofPlatform().daemon().start(() -> run(to, false));
  }

  private static ServerSocketChannel server() {
    try {
      return ServerSocketChannel.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SocketChannel client() {
    try {
      return SocketChannel.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void run(SocketChannel channel, boolean write) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(PIECE_BYTES);
    try {
      while (true) {
        buffer.clear();
        int moved = write ? channel.write(buffer) : channel.read(buffer);
        if (moved < 0) {
          return;
        }
      }
    } catch (ClosedChannelException closed) {
      // this is its regular end
    } catch (IOException reset) {
      // the same
    }
  }

  /** Rate at which the other end acknowledges bytes over a time, in bit/s. */
  double ackedBitsPerSec(long nanos) {
    long bytes = sender.ackedBytes();
    long begin = System.nanoTime();
    sleep(nanos);
    return (sender.ackedBytes() - bytes) * 8e9 / (System.nanoTime() - begin);
  }

  static void sleep(long nanos) {
    try {
      Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    sender.close();
    receiver.close();
    try {
      from.close();
      to.close();
      writer.join();
      reader.join();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
