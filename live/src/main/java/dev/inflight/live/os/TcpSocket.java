package dev.inflight.live.os;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/**
 * Connected TCP socket of this process, by its descriptor: settings of the kernel's sending and receiving, and its state. The
 * socket belongs to the application, which may close it at any time. From then on each call throws an {@link OsException}, even
 * if another socket has the descriptor's number by then: a call never affects that socket. Each call uses a duplicate of the
 * descriptor, and compares its cookie (SO_COOKIE) with that of the socket: the duplicate cannot become another socket.
 *
 * <p>Belongs to one thread at a time. A socket with SO_LINGER that is closed during a call may keep that call waiting as long as
 * its own {@code close} would.
 */
public final class TcpSocket implements AutoCloseable {
  /** Value for no bound on the rate. */
  public static final long UNBOUNDED = -1;

  private static final int AF_INET = 2;
  private static final int AF_INET6 = 10;
  private static final int SO_RCVBUF = 8;
  private static final int SO_MAX_PACING_RATE = 47;
  private static final int SO_COOKIE = 57;
  private static final int IPPROTO_TCP = 6;
  private static final int TCP_WINDOW_CLAMP = 10;
  private static final int TCP_INFO = 11;
  private static final int INFO_BYTES = 256;
  private static final int INFO_PACING_RATE = 104;
  private static final int INFO_MOST_PACING_RATE = 112;
  private static final int INFO_BYTES_ACKED = 120;
  private static final int INFO_RTT_US = 68;
  private static final int INFO_PAYLOAD = 16;
  private static final int INFO_SEND_WINDOW = 228;
  private static final int NAME_BYTES = 28;
  private static final int END_BYTES = 18;
  private static final int DESCRIPTORS = 1 << 16;

  private final Libc libc = new Libc();
  private final Arena arena = Arena.ofShared();
  private final MemorySegment value = arena.allocate(INFO_BYTES, 8);
  private final MemorySegment length = arena.allocate(JAVA_INT);
  private final int fd;
  private final long cookie;
  private boolean bufferFixed;
  private boolean closed;

  /**
   * Opens a socket.
   *
   * @param fd descriptor of the socket
   * @throws OsException if it is not a TCP socket
   */
  public TcpSocket(int fd) {
    this.fd = fd;
    int socket = libc.duplicate(fd);
    try {
      libc.check("TCP_INFO of descriptor " + fd, socket);
      readInfo(socket);
      cookie = cookie(socket);
    } catch (OsException none) {
      close();
      throw none;
    } finally {
      release(socket);
    }
  }

  private long cookie(int socket) {
    length.set(JAVA_INT, 0, Long.BYTES);
    libc.check("SO_COOKIE", libc.getsockopt(socket, Libc.SOL_SOCKET, SO_COOKIE, value.address(), length.address()));
    return value.get(JAVA_LONG, 0);
  }

  /** Returns a descriptor of exactly this socket, to be {@linkplain #release released}. */
  private int borrow() {
    if (closed) {
      throw new IllegalStateException("nothing is asked of descriptor " + fd + " any more");
    }
    int socket = libc.check("descriptor " + fd, libc.duplicate(fd));
    try {
      if (cookie(socket) == cookie) {
        return socket;
      }
    } catch (OsException noSocket) {
      release(socket);
      throw noSocket;
    }
    release(socket);
    throw new OsException("descriptor " + fd + ", which is another socket's by now", Errno.EBADF);
  }

  private void release(int socket) {
    if (socket >= 0) {
      libc.close(socket);
    }
  }

