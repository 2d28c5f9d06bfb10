package dev.inflight.live.device.udp;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.inflight.live.device.DeviceCounters;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.InterfaceDevice;
import dev.inflight.live.device.SendQueue;
import dev.inflight.live.os.Descriptor;
import dev.inflight.live.os.Libc;
import dev.inflight.live.os.Messages;
import dev.inflight.live.os.NetworkInterface;
import dev.inflight.live.os.OsException;
import dev.inflight.telemetry.BehindUdp;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.util.BigEndian;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Ordinary UDP sockets over IPv4 or IPv6, which need no privilege. Frames are still complete: the device rewrites the headers
 * that the kernel removes.
 *
 * <p>The payload, both addresses and ports, DSCP, ECN field and time to live of a sent frame reach the peer. MAC addresses do
 * not: those of arriving frames are artificial. An arriving frame has "do not fragment" and identification 0 (IPv4), flow label 0
 * (IPv6), and no UDP checksum; sent frames should have the same, because RoCEv2's ICRC covers the identification, and both
 * addresses and ports. For the same reason the path must not translate addresses (NAT): each ICRC would be wrong on arrival.
 *
 * <p>Only frames of IP without options or extension headers, and of UDP, from this device's own address can be sent. Padding
 * after a datagram is left out. There is a socket for each source port.
 */
public final class UdpDevice extends InterfaceDevice {
  /** UDP port of RoCEv2. */
  public static final int ROCE_V2_PORT = BehindUdp.ROCE_V2_PORT;

  private static final int LARGEST_PORT = 65_535;
  private static final int SEND_FRAMES = 1024;
  private static final int CONTROL_BYTES = 48;
  private static final int CONTROL_HEADER_BYTES = 16;

  private final Libc libc = new Libc();
  private final Headers headers;
  private final int[] ports;
  private final int[] receivers;
  private final UdpSockets sockets;
  private final Descriptor any;
  private final Inbox inbox;
  private final SendQueue queue;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment polled;
  private final MemorySegment noTime = arena.allocate(16, 8);
  private long tooLong;

  private UdpDevice(@Nullable String namespace, NetworkInterface link, Headers headers, FrameMemory memory, int... ports) {
    super(link, memory);
    this.headers = headers;
    this.ports = ports.clone();
    receivers = new int[ports.length];
    polled = arena.allocate(8L * ports.length, 8);
    sockets = new UdpSockets(namespace, headers);
    any = new Descriptor("epoll", libc.epoll());
    try {
      for (int at = 0; at < ports.length; at++) {
        receivers[at] = sockets.receive(ports[at]);
        libc.check("epoll_ctl", libc.epollAdd(any.fd(), receivers[at]));
        polled.set(JAVA_INT, 8L * at, receivers[at]);
        polled.set(JAVA_SHORT, 8L * at + 4, (short) 1);
      }
    } catch (RuntimeException failure) {
      any.close();
      sockets.close();
      arena.close();
      throw failure;
    }
    inbox = new Inbox(memory, headers);
    queue = new SendQueue(memory, counters, SEND_FRAMES, headers.addressBytes, CONTROL_BYTES);
    opened();
  }

  /**
   * Opens sockets at an interface's first IPv4 address, or, if it has none, at its first global IPv6 address.
   *
   * @param namespace its network namespace; null for the thread's
   * @param ports to receive at: {@link #ports}
   */
  public static UdpDevice open(@Nullable String namespace, String name, FrameMemory memory, int... ports) {
    requirePorts(ports);
    NetworkInterface link = new NetworkInterface(namespace, name);
    try {
      return new UdpDevice(namespace, link, headersOf(namespace, link), memory, ports);
    } catch (RuntimeException failure) {
      link.close();
      throw failure;
    }
  }

  private static Headers headersOf(@Nullable String namespace, NetworkInterface link) {
    try {
      return new Ipv4Headers(link.ipv4());
    } catch (OsException none) {
      long[] address = link.ipv6(namespace);
      if (address.length == 0) {
        throw none;
      }
      return new Ipv6Headers(address[0], address[1]);
    }
  }

  /**
   * Opens sockets at an IPv4 address of this machine.
   *
   * @param name interface with this address
   * @param address in the order of its digits: 127.0.0.1 is 0x7F000001
   */
  public static UdpDevice openAt(@Nullable String namespace, String name, int address, FrameMemory memory, int... ports) {
    return openAt(namespace, name, new Ipv4Headers(address), memory, ports);
  }

  /**
   * Opens sockets at an IPv6 address of this machine.
   *
   * @param name interface with this address
   * @param high first eight bytes of the address
   * @param low last eight bytes of the address
   */
  public static UdpDevice openAt(@Nullable String namespace, String name, long high, long low, FrameMemory memory, int... ports) {
    return openAt(namespace, name, new Ipv6Headers(high, low), memory, ports);
  }

