package dev.inflight.live;

import dev.inflight.live.cable.ReceivedPauses;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Observer;
import dev.inflight.net.rdma.ConnectionManager;
import dev.inflight.net.rdma.QueuePair;
import dev.inflight.net.rdma.memory.MemoryRegions;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** The simulator's host and the device of its frames; belongs to the loop's thread. */
final class Datapath {
  private static final int KEYS_OF_EACH = 10;

  private final Device device;
  private final RealLoop loop;
  private final EndpointConfig config;
  private final byte[] arrived;
  private final MemoryRegions memory = new MemoryRegions();
  private dev.inflight.net.endpoint.FrameHost host;
  private ReceivedPauses pauses;
  private long noRoom;
  /** Counters of earlier hosts. */
  private HostCounters counted = new HostCounters();
  private long unreadable;

  /**
   * Creates a host that receives the device's frames from now on.
   *
   * @param firstNumber number of the first connection, which also determines the keys of regions
   * @throws IllegalArgumentException if packets of this configuration do not fit the device
   */
  Datapath(Device device, RealLoop loop, EndpointConfig config, int firstNumber) {
    this.device = device;
    this.loop = loop;
    this.config = config;
    config.requireRoom(device);
    arrived = new byte[device.largestFrameBytes()];
    memory.beginBehind(firstNumber << KEYS_OF_EACH);
    host = host();
    pauses = pauses();
    device.deliverTo(this::take);
  }

  private dev.inflight.net.endpoint.FrameHost host() {
    long mac = config.mac() == 0 ? device.mac() : config.mac();
    var made = new dev.inflight.net.endpoint.FrameHost(
        new dev.inflight.net.endpoint.FrameHost.Link(config.ipv4(), mac, config.nextMac(), config.lineRateBitsPerSec()),
        config.host(), loop, this::send, Observer.NONE, config.addresses(), true);
    made.connections().memory(memory);
    return made;
  }

  private ReceivedPauses pauses() {
    return new ReceivedPauses(loop, host.host().firstNic(), config.lineRateBitsPerSec(), host::pause);
  }

  /** Restarts without connections, after the loop's time has restarted; registered memory and counters stay. */
  void renew() {
    counted = counters();
    unreadable += host.unreadable();
    host = host();
    pauses = pauses();
  }

  private void send(byte[] frame, int length, long endPs) {
    FrameMemory frames = device.memory();
    long chunk = length > device.largestFrameBytes() ? -1 : frames.take();
    if (chunk < 0) {
      noRoom++;
      return;
    }
    MemorySegment.copy(frame, 0, frames.bytes(), ValueLayout.JAVA_BYTE, chunk + FrameMemory.HEADROOM_BYTES, length);
    device.send(chunk + FrameMemory.HEADROOM_BYTES, length);
  }

  private void take(long at, int length, long arrivalPs) {
    FrameMemory frames = device.memory();
    boolean fits = length <= arrived.length;
    if (fits) {
      MemorySegment.copy(frames.bytes(), ValueLayout.JAVA_BYTE, at, arrived, 0, length);
    }
    frames.give(at);
    if (fits) {
      long nowPs = loop.nowPs();
      if (!pauses.take(arrived, 0, length, nowPs)) {
        host.receiveNow(arrived, 0, length, nowPs);
      }
    }
  }

  /** Requests a connection from another host. */
  QueuePair connect(int number, dev.inflight.net.rdma.QueuePairConnection.Request request, ConnectionEnd end) {
    return host.connect(number, request, end, end, loop.nowPs());
  }

  ConnectionManager connections() {
    return host.connections();
  }

  MemoryRegions memory() {
    return memory;
  }

  int streams() {
    return host.flows();
  }

  /** Copy of the counters. */
  HostCounters counters() {
    return HostCounters.sum(List.of(counted, host.counters()));
  }

  long unreadable() {
    return unreadable + host.unreadable();
  }

  long noRoom() {
    return noRoom;
  }
}