  /**
   * Finds the socket of a channel among the descriptors of this process by both its addresses, because Java does not expose it.
   *
   * @throws IllegalArgumentException if the channel is not connected, or if two sockets (in two network namespaces) have these
   * addresses
   * @throws UncheckedIOException if the channel is closed, also during the call
   */
  public static TcpSocket of(SocketChannel channel) {
    byte[] own;
    byte[] peer;
    try {
      own = end(channel.getLocalAddress());
      peer = end(channel.getRemoteAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var libc = new Libc();
    int found = -1;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocate(NAME_BYTES, 8);
      MemorySegment bytes = arena.allocate(JAVA_INT);
      for (int fd = 0; fd < DESCRIPTORS; fd++) {
        bytes.set(JAVA_INT, 0, NAME_BYTES);
        if (libc.getpeername(fd, name.address(), bytes.address()) < 0 || !Arrays.equals(end(name), peer)) {
          continue;
        }
        bytes.set(JAVA_INT, 0, NAME_BYTES);
        if (libc.getsockname(fd, name.address(), bytes.address()) < 0 || !Arrays.equals(end(name), own)) {
          continue;
        }
        if (found >= 0) {
          throw new IllegalArgumentException("descriptors " + found + " and " + fd + " are both of " + channel);
        }
        found = fd;
      }
    }
    if (found < 0) {
      throw new IllegalArgumentException("no descriptor below " + DESCRIPTORS + " is of " + channel);
    }
    var socket = new TcpSocket(found);
    if (!channel.isOpen()) { // another socket may have got the number before the check
      socket.close();
      throw new UncheckedIOException(new ClosedChannelException());
    }
    return socket;
  }

  /** Port and address of a socket address, with IPv4 in IPv6's form. */
  private static byte[] end(SocketAddress address) {
    if (!(address instanceof InetSocketAddress known)) {
      throw new IllegalArgumentException("a channel that is not connected by TCP");
    }
    byte[] end = new byte[END_BYTES];
    end[0] = (byte) (known.getPort() >> 8);
    end[1] = (byte) known.getPort();
    byte[] octets = known.getAddress().getAddress();
    if (!(known.getAddress() instanceof Inet6Address)) {
      end[12] = (byte) 0xFF;
      end[13] = (byte) 0xFF;
    }
    System.arraycopy(octets, 0, end, END_BYTES - octets.length, octets.length);
    return end;
  }

  /** Port and address that the kernel has written, in the same form; for another family, a value that equals no other one. */
  private static byte[] end(MemorySegment name) {
    byte[] end = new byte[END_BYTES];
    int family = name.get(JAVA_SHORT, 0);
    MemorySegment.copy(name, JAVA_BYTE, 2, end, 0, 2);
    if (family == AF_INET) {
      end[12] = (byte) 0xFF;
      end[13] = (byte) 0xFF;
      MemorySegment.copy(name, JAVA_BYTE, 4, end, 14, 4);
    } else if (family == AF_INET6) {
      MemorySegment.copy(name, JAVA_BYTE, 8, end, 2, 16);
    } else {
      return new byte[0];
    }
    return end;
  }

  /** Number of the descriptor. */
  public int fd() {
    return fd;
  }

  /**
   * Bounds the rate at which the kernel paces sent data, without headers.
   *
   * @param bytesPerSec 1 or more, or {@link #UNBOUNDED}
   */
  public void mostPacingBytesPerSec(long bytesPerSec) {
    int socket = borrow();
    try {
      value.set(JAVA_LONG, 0, bytesPerSec);
      libc.check("SO_MAX_PACING_RATE", libc.setsockopt(socket, Libc.SOL_SOCKET, SO_MAX_PACING_RATE, value.address(), Long.BYTES));
    } finally {
      release(socket);
    }
  }

  /**
   * Bounds the window that the kernel grants to the other end, and thus the other end's bytes in flight. The receive buffer keeps
   * its current size, because the kernel would undo the bound when it enlarges the buffer. Bytes granted before stay granted, so
   * the bound applies after their arrival. Set it again when segments grow, because the kernel then recomputes its own bound.
   *
   * @param bytes 1 or more; the kernel does not go below about 1200, and rounds up to units of the connection's window scale
   */
  public void mostReceiveWindowBytes(int bytes) {
    int socket = borrow();
    try {
      if (!bufferFixed) {
        length.set(JAVA_INT, 0, Integer.BYTES);
        libc.check("SO_RCVBUF", libc.getsockopt(socket, Libc.SOL_SOCKET, SO_RCVBUF, value.address(), length.address()));
        int buffer = value.get(JAVA_INT, 0) / 2; // which the kernel doubles
        libc.check("SO_RCVBUF", libc.setsockopt(socket, Libc.SOL_SOCKET, SO_RCVBUF, buffer));
        bufferFixed = true;
      }
      libc.check("TCP_WINDOW_CLAMP", libc.setsockopt(socket, IPPROTO_TCP, TCP_WINDOW_CLAMP, bytes));
    } finally {
      release(socket);
    }
  }

  /** The bound of {@link #mostPacingBytesPerSec}; {@link #UNBOUNDED} for none. */
  public long mostPacingBytesPerSec() {
    info();
    return value.get(JAVA_LONG, INFO_MOST_PACING_RATE);
  }

  /** Current pacing rate of the kernel, in bytes of payload a second. */
  public long pacingBytesPerSec() {
    info();
    return value.get(JAVA_LONG, INFO_PACING_RATE);
  }

  /** Bytes that the other end has acknowledged; SYN and FIN count as one each. */
  public long ackedBytes() {
    info();
    return value.get(JAVA_LONG, INFO_BYTES_ACKED);
  }

  /** Window that the other end granted last, in bytes. */
  public int sendWindowBytes() {
    info();
    return value.get(JAVA_INT, INFO_SEND_WINDOW);
  }

  /** Smoothed round-trip time of the kernel, in picoseconds. */
  public long rttPs() {
    info();
    return value.get(JAVA_INT, INFO_RTT_US) * 1_000_000L;
  }

  /** Payload of a full segment, in bytes. */
  public int payloadBytes() {
    info();
    return value.get(JAVA_INT, INFO_PAYLOAD);
  }

  private void info() {
    int socket = borrow();
    try {
      readInfo(socket);
    } finally {
      release(socket);
    }
  }

  private void readInfo(int socket) {
    length.set(JAVA_INT, 0, INFO_BYTES);
    libc.check("TCP_INFO", libc.getsockopt(socket, IPPROTO_TCP, TCP_INFO, value.address(), length.address()));
  }

  /** True if {@link #close} was called. */
  public boolean isClosed() {
    return closed;
  }

  /** Ends the use of the socket, which stays open. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      arena.close();
    }
  }
}
