package dev.inflight.net.link;

import dev.inflight.net.event.Event;
import dev.inflight.net.event.EventKeys;
import dev.inflight.net.event.EventLoop;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One end of a cable: it sends packets one after the other at the link's rate, obeys PFC pauses, and hands arriving packets to
 * its node. The port itself is the event "my packet has left".
 *
 * <p>A port starts its next packet at the latest of now, the end of the previous packet, and the next packet's arrival, so late
 * events do not make a link slower.
 */
public abstract class Port extends Event implements EventKeys {
  private static final int KEY_SHIFT = 40;
  private static final long ARRIVAL_KEY = 1L << KEY_SHIFT - 1;

  // The port has the fields that each packet needs, and the site has rarely used ones, so that a port fits few cache lines.
  private final Site site;
  private final EventLoop loop;
  private long[] transmitPs;
  private final boolean reservesEnds;
  private @Nullable Wire wire;
  private @Nullable Port peer;

  private boolean endScheduled;
  private long endPlace;
  /** True while the port starts a packet: packets that this sets free must wait. */
  public boolean starting;
  public long busyUntilPs;
  public long sentBytes;
  private long sentFrames;
  private long sendingPs;
  private long nextKey;
  private long carefulUntilPs;
  private boolean up = true;
  protected final ArrivalFilter arrivals = new ArrivalFilter();

  public int pausedPriorities;
  /** The priorities that this port pauses without end, a bit each. */
  public int stormingPriorities;
  private final PauseStats pauses = new PauseStats();

  /** Parameters of a port. */
  public record Site(int index, int node, int number, FarEnd far, long rateBitsPerSec, long delayPs, long[] transmitPs,
      EventLoop loop) {
  }

  public Port(Site site) {
    this.site = site;
    transmitPs = site.transmitPs;
    reservesEnds = site.loop.ordersByScheduling();
    loop = site.loop;
    nextKey = (long) site.index << KEY_SHIFT;
  }

  public void connect(Port peer, Wire wire) {
    this.peer = peer;
    this.wire = wire;
  }

  /** Attaches the port to a wire without a known port at its other end. */
  public void attach(Wire to) {
    wire = to;
  }

  /** Changes the treatment of arriving packets; ports without such treatment pay nothing for it. */
  public final void changeArrivals(Consumer<ArrivalFilter> change) {
    change.accept(arrivals);
    watchArrivals();
  }

  /** Sets another rate from the next packet on: picoseconds of a frame by its size, with preamble and gap; null: the link's. */
  public final void sendIn(long @Nullable [] timesPs) {
    transmitPs = timesPs == null ? site.transmitPs : timesPs;
  }

  /** The port's number in the whole fabric: ports are numbered node by node. */
  public int index() {
    return site.index;
  }

  /** The node that the port belongs to. */
  public int node() {
    return site.node;
  }

  /** The port's number at its node, from 1. */
  public int number() {
    return site.number;
  }

  /** The link's rate, even while the port sends at another one. */
  public long rateBitsPerSec() {
    return site.rateBitsPerSec;
  }

  /** The link's propagation delay in picoseconds. */
  public long delayPs() {
    return site.delayPs;
  }

  /** Port at the other end of the cable. */
  public FarEnd far() {
    return site.far;
  }

  /** The first order key of arrivals at a port, by its number in the whole fabric. */
  public static long firstArrivalKey(int index) {
    return (long) index << KEY_SHIFT | ARRIVAL_KEY;
  }

  /** The first order key of arrivals at this port; its cable counts them. */
  public long firstArrivalKey() {
    return firstArrivalKey(site.index);
  }

  /** True if the other end of the cable is known here. */
  public boolean hasPeer() {
    return peer != null;
  }

  /** The other end of the cable, which must be in the same fabric. */
  public Port peer() {
    if (peer == null) {
      throw new IllegalStateException(this + " is not cabled");
    }
    return peer;
  }

  /** True if the cable works. */
  public boolean isUp() {
    return up;
  }

  /** Bytes of frames sent so far. */
  public long sentBytes() {
    return sentBytes;
  }

  /** Time at which the last bit of the present or last frame leaves, in picoseconds. */
  public long busyUntilPs() {
    return busyUntilPs;
  }

  /** Time of a frame of this size, including preamble and gap, in picoseconds. */
  public final long transmitPs(int frameBytes) {
    return transmitPs[frameBytes];
  }

  /** Time to send a frame at the link's rate, in picoseconds, even while the port sends at another rate. */
  public final long transmitAtLinkRatePs(int frameBytes) {
    return site.transmitPs[frameBytes];
  }

  /** Time spent sending, with preambles and gaps, in picoseconds; a frame in progress counts whole, to {@link #busyUntilPs}. */
  public long sendingPs() {
    return sendingPs;
  }

  /** Frames sent so far. */
  public long sentFrames() {
    return sentFrames;
  }

  /** Pause frames received. */
  public long pausesReceived() {
    return pauses.pauses();
  }

  /** Sum of the times for which priorities of this port were paused until {@code nowPs}, in picoseconds. */
  public long pausedPs(long nowPs) {
    return pauses.pausedPs(pausedPriorities, nowPs);
  }

  /** The next order key of an event at this port. */
  @Override
  public final long nextKey() {
    return nextKey++;
  }

