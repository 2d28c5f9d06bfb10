package dev.inflight.live.cable;

import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.FrameTaker;
import dev.inflight.net.codec.FrameCodec;
import dev.inflight.net.endpoint.TimesOfSending;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.telemetry.DecodeStatus;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * One end of a real cable. The port's packets leave as frames through its device when a link of that rate and delay would deliver
 * them, and arriving frames become packets. So a link is as slow as configured, plus the lateness of the machine.
 */
final class CableEnd implements Wire, FrameTaker, Departures.Exit, ReceivedPauses.Paused, SentPauses.Renewal {
  private final Port port;
  private final Device device;
  private final FrameMemory memory;
  private final FrameCodec codec;
  private final @Nullable TimesOfSending sendTimes; // of a host
  private final Departures departures;
  private final ReceivedPauses pauses;
  private final @Nullable SentPauses sent; // by a switch
  private final CableCounters counters;
  private final byte[] arriving;
  private final Port[] noPath = {};
  private @Nullable PacketPool pool;

  /**
   * Creates an end.
   *
   * @param port port at that end
   * @param sendTimes sending times of the port's host; null at switches
   */
  CableEnd(Port port, Device device, FrameCodec codec, @Nullable TimesOfSending sendTimes, EventLoop loop,
      CableCounters counters) {
    this.port = port;
    this.device = device;
    this.codec = codec;
    this.sendTimes = sendTimes;
    this.counters = counters;
    memory = device.memory();
    arriving = new byte[memory.chunkBytes()];
    departures = new Departures(port, loop, this);
    pauses = new ReceivedPauses(loop, port, port.rateBitsPerSec(), this);
    sent = port instanceof SwitchPort ofSwitch ? new SentPauses(ofSwitch, loop, this) : null;
  }

  /** Sets the source of packets, before the loop runs. */
  void begin(PacketPool packets) {
    pool = packets;
    device.deliverTo(this);
  }

  @Override
  public void send(Packet packet, long endPs) {
    departures.add(packet, endPs);
  }

  @Override
  public void leave(Packet packet) {
    Flow flow = packet.flow;
    if (flow != null) {
      codec.flows().add(flow);
    }
    if (sendTimes != null) {
      sendTimes.leaves(packet);
    }
    if (sent != null && packet.kind.isLinkControl()) {
      sent.sent(packet.priority, packet.kind == Packet.Kind.PAUSE, packet.timePs);
    }
    hand(packet);
  }

  private void hand(Packet packet) {
    long at = memory.take();
    if (at < 0) {
      counters.withoutMemory++;
    } else {
      int length = codec.encoder().encode(packet, port);
      at += FrameMemory.HEADROOM_BYTES;
      MemorySegment.copy(codec.encoder().frame(), 0, memory.bytes(), ValueLayout.JAVA_BYTE, at, length);
      device.send(at, length);
    }
    pool().release(packet);
  }

  private PacketPool pool() {
    if (pool == null) {
      throw new IllegalStateException("the cable has not started");
    }
    return pool;
  }

  @Override
  public void take(long at, int length, long arrivalPs) {
    MemorySegment.copy(memory.bytes(), ValueLayout.JAVA_BYTE, at, arriving, 0, length);
    memory.give(at);
    if (pauses.take(arriving, 0, length, arrivalPs)) {
      counters.arrived++;
      return;
    }
    Packet packet = pool().take();
    if (codec.decoder().decode(arriving, 0, length, packet) != DecodeStatus.READ) {
      counters.unreadable++;
      pool().release(packet);
      return;
    }
    counters.arrived++;
    packet.at = port;
    packet.path = noPath;
    packet.routeEpoch = Packet.NO_EPOCH;
    packet.hop = (short) (Packet.FIRST_HOP_LIMIT - codec.decoder().hopLimit());
    if (sendTimes != null) {
      sendTimes.arrives(packet, arrivalPs);
    }
    packet.timePs = arrivalPs;
    packet.fire(); // now, not after all late events: a late loop would detect congestion last
  }

  @Override
  public void pause(int priority, boolean paused, long nowPs) {
    Packet frame = pauseFrame(priority, paused, nowPs);
    frame.at = port;
    frame.path = noPath;
    frame.fire();
  }

  @Override
  public void renew(int priority, long nowPs) {
    hand(pauseFrame(priority, true, nowPs));
  }

  private Packet pauseFrame(int priority, boolean paused, long nowPs) {
    Packet frame = pool().take();
    frame.becomePauseFrame(paused ? Packet.Kind.PAUSE : Packet.Kind.RESUME, priority, Framing.ROCEV2.pauseBytes(), nowPs);
    return frame;
  }
}
