package dev.inflight.net.switching;

import dev.inflight.net.event.Event;
import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryFormat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A switch's port: eight output queues, queue 0 strictly first and the others in turn by packet. A packet leaves the shared buffer,
 * is marked and gets its telemetry at one instant, when its first bit leaves.
 */
public final class SwitchPort extends Port {
  private static final int QUEUES = 8;

  private final Switch owner;
  private final int ingress;
  private final int portCount;
  private final TelemetryFormat.@Nullable Stamper stamper;
  private final PortSnapshot snapshot = new PortSnapshot();
  private final @Nullable EcnThresholds ecn;
  private final MarkingRandom draws;

  /** Head of queue q at 2q, tail at 2q+1. */
  private final @Nullable Packet[] ends = new Packet[2 * QUEUES];
  private final int @Nullable [] queueBytes; // by queue, where somebody asks for it
  private int controlBytes;
  private int waiting; // a bit for each queue that is not empty
  private int lastServed;
  private int waitingBytes;
  private int peakBytes;
  private long marks;
  private boolean watched;

  public SwitchPort(Site site, Switch owner, TelemetryFormat.@Nullable Stamper stamper, @Nullable EcnThresholds ecn,
      MarkingRandom draws) {
    super(site);
    this.owner = owner;
    this.stamper = stamper;
    this.ecn = ecn;
    queueBytes = ecn == null && !owner.dropsByQueue() ? null : new int[QUEUES];
    ingress = site.number() - 1;
    portCount = owner.portCount();
    this.draws = draws;
  }

  @Override
  public void receive(Packet packet) {
    owner.receive(packet, this);
  }

  /** Puts a packet behind the others of its queue. */
  void enqueue(Packet packet, int queue) {
    packet.next = null;
    Packet tail = ends[2 * queue + 1];
    if (tail == null) {
      ends[2 * queue] = packet;
      waiting |= 1 << queue;
    } else {
      tail.next = packet;
    }
    ends[2 * queue + 1] = packet;
    int size = packet.sizeBytes;
    count(queue, size);
    if (waitingBytes > peakBytes) {
      peakBytes = waitingBytes;
    }
    if (!watched && waitingBytes >= LongQueues.WATCH_BYTES) {
      watched = true;
      owner.watch().add(this);
    }
  }

  @SuppressWarnings("NullAway") // only called for a queue that holds a packet
  private Packet dequeue(int queue) {
    Packet packet = ends[2 * queue];
    Packet after = (Packet) packet.next;
    ends[2 * queue] = after;
    if (after == null) {
      ends[2 * queue + 1] = null;
      waiting &= ~(1 << queue);
    }
    packet.next = null;
    count(queue, -packet.sizeBytes);
    return packet;
  }

  /** Bytes that wait in one queue; only where the switch {@linkplain Switch#dropsByQueue drops by them}. */
  @SuppressWarnings("NullAway") // such a switch's ports count them
  int queueBytes(int queue) {
    return queueBytes[queue];
  }

  private void count(int queue, int bytes) {
    waitingBytes += bytes;
    if (queue == 0) {
      controlBytes += bytes;
    } else if (queueBytes != null) {
      queueBytes[queue] += bytes;
    }
  }

  @Override
  public boolean hasWaiting() {
    return waiting != 0;
  }

  @Override
  public void startNext(long nowPs) {
    int ready = waiting & ~(pausedGroups & ~1);
    if (ready == 0) {
      return;
    }
    if ((ready & 1) != 0) {
      Packet packet = dequeue(0);
      transmit(packet, startPs(nowPs, packet));
      return;
    }
    int afterLast = ready & -2 << lastServed;
    int queue = Integer.numberOfTrailingZeros(afterLast != 0 ? afterLast : ready);
    lastServed = queue;
    Packet packet = dequeue(queue);
    if (ecn != null && queueBytes != null) {
      mark(packet, queueBytes[queue], ecn); // before the release: a RESUME that it sends uses up a number of the authors' stream
    }
    starting = true; // a pause that ends may have to be told through this very port
    owner.release(packet, nowPs);
    starting = false;
    long startPs = startPs(nowPs, packet);
    if (stamper != null && packet.kind == Packet.Kind.DATA) {
      stamp(packet, startPs, queue, stamper);
    }
    transmit(packet, startPs);
  }

  private void stamp(Packet packet, long startPs, int queue, TelemetryFormat.Stamper with) {
    PortSnapshot now = snapshot;
    now.nowPs = startPs;
    now.sentBytes = sentBytes;
    now.queueBytes = waitingBytes;
    now.arrivedPs = packet.timePs;
    now.ingressPort = packet.bufferSlot - packet.group * portCount + 1; // what packet.at knows too, but far from here
    now.queue = queue;
    now.hopLimit = packet.hopLimit();
    int grown = with.stamp(packet.telemetry, 0, packet.telemetryBytes, packet.telemetry.length, now);
    packet.sizeBytes += grown;
    packet.telemetryBytes += (short) grown;
  }

  private long startPs(long nowPs, Packet packet) {
    return Math.max(Math.max(nowPs, busyUntilPs), packet.timePs);
  }

  private void mark(Packet packet, int behindBytes, EcnThresholds thresholds) {
    boolean data = packet.kind == Packet.Kind.DATA;
    if (behindBytes <= thresholds.kMinBytes() || !data && !draws.alsoForAcks()) {
      return;
    }
    boolean marked = behindBytes > thresholds.kMaxBytes() || draws.next() < thresholds.pMax()
        * (behindBytes - thresholds.kMinBytes()) / (thresholds.kMaxBytes() - thresholds.kMinBytes());
    if (marked && data && !packet.ecnMarked) {
      packet.ecnMarked = true;
      marks++;
    }
  }

  @Override
  public void lost(Packet packet, LinkObserver.Loss why) {
    owner.lose(this, packet, why, packet.timePs);
  }

  @Override
  public void takeDown(long nowPs) {
    super.takeDown(nowPs);
    owner.forgetPauses(this);
  }

  @Override
  public void discardQueued(long nowPs) {
    while (waiting != 0) {
      int queue = Integer.numberOfTrailingZeros(waiting);
      Packet packet = dequeue(queue);
      if (queue != 0) {
        owner.release(packet, nowPs);
      }
      owner.lose(this, packet, LinkObserver.Loss.LINK_DOWN, nowPs);
    }
  }

  /** A pause frame is about to leave through this port. */
  void pauseFrameSent() {
    draws.pauseFrameSent();
  }

  /** The port's position at its switch, from 0. */
  int ingress() {
    return ingress;
  }

  /** The switch that the port belongs to. */
  public Switch owner() {
    return owner;
  }

  @Override
  public long waitingBytes() {
    return waitingBytes;
  }

  /** Bytes that wait here without PFC frames: what a queue monitor counts. */
  public long bufferedBytes() {
    return waitingBytes - controlBytes;
  }

  /** The longest the queues were, in bytes. */
  public long peakBytes() {
    return peakBytes;
  }

  /** Packets marked so far. */
  public long marks() {
    return marks;
  }

  /** The queue watch forgets the port; it will be told again when a queue builds up. */
  public void unwatch() {
    watched = false;
  }

  /** The packets that wait here, queue by queue: for reports on stalls. */
  public List<Packet> waitingPackets() {
    var packets = new ArrayList<Packet>();
    for (int queue = 0; queue < QUEUES; queue++) {
      for (Event packet = ends[2 * queue]; packet != null; packet = packet.next) {
        packets.add((Packet) packet);
      }
    }
    return packets;
  }
}