  /** The loop that runs this port's events. */
  public final EventLoop loop() {
    return loop;
  }

  @Override
  public final void fire() { // the packet has left
    endScheduled = false;
    if (up) {
      startNext(timePs);
    } else {
      discardQueued(timePs);
    }
  }

  /** True if a packet that becomes sendable now leaves at once, unless another one waits before it. */
  public final boolean isFree(long nowPs) {
    return !endScheduled && !starting && up && !isBusy(nowPs);
  }

  /** Starts the next packet if the port is free; called when a packet may have become sendable. */
  public final void kick(long nowPs) {
    if (endScheduled || starting) {
      return;
    }
    if (!up) {
      discardQueued(nowPs); // a switch that has not noticed sends packets here
    } else if (isBusy(nowPs)) {
      scheduleEnd();
    } else {
      startNext(nowPs);
    }
  }

  /** True while the port transmits; at the exact end of a transmission, the result depends on the order of events. */
  private boolean isBusy(long nowPs) {
    return nowPs < busyUntilPs || nowPs == busyUntilPs && reservesEnds && !loop.isPast(endPlace);
  }

  private void scheduleEnd() {
    assert !endScheduled : "the end of a transmission is scheduled twice";
    endScheduled = true;
    if (reservesEnds) {
      loop.scheduleReserved(this, busyUntilPs, endPlace);
    } else {
      key = nextKey++;
      loop.schedule(this, busyUntilPs);
    }
  }

  /** Sends a packet with its first bit at {@code startPs}. */
  @SuppressWarnings("NullAway") // a port without a wire is never kicked
  public final void transmit(Packet packet, long startPs) {
    int size = packet.sizeBytes;
    long takesPs = transmitPs[size];
    long endPs = startPs + takesPs;
    sentBytes += size;
    sentFrames++;
    sendingPs += takesPs;
    busyUntilPs = endPs;
    if (reservesEnds) {
      endPlace = loop.reserve();
    }
    if (hasWaiting()) {
      scheduleEnd();
    }
    wire.send(packet, endPs);
  }

  /** True if a packet waits to be sent after the current one has left. */
  public abstract boolean hasWaiting();

  /** Chooses the next packet, if one may leave, and transmits it. Called only if the port is free. */
  public abstract void startNext(long nowPs);

  /** Handles a packet with its last bit arrived over the cable. */
  final void arrive(Packet packet) {
    if (packet.timePs < carefulUntilPs) {
      arriveCarefully(packet);
    } else {
      receive(packet);
    }
  }

  private void arriveCarefully(Packet packet) {
    LinkObserver.Loss loss = arrivals.lossOf(packet);
    if (loss == null) {
      arrivals.arrived(packet);
      arrivals.handOn(packet, this);
    } else {
      lost(packet, loss);
    }
  }

  public abstract void receive(Packet packet);

  /** Called when a packet is lost: on the port's cable, or in the queue when the cable failed. */
  public abstract void lost(Packet packet, LinkObserver.Loss why);

  /** Pauses or resumes a priority by a PFC frame, at the time of the port's response. */
  public final void takePauseFrame(Packet frame, LinkObserver observer) {
    pauses.arrive(frame, observer, this);
  }

  final void respond(int priority, boolean pause, LinkObserver observer, long nowPs) {
    pausedPriorities = pauses.take(priority, pause, pausedPriorities, nowPs);
    observer.pauseChanged(this, priority, pause, nowPs);
    if (!pause) {
      kick(nowPs);
    }
  }

  /** The pauses of this port. */
  public final PauseStats pauses() {
    return pauses;
  }

  /** Sends a PFC frame before all waiting packets; nothing while the cable is down. */
  public abstract void sendPauseFrame(Packet.Kind pauseOrResume, int priority, long nowPs);

  /** True if the packets that its node holds keep the peer paused. */
  public abstract boolean isPausing(int priority);

  /** Turns the effect of a priority's pauses off from now on, or on again. */
  public final void ignorePauses(int priority, boolean on, long nowPs) {
    pausedPriorities = pauses.ignore(priority, on, pausedPriorities, nowPs);
    kick(nowPs);
  }

  /** Applies a change of the filter: the port inspects arriving packets as long as the filter requires it. */
  protected final void watchArrivals() {
    carefulUntilPs = arrivals.carefulUntilPs();
  }

  /** Takes the cable down: packets in its queues and on the cable are lost, and all pauses end. */
  public void takeDown(long nowPs) {
    up = false;
    changeArrivals(ArrivalFilter::takeDown);
    pausedPriorities = pauses.endAll(pausedPriorities, nowPs);
    discardQueued(nowPs);
  }

  /** Brings the cable up. Earlier packets stay lost, as does the peer's cut frame until {@code peerBusyUntilPs}. */
  public void bringUp(long peerBusyUntilPs, long nowPs) {
    up = true;
    arrivals.bringUp(Math.max(nowPs, peerBusyUntilPs) + site.delayPs + 1);
    watchArrivals();
    if (busyUntilPs < nowPs) {
      busyUntilPs = nowPs;
      endPlace = 0; // which is over
    }
    kick(nowPs);
  }

  public abstract void discardQueued(long nowPs);

  /** Bytes of frames that wait here. */
  public abstract long waitingBytes();

  @Override
  public String toString() {
    return "port " + site.number + " of node " + site.node;
  }
}
