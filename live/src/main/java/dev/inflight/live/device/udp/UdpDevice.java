package dev.inflight.live.device.udp;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.inflight.live.device.Device;
import dev.inflight.live.device.DeviceCounters;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.FrameTaker;
import dev.inflight.live.device.SendQueue;
import dev.inflight.live.os.Descriptor;
import dev.inflight.live.os.Errno;
import dev.inflight.live.os.Libc;
import dev.inflight.live.os.Messages;
import dev.inflight.live.os.NetworkInterface;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Ordinary UDP sockets over IPv4, which need no privilege. Frames are whole all the same: what the kernel takes off is written in front
 * again. Of a frame that is sent, the payload, both ports, DSCP, ECN field and time to live go to the peer. MAC addresses do not: a frame
 * that arrives has made-up ones. It has "do not fragment", identification 0 and no UDP checksum, and so must those be that are sent:
 * RoCEv2's ICRC covers these fields, and both addresses and ports, too. So there must be no translation of addresses (NAT) on the way.
 *
 * <p>Only frames of IPv4 without options and UDP from this device's own address can be sent. Padding behind a datagram is left out.
 * There is a socket for each source port.
 */
public final class UdpDevice implements Device {
  /** The port of RoCEv2. */
  public static final int ROCE_V2_PORT = 4791;

  private static final int ETHERNET_BYTES = 14;
  private static final int SEND_FRAMES = 1024;
  private static final int CONTROL_BYTES = 48;
  private static final int CONTROL_HEADER_BYTES = 16;
  private static final int IP_TOS = 1;
  private static final int IP_TTL = 2;
  private static final long LOOK_PS = 10_000_000_000L;

  private final Libc libc = new Libc();
  private final NetworkInterface link;
  private final FrameMemory memory;
  private final int address;
  private final int[] ports;
  private final int[] receivers;
  private final UdpSockets sockets;
  private final Descriptor any;
  private final Inbox inbox;
  private final SendQueue queue;
  private final DeviceCounters counters = new DeviceCounters();
  private final Arena arena = Arena.ofShared();
  private final MemorySegment polled;
  private final MemorySegment noTime = arena.allocate(16, 8);
  private final long mac;
  private final int largestFrameBytes;
  private long tooLong;
  private FrameTaker taker;
  private long nextLookPs = Long.MIN_VALUE;
  private boolean up;
  private boolean closed;

  private UdpDevice(@Nullable String namespace, NetworkInterface link, int address, FrameMemory memory, int... ports) {
    this.link = link;
    this.memory = memory;
    this.address = address;
    this.ports = ports.clone();
    mac = link.mac();
    largestFrameBytes = Math.min(link.mtuBytes() + ETHERNET_BYTES, memory.largestFrameBytes());
    up = link.isUp();
    taker = (at, length, arrivalPs) -> memory.give(at);
    receivers = new int[ports.length];
    polled = arena.allocate(8L * ports.length, 8);
    sockets = new UdpSockets(namespace, address);
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
    inbox = new Inbox(memory);
    queue = new SendQueue(memory, counters, SEND_FRAMES, UdpSockets.ADDRESS_BYTES, CONTROL_BYTES);
  }

  /**
   * Opens sockets at the first IPv4 address of an interface.
   *
   * @param namespace where it is; null is the thread's
   * @param ports to receive at: {@link #ROCE_V2_PORT}, and those by which telemetry is marked
   */
  public static UdpDevice open(@Nullable String namespace, String name, FrameMemory memory, int... ports) {
    NetworkInterface link = new NetworkInterface(namespace, name);
    try {
      return new UdpDevice(namespace, link, link.ipv4(), memory, ports);
    } catch (RuntimeException failure) {
      link.close();
      throw failure;
    }
  }

  /**
   * Opens sockets at an IPv4 address that is this machine's.
   *
   * @param name the interface that has it
   * @param address in the order of its digits: 127.0.0.1 is 0x7F000001
   */
  public static UdpDevice openAt(@Nullable String namespace, String name, int address, FrameMemory memory, int... ports) {
    NetworkInterface link = new NetworkInterface(namespace, name);
    try {
      return new UdpDevice(namespace, link, address, memory, ports);
    } catch (RuntimeException failure) {
      link.close();
      throw failure;
    }
  }

  /** The IPv4 address that frames must come from to be sent. */
  public int address() {
    return address;
  }

  @Override
  public Kind kind() {
    return Kind.UDP;
  }

  @Override
  public String name() {
    return link.name();
  }

  @Override
  public long mac() {
    return mac;
  }

  @Override
  public FrameMemory memory() {
    return memory;
  }

  @Override
  public int largestFrameBytes() {
    return largestFrameBytes;
  }

  @Override
  public boolean isUp() {
    return up;
  }

  @Override
  public void deliverTo(FrameTaker newTaker) {
    taker = newTaker;
  }

  @Override
  public int poll(long nowPs, int most) {
    if (closed) {
      return 0;
    }
    if (nowPs >= nextLookPs) {
      nextLookPs = nowPs + LOOK_PS;
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
        int length = messages.received(message) + Headers.BYTES;
        long at = inbox.frame(message, mac, address, ports[receiver]);
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
    int payload = Headers.payloadBytes(bytes, at, length);
    if (!up || payload < 0 || length > largestFrameBytes || Headers.source(bytes, at) != address) {
      return queue.drop(at);
    }
    int socket = sockets.from(Headers.sourcePort(bytes, at));
    int message = socket < 0 ? -1 : queue.add(socket, at + Headers.BYTES, payload, length);
    if (message < 0) {
      return queue.drop(at);
    }
    Messages messages = queue.messages();
    MemorySegment names = messages.names();
    long name = messages.name(message);
    names.set(JAVA_SHORT, name, (short) UdpSockets.AF_INET);
    Headers.put16(names, name + 2, Headers.destinationPort(bytes, at));
    Headers.put32(names, name + 4, Headers.destination(bytes, at));
    long control = messages.control(message);
    putControl(messages.controls(), control, IP_TOS, Headers.trafficClass(bytes, at));
    putControl(messages.controls(), control + CONTROL_BYTES / 2, IP_TTL, Math.max(1, Headers.ttl(bytes, at)));
    return true;
  }

  private static void putControl(MemorySegment controls, long at, int type, int value) {
    controls.set(JAVA_LONG, at, CONTROL_HEADER_BYTES + Integer.BYTES);
    controls.set(JAVA_INT, at + 8, 0); // SOL_IP
    controls.set(JAVA_INT, at + 12, type);
    controls.set(JAVA_INT, at + CONTROL_HEADER_BYTES, value);
  }

  @Override
  public void flush() {
    if (!closed && queue.flush() == -Errno.ENETDOWN) {
      up = false;
    }
  }

  @Override
  public void endRound() {
    flush();
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
  public void close() {
    if (closed) {
      return;
    }
    counters();
    closed = true;
    up = false;
    queue.close();
    inbox.close();
    any.close();
    sockets.close();
    link.close();
    arena.close();
  }
}