  /**
   * Opens sockets at an IPv4 or IPv6 address of this machine.
   *
   * @param name interface with this address
   */
  public static UdpDevice openAt(@Nullable String namespace, String name, InetAddress address, FrameMemory memory, int... ports) {
    byte[] octets = address.getAddress();
    return octets.length == Integer.BYTES
        ? openAt(namespace, name, BigEndian.get32(octets, 0), memory, ports)
        : openAt(namespace, name, BigEndian.get64(octets, 0), BigEndian.get64(octets, Long.BYTES), memory, ports);
  }

  private static void requirePorts(int... ports) {
    if (ports.length == 0) {
      throw new IllegalArgumentException("a UDP device receives at one port at least");
    }
    for (int port : ports) {
      if (port < 1 || port > LARGEST_PORT) {
        throw new IllegalArgumentException("UDP port " + port + " is outside 1 to " + LARGEST_PORT);
      }
    }
  }

  private static UdpDevice openAt(@Nullable String namespace, String name, Headers headers, FrameMemory memory, int... ports) {
    requirePorts(ports);
    NetworkInterface link = new NetworkInterface(namespace, name);
    try {
      return new UdpDevice(namespace, link, headers, memory, ports);
    } catch (RuntimeException failure) {
      link.close();
      throw failure;
    }
  }

  /** UDP ports at which frames with and without this telemetry arrive: RoCEv2's, and the one that marks the header. */
  public static int[] ports(@Nullable TelemetryFormat telemetry) {
    return telemetry instanceof BehindUdp marked ? new int[] {ROCE_V2_PORT, marked.udpPort()} : new int[] {ROCE_V2_PORT};
  }

  @Override
  public Kind kind() {
    return Kind.UDP;
  }

  @Override
  public int poll(long nowPs, int most) {
    if (closed) {
      return 0;
    }
    if (isTimeToLook(nowPs)) {
      up = link.isUp();
    }
    if (receivers.length > 1 && libc.ppoll(polled.address(), receivers.length, noTime.address()) <= 0) {
      return 0;
    }
    int frames = 0;
    for (int at = 0; at < receivers.length && frames < most; at++) {
      if (receivers.length == 1 || polled.get(JAVA_SHORT, 8L * at + 6) != 0) {
        frames += receive(at, nowPs, most - frames);
      }
    }
    return frames;
  }

  private int receive(int receiver, long nowPs, int most) {
    int room = Math.min(inbox.prepare(), most);
    if (room == 0) {
      return 0;
    }
    Messages messages = inbox.messages();
    int received = libc.recvmmsg(receivers[receiver], messages.address(0), room, Libc.MSG_DONTWAIT);
    for (int message = 0; message < received; message++) {
      if (messages.isCut(message)) {
        tooLong++;
      } else {
        int length = messages.received(message) + headers.bytes;
        long at = inbox.frame(message, mac(), ports[receiver]);
        counters.framesIn++;
        counters.bytesIn += length;
        taker.take(at, length, nowPs);
      }
    }
    inbox.endBatch(Math.max(0, received));
    return Math.max(0, received);
  }

  @Override
  public boolean send(long at, int length) {
    MemorySegment bytes = memory.bytes();
    int payload = headers.payloadBytes(bytes, at, length);
    if (!up || payload < 0 || length > largestFrameBytes) {
      return queue.drop(at);
    }
    int socket = sockets.from(headers.sourcePort(bytes, at));
    int message = socket < 0 ? -1 : queue.add(socket, at + headers.bytes, payload, length);
    if (message < 0) {
      return queue.drop(at);
    }
    Messages messages = queue.messages();
    headers.writeDestination(messages.names(), messages.name(message), bytes, at);
    long control = messages.control(message);
    putControl(messages.controls(), control, headers.trafficClassType, headers.trafficClass(bytes, at));
    putControl(messages.controls(), control + CONTROL_BYTES / 2, headers.ttlType, Math.max(1, headers.ttl(bytes, at)));
    return true;
  }

  private void putControl(MemorySegment controls, long at, int type, int value) {
    controls.set(JAVA_LONG, at, CONTROL_HEADER_BYTES + Integer.BYTES);
    controls.set(JAVA_INT, at + 8, headers.level);
    controls.set(JAVA_INT, at + 12, type);
    controls.set(JAVA_INT, at + CONTROL_HEADER_BYTES, value);
  }

  @Override
  public void flush() {
    if (!closed && queue.flush() != 0) {
      up = link.isUp();
    }
  }

  @Override
  public boolean isWaitingForRoom() {
    return !closed && up && queue.isWaiting();
  }

  @Override
  public int fileDescriptor() {
    return any.fd();
  }

  @Override
  public DeviceCounters counters() {
    if (!closed) {
      long drops = tooLong;
      for (int fd : receivers) {
        drops += sockets.drops(fd);
      }
      counters.dropsIn = drops;
    }
    return counters;
  }

  @Override
  protected void release() {
    queue.close();
    inbox.close();
    any.close();
    sockets.close();
    arena.close();
  }
}
