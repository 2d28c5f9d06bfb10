package dev.inflight.lab.explain;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.lab.explain.control.ControlLog;
import dev.inflight.lab.explain.control.WatchedControl;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Port;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ports that a flow uses, and the ports that determine its rate. */
final class FlowPath implements WatchedControl.Watcher {
  /** Horizon of a port's load, in round trips: a congestion control responds to telemetry within a few round trips. */
  private static final int ROUND_TRIPS_OF_HORIZON = 3;
  private static final int PACKETS_OF_HORIZON = 32;
  /** Part of a round trip; acknowledgements that wait longer are late. */
  private static final double LATE_SHARE = 0.5;

  private final int source;
  private final int destination;
  private final long startPs;
  private final long watchedSincePs;
  private final int payloadBytes;
  /** All ports that have sent a packet. */
  private final Map<Port, PathPort> all = new HashMap<>();
  /** Ports that the flow uses, in the order of their first packets. */
  private final Map<Port, PathPort> ports = new LinkedHashMap<>();
  private final Map<Port, PathPort> lossPlaces = new LinkedHashMap<>();
  /** Ports that the flow's acknowledgements use. */
  private final Map<Port, PathPort> back = new LinkedHashMap<>();
  private final RulingHop rules = new RulingHop();
  private final ControlLog controlLog;
  private @Nullable CongestionControl control;
  /** Time at which the retransmission timer last expired, in picoseconds; -1 before that. {@link #timeouts} counts the times. */
  private long timeoutPs = -1;
  private int timeouts;
  private @Nullable PathFacts facts;

  FlowPath(int source, int destination, long startPs, long watchedSincePs, int payloadBytes) {
    this.source = source;
    this.destination = destination;
    this.startPs = startPs;
    this.watchedSincePs = watchedSincePs;
    this.payloadBytes = payloadBytes;
    controlLog = new ControlLog(startPs);
  }

  /** Records that the flow uses a port. */
  PathPort add(Port port) {
    return ports.computeIfAbsent(port, this::any);
  }

  /** Records that acknowledgements of the flow use a port, and wait in its queue. */
  PathPort addBack(Port port) {
    return back.computeIfAbsent(port, this::any);
  }

  /** Returns the record of a port that the flow or its acknowledgements use; null for any other port. */
  @Nullable
  PathPort either(Port port) {
    PathPort known = ports.get(port);
    return known != null ? known : back.get(port);
  }

  /** Port of the return path with the longest recent wait of acknowledgements, if that wait is long; otherwise null. */
  @Nullable
  PathPort late() {
    return back.values().stream().filter(one -> one.recentWaitPs() > LATE_SHARE * rttPs())
        .max(Comparator.comparingDouble(PathPort::recentWaitPs)).orElse(null);
  }

  /** Returns the record of any port. */
  PathPort any(Port port) {
    return all.computeIfAbsent(port, this::make);
  }

  private PathPort make(Port port) {
    var made = new PathPort(port, startPs, watchedSincePs, PACKETS_OF_HORIZON * port.transmitPs(payloadBytes));
    made.lookBack(horizonPs());
    return made;
  }

  private long horizonPs() {
    return facts == null ? 0 : ROUND_TRIPS_OF_HORIZON * facts.baseRttPs();
  }

  /** Returns the record of a port; null when the flow does not use it. */
  @Nullable
  PathPort get(Port port) {
    return ports.get(port);
  }

  /** Ports in the order in which the flow reached them. */
  Collection<PathPort> ports() {
    return ports.values();
  }

  /** Port by which the flow leaves its host; until it has left, the first port of the host. */
  PathPort nic() {
    return ports.values().stream().filter(one -> one.port.node() == source && one.total().ownBytes > 0).findFirst()
        .orElseGet(() -> ports.values().iterator().next());
  }

  /** The ports that the flow uses. */
  List<Port> cables() {
    return ports.values().stream().map(PathPort::port).toList();
  }

  /** Ends pauses that are over for the flow. */
  void endPauses(long nowPs) {
    ports.values().forEach(one -> one.resume(nowPs));
    back.values().forEach(one -> one.resume(nowPs));
  }

  /** Returns the record of a port where packets of the flow were lost. */
  PathPort placeOfLoss(Port port) {
    PathPort used = ports.get(port);
    return used != null ? used : lossPlaces.computeIfAbsent(port, this::any);
  }

  /** Ports with losses of the flow, other than those that the flow uses. */
  Collection<PathPort> lossPlaces() {
    return lossPlaces.values();
  }

  /** Port before the destination; null when no packet has arrived so far. */
  @Nullable
  PathPort last() {
    return ports.values().stream().filter(one -> one.port.far().node() == destination).findFirst().orElse(null);
  }

  /** Records that a packet leaves; the flow's control is watched from the first packet on. */
  void controlled(Sender sender, long nowPs) {
    if (control == null) {
      control = sender.control();
      facts = sender.pathFacts();
      WatchedControl within = WatchedControl.within(control);
      if (within != null) {
        within.watchBy(this);
      }
      all.values().forEach(one -> one.lookBack(horizonPs()));
    }
    decided(WatchedControl.Event.UNKNOWN, nowPs);
  }

  /** Round-trip time without queues, in picoseconds; half of {@link Long#MAX_VALUE} while it is unknown. */
  long rttPs() {
    return facts == null ? Long.MAX_VALUE / 2 : facts.baseRttPs();
  }

  /** Log of the rate that the control allowed over time. */
  ControlLog controlLog() {
    return controlLog;
  }

  /** Hop that determines the control's rate; null when no hop is known. */
  @Nullable
  PathPort ruling() {
    PathPort longest = switches().stream().filter(one -> one.recentWaitPs() > 0)
        .max(Comparator.comparingDouble(PathPort::recentWaitPs)).orElse(null);
    // a paused port determines the rate whatever the last telemetry, because none arrives during the pause
    return longest != null && longest.pausedShare() > 0.5 || rules.last() == null ? longest : rules.last();
  }

  /**
   * Returns this hop if it is busy, or if others share it while the control does not grow; or else the busy hop with the longest
   * wait; null when there is none.
   */
  @Nullable
  PathPort busy(@Nullable PathPort hop, long nowPs) {
    return hop != null && (hop.isBusy(nowPs) || hop.isShared(nowPs) && !controlLog.isGrowing())
        ? hop
        : switches().stream().filter(one -> one.isBusy(nowPs)).max(Comparator.comparingDouble(PathPort::recentWaitPs))
            .orElse(null);
  }

  private List<PathPort> switches() {
    return ports.values().stream().filter(one -> one.port.node() != source).toList();
  }

  @Override
  public void receives(Feedback ack) {
    rules.receives(ack.nowPs, ack.hops, switches(), rttPs());
  }

  /** Reports whether the retransmission timer has expired since a time. */
  boolean hasTimedOutSince(long fromPs) {
    return timeoutPs >= fromPs;
  }

  /** Number of times that the retransmission timer has expired. */
  int timeouts() {
    return timeouts;
  }

  @Override
  public void decided(WatchedControl.Event event, long nowPs) {
    if (event == WatchedControl.Event.TIMEOUT && nowPs >= startPs) {
      timeoutPs = nowPs;
      timeouts++;
    }
    if (control != null && facts != null && nowPs >= startPs) { // a connection's control decides before, too
      controlLog.note(event, nowPs, ControlLog.allowedBitsPerSec(control, facts), horizonPs());
    }
  }
}
