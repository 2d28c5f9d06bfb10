package dev.inflight.live.device.udp;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.inflight.live.os.Descriptor;
import dev.inflight.live.os.Libc;
import dev.inflight.live.os.OsException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Sockets by their port, all of one local address: those that receive, and one for each port that sent a frame. */
final class UdpSockets implements AutoCloseable {
  /** Largest number of ports to send from, besides those that receive. */
  private static final int MOST_SENDERS = 1024;
  private static final int PORTS = 1 << 16;
  private static final int SOCK_DGRAM = 2;
  private static final int SO_SNDBUF = 7;
  private static final int SO_RCVBUF = 8;
  private static final int SO_MEMINFO = 55;
  private static final int MEMINFO_BYTES = 36;
  private static final int MEMINFO_DROPS = 32;
  private static final int SEND_BUFFER_BYTES = 4 << 20;
  private static final int RECEIVE_BUFFER_BYTES = 8 << 20;

  private final Libc libc = new Libc();
  private final @Nullable String namespace;
  private final Headers headers;
  private final @Nullable Descriptor[] sockets = new Descriptor[PORTS];
  private final boolean[] refused = new boolean[PORTS];
  private int senders;

  UdpSockets(@Nullable String namespace, Headers headers) {
    this.namespace = namespace;
    this.headers = headers;
  }

  /** Opens a socket that receives at a port. */
  int receive(int port) {
    Descriptor socket = open(port);
    sockets[port] = socket;
    int fd = socket.fd();
    headers.setUpReceiving(libc, fd);
    libc.setsockopt(fd, Libc.SOL_SOCKET, SO_RCVBUF, RECEIVE_BUFFER_BYTES); // the kernel's limit may make it less
    return fd;
  }

  /** Socket that sends from a port; -1 if there can be none: another socket has the port, or there are too many. */
  int from(int port) {
    Descriptor socket = sockets[port];
    if (socket != null) {
      return socket.fd();
    }
    if (refused[port] || senders == MOST_SENDERS) {
      return -1;
    }
    try {
      socket = open(port);
    } catch (OsException taken) {
      refused[port] = true;
      return -1;
    }
    libc.setsockopt(socket.fd(), Libc.SOL_SOCKET, SO_RCVBUF, 0); // data that arrives here has no reader
    sockets[port] = socket;
    senders++;
    return socket.fd();
  }

  private Descriptor open(int port) {
    Descriptor socket = Descriptor.socket("socket of UDP", namespace, headers.family, SOCK_DGRAM);
    try (Arena arena = Arena.ofConfined()) {
      int fd = socket.fd();
      headers.setUpSending(libc, fd);
      libc.setsockopt(fd, Libc.SOL_SOCKET, SO_SNDBUF, SEND_BUFFER_BYTES);
      MemorySegment local = arena.allocate(headers.addressBytes, 8);
      headers.writeOwn(local, port);
      libc.check("UDP port " + port, libc.bind(fd, local.address(), headers.addressBytes));
      return socket;
    } catch (RuntimeException failure) {
      socket.close();
      throw failure;
    }
  }

  /** Number of datagrams for which a socket had no room. */
  long drops(int fd) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment values = arena.allocate(MEMINFO_BYTES + 4, 8);
      values.set(JAVA_INT, MEMINFO_BYTES, MEMINFO_BYTES);
      int result = libc.getsockopt(fd, Libc.SOL_SOCKET, SO_MEMINFO, values.address(), values.address() + MEMINFO_BYTES);
      return result < 0 ? 0 : Integer.toUnsignedLong(values.get(JAVA_INT, MEMINFO_DROPS));
    }
  }

  @Override
  public void close() {
    for (Descriptor socket : sockets) {
      if (socket != null) {
        socket.close();
      }
    }
  }
}
