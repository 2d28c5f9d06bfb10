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
 * A connected TCP socket of this process, by its descriptor: settings of how the kernel sends and receives, and its state. The socket
 * is the application's, which may close it at any time. From then on each call throws an {@link OsException}, also when the descriptor's number is another
 * socket's by then: that one is never touched. Each call uses a duplicate of the descriptor, which it makes and closes, and compares its cookie (SO_COOKIE)
 * with that of the socket: what the duplicate refers to cannot change meanwhile.
 *
 * <p>Belongs to one thread at a time. A socket with SO_LINGER that is closed during a call may keep that call waiting as long as its own {@code close} would.
 */
public final class TcpSocket implements AutoCloseable {
  /** No bound of the rate. */
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
   * A socket.
   *
   * @param fd its descriptor
   * @throws OsException when it is none of TCP
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

  /** A descriptor of this socket and no other, to be {@linkplain #release released}. */
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
   * The socket of a channel, which is looked for among the descriptors of this process by both its addresses: Java does not report it.
   *
   * @throws IllegalArgumentException when the channel is not connected, or when two sockets have these addresses, as they may in two network namespaces
   * @throws UncheckedIOException when the channel is closed, also meanwhile
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
    if (!channel.isOpen()) { // the number may have become another's before it was looked at
      socket.close();
      throw new UncheckedIOException(new ClosedChannelException());
    }
    return socket;
  }

  /** Port and address, IPv4 as it is in IPv6. */
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

  /** The same of what the kernel has written; of another family nothing that equals it. */
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

  /** The descriptor. */
  public int fd() {
    return fd;
  }

  /**
   * Bounds the rate at which the kernel sends, which it then paces itself: it counts payload, and no headers.
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
   * Bounds the window that the kernel grants the other end, and with it what that has in flight. The receive buffer keeps the size that it has from now on,
   * as the kernel would undo the bound when it enlarges that. What was granted is not taken back, so the bound holds once so much has
   * arrived; and it has to be said again where segments become larger, from which the kernel computes its own anew.
   *
   * @param bytes 1 or more; the kernel does not go below some 1200, and rounds up to units of the connection's window scale
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

  /** The rate at which the kernel paces now, in bytes of payload a second. */
  public long pacingBytesPerSec() {
    info();
    return value.get(JAVA_LONG, INFO_PACING_RATE);
  }

  /** Bytes that the other end has acknowledged; SYN and FIN count as one each. */
  public long ackedBytes() {
    info();
    return value.get(JAVA_LONG, INFO_BYTES_ACKED);
  }

  /** The window that the other end has granted last, in bytes. */
  public int sendWindowBytes() {
    info();
    return value.get(JAVA_INT, INFO_SEND_WINDOW);
  }

  /** The kernel's smoothed round-trip time, in picoseconds. */
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

  /** Whether {@link #close} was called. */
  public boolean isClosed() {
    return closed;
  }

  /** Asks nothing more; the socket stays as it is. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      arena.close();
    }
  }
}
