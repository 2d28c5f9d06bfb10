package dev.inflight.live.forward;

import dev.inflight.live.cable.Departures;
import dev.inflight.live.cable.ReceivedPauses;
import dev.inflight.live.cable.SentPauses;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.FrameTaker;
import dev.inflight.net.codec.frame.FrameAddresses;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Pfc;
import org.jspecify.annotations.Nullable;

/**
 * A switch's port at an interface. An arriving frame becomes a packet with the frame's position ({@link Packet#frameAt}) and
 * length ({@link Packet#frameBytes}). After the packet has left the port, the frame goes to the interface at the time at which
 * its last bit would be at the other end.
 */
final class ForwardingEnd implements Wire, FrameTaker, Departures.Exit, ReceivedPauses.Paused, SentPauses.Renewal {
  /** Bit that marks a group address, in a MAC address in the low 48 bits. */
  private static final int GROUP_BIT = 40;

  private final SwitchPort port;
  private final Device device;
  private final FrameMemory memory;
  private final FrameReader reader;
  private final FrameWriter writer;
  private final EventLoop loop;
  private final Departures departures;
  private final ForwardingCounters counters;
  private final long delayInPs;
  private final long ownMac;
  private final Port[] noPath = {};
  private final ReceivedPauses pauses;
  private final SentPauses sent;
  private @Nullable PacketPool pool;

  /**
   * Creates an end.
   *
   * @param delayInPs delay of the link for arriving frames, on top of the machine's own: nodes outside this process add none
   */
  ForwardingEnd(SwitchPort port, Device device, FrameReader reader, FrameWriter writer, EventLoop loop,
      ForwardingCounters counters, long delayInPs) {
    this.port = port;
    this.device = device;
    this.reader = reader;
    this.writer = writer;
    this.loop = loop;
    this.counters = counters;
    this.delayInPs = delayInPs;
    ownMac = FrameAddresses.mac(port.node(), port.number());
    memory = device.memory();
    departures = new Departures(port, loop, this);
    pauses = new ReceivedPauses(loop, port, port.rateBitsPerSec(), this);
    sent = new SentPauses(port, loop, this);
  }

  /** Sets the source of packets, before the loop runs. */
  void begin(PacketPool packets) {
    pool = packets;
    device.deliverTo(this);
  }

  private PacketPool pool() {
    if (pool == null) {
      throw new IllegalStateException("the soft switch has not started");
    }
    return pool;
  }

  @Override
  public void take(long at, int length, long arrivalPs) {
    counters.received++;
    Packet packet = pool().take();
    if (!reader.parse(memory.bytes(), at, length, packet.telemetry.length)) {
      discard(packet, at);
      return;
    }
    FrameView.Kind kind = reader.view.kind;
    if (kind == FrameView.Kind.PFC || kind == FrameView.Kind.PAUSE) {
      discard(packet, at);
      counters.pausesReceived++;
      pauses.take(reader.view.bytes, reader.view.frame, reader.view.end - reader.view.frame, arrivalPs);
      return;
    }
    if (isForAnother(Ethernet.destination(reader.view.bytes, reader.view.frame))) {
      counters.otherStations++;
      discard(packet, at);
      return;
    }
    if (!reader.read(packet)) {
      discard(packet, at);
      return;
    }
    packet.standFor(at, length);
    packet.at = port;
    packet.path = noPath;
    packet.timePs = arrivalPs + delayInPs;
    if (delayInPs == 0) {
      packet.fire(); // now, not after all late events
    } else {
      packet.key = port.nextKey();
      loop.schedule(packet, packet.timePs);
    }
  }

  /**
   * True for a frame to another station. A router accepts frames to the device's MAC address, or to the address of its port in
   * the fabric. Endpoints know neither, and send to the broadcast address.
   */
  private boolean isForAnother(long mac) {
    return (mac >>> GROUP_BIT & 1) == 0 && device.mac() != 0 && mac != device.mac() && mac != ownMac;
  }

  private void discard(Packet packet, long at) {
    memory.give(at);
    pool().release(packet);
  }

  @Override
  public void pause(int priority, boolean paused, long nowPs) {
    Packet frame = pool().take();
    frame.becomePauseFrame(paused ? Packet.Kind.PAUSE : Packet.Kind.RESUME, priority, Framing.ROCEV2.pauseBytes(), nowPs);
    frame.at = port;
    frame.fire();
  }

  @Override
  public void send(Packet packet, long endPs) {
    if (!packet.kind.isLinkControl()) { // now, because a port reports its state at the instant at which a frame starts to leave
      writer.rewrite(packet, port, device, endPs - port.transmitPs(packet.sizeBytes));
    }
    departures.add(packet, endPs);
  }

  @Override
  public void leave(Packet packet) {
    if (packet.kind.isLinkControl()) {
      boolean pause = packet.kind == Packet.Kind.PAUSE;
      sendPause(packet.priority, pause ? Pfc.MOST_QUANTA : 0);
      sent.sent(packet.priority, pause, packet.timePs);
    } else if (device.send(packet.frameAt(), packet.frameBytes())) {
      counters.forwarded++;
    }
    pool().release(packet);
  }

  @Override
  public void renew(int priority, long nowPs) {
    sendPause(priority, Pfc.MOST_QUANTA);
  }

  private void sendPause(int priority, int quanta) {
    long chunk = memory.take();
    if (chunk >= 0) { // otherwise it is sent on renewal, or ends after its time
      long at = chunk + FrameMemory.HEADROOM_BYTES;
      device.send(at, writer.pause(memory, at, port, priority, quanta));
    }
  }
}
