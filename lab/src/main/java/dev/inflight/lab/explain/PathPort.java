package dev.inflight.lab.explain;

import dev.inflight.lab.explain.pause.PauseLog;
import dev.inflight.lab.statistics.TimeParts;
import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.sim.rdma.MessageConnections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Port that sends packets of the flow: their waits there, paused or not, and the bytes of other flows that it sent, over time.
 */
public final class PathPort {
  private static final double NEW_WEIGHT = 1.0 / 8;
  /** Busy share of a port's time below which the port has room for more packets of the flow. */
  private static final double BUSY_SHARE = 0.8;
  /** Smallest load that counts as shared: a scheme may keep a port below its rate. Others need {@link #SHARE_OF_OTHERS} of it. */
  private static final double SHARED_LOAD = 0.5;
  private static final double SHARE_OF_OTHERS = 0.1;
  /** Length of a queue, in packets: packets of the flow that waited for more count as queued. */
  private static final int PACKETS_OF_A_QUEUE = 4;

  final Port port;
  private final long startPs;
  private long horizonPs;
  private final TimeParts<PortTraffic> traffic = new TimeParts<>(PortTraffic::new, PortTraffic::add);
  /** Total length of pauses, in picoseconds, by the port that started them. */
  final Map<String, Long> pauseRootsPs = new HashMap<>();
  /** Packets of the flow that were lost here. */
  final Map<LinkObserver.Loss, Integer> losses = new EnumMap<>(LinkObserver.Loss.class);
  /** Packets of the flow that were trimmed before they entered this port's queue. */
  int trimmed;
  private final PauseLog pauses = new PauseLog(Integer.MAX_VALUE);
  private @Nullable String pauseRoot;
  private long othersBusyPs;
  /** Average, over the last packets, of the waiting time here, in picoseconds; {@link #recentPausedPs} is its paused part. */
  private double recentWaitPs;
  private double recentPausedPs;
  private long packetPs;
  /**
   * Share of the time before {@link #loadAtPs} in which the port was sending, with exponential weights: the time
   * {@link #horizonPs} ago counts 1/e.
   */
  private double load;
  /** Share of other flows' packets, with the same weights. */
  private double othersLoad;
  private final long watchedSincePs;
  private long loadAtPs;

  /**
   * Creates the record of a port.
   *
   * @param startPs start time of the flow
   * @param watchedSincePs time from which the port's load is watched
   * @param horizonPs shortest time over which the load of the port is averaged
   */
  PathPort(Port port, long startPs, long watchedSincePs, long horizonPs) {
    this.port = port;
    this.startPs = startPs;
    this.horizonPs = horizonPs;
    this.watchedSincePs = watchedSincePs;
    loadAtPs = watchedSincePs;
  }

  /** Extends the horizon of the port's load, if this time is longer. */
  void lookBack(long ps) {
    horizonPs = Math.max(horizonPs, ps);
  }

  /** The port. */
  public Port port() {
    return port;
  }

  /** Bytes of the flow that left here. */
  public long ownBytes() {
    return total().ownBytes;
  }

  /** Bytes of other flows that left here since the flow's start. */
  public Map<Integer, Long> otherBytes() {
    return total().otherBytes;
  }

  /** Queue that was the root of most of the port's paused time; null when the port was not paused. */
  public @Nullable String pauseRoot() {
    return pauseRootsPs.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse(null);
  }

  /** Records that a packet of another flow, or a control frame, leaves. */
  void other(int row, Packet packet, long endPs) {
    long takesPs = port.transmitPs(packet.sizeBytes);
    sending(endPs, takesPs);
    othersLoad += (double) takesPs / horizonPs;
    if (endPs < startPs) {
      return;
    }
    othersBusyPs += takesPs;
    if (row != MessageConnections.NO_ROW) {
      PortTraffic now = traffic.at(endPs - startPs);
      now.otherBytes.merge(row, (long) packet.sizeBytes, Long::sum);
      if (packet.kind == Packet.Kind.DATA) {
        now.othersWithData.add(row);
      }
    }
  }

  /** Records that a response to packets of the flow leaves. */
  void answer(Packet packet, long endPs) {
    sending(endPs, port.transmitPs(packet.sizeBytes));
    if (endPs >= startPs) {
      traffic.at(endPs - startPs).ownBytes += packet.sizeBytes;
    }
  }

  /** Records that a packet of the flow leaves. */
  void own(Packet packet, long endPs) {
    sending(endPs, port.transmitPs(packet.sizeBytes));
    traffic.at(endPs - startPs).ownBytes += packet.sizeBytes;
    packetPs = port.transmitPs(packet.sizeBytes);
  }

  private void sending(long endPs, long takesPs) {
    double kept = StrictMath.exp((double) (loadAtPs - endPs) / horizonPs);
    load = load * kept + (double) takesPs / horizonPs;
    othersLoad *= kept;
    loadAtPs = endPs;
    long fromPs = Math.max(0, endPs - takesPs - startPs);
    while (fromPs < endPs - startPs) {
      PortTraffic part = traffic.at(fromPs);
      long untilPs = Math.min(endPs - startPs, traffic.endPs(fromPs));
      part.busyPs += untilPs - fromPs;
      fromPs = untilPs;
    }
  }

  /** Share of the recent time in which the port was sending. */
  private double load(long nowPs) {
    double watched = 1 - StrictMath.exp((double) (watchedSincePs - nowPs) / horizonPs);
    return watched <= 0 ? 0 : load * StrictMath.exp((double) (loadAtPs - nowPs) / horizonPs) / watched;
  }

  /** Reports whether the port has recently been busy for most of the time, or the flow's packets have waited in its queue. */
  boolean isBusy(long nowPs) {
    return load(nowPs) >= BUSY_SHARE || recentWaitPs > PACKETS_OF_A_QUEUE * packetPs;
  }

  /** Reports whether the flow has recently shared the port with a considerable load of others. */
  boolean isShared(long nowPs) {
    return load(nowPs) >= SHARED_LOAD && othersLoad >= SHARE_OF_OTHERS * load;
  }

  long othersBusyPs() {
    return othersBusyPs;
  }

  /** Returns the packets that left here within a part of the flow's time. */
  PortTraffic within(Ledger.Span span) {
    return traffic.within(span.fromPs(), span.toPs());
  }

  /** Returns the packets that left here since the flow's start. */
  PortTraffic total() {
    return traffic.total();
  }

  /** Records that a packet of the flow has waited here, and leaves now. */
  void waited(long nowPs, long ps, long pausedPs) {
    PortTraffic now = traffic.at(nowPs - startPs);
    now.packets++;
    now.waitPs += ps;
    now.longestWaitPs = Math.max(now.longestWaitPs, ps);
    recentWaitPs += NEW_WEIGHT * (ps - recentWaitPs);
    recentPausedPs += NEW_WEIGHT * (pausedPs - recentPausedPs);
  }

  /** Time that the port takes to send a packet of the flow, in picoseconds; 0 while it has sent none. */
  long packetPs() {
    return packetPs;
  }

  double recentWaitPs() {
    return recentWaitPs;
  }

  /** Share of the wait of the flow's last packets in which the port was paused. */
  double pausedShare() {
    return recentWaitPs <= 0 ? 0 : Math.min(1, recentPausedPs / recentWaitPs);
  }

  void pause(long nowPs, String root) {
    pauses.begin(nowPs);
    pauseRoot = root;
  }

  void resume(long nowPs) {
    long ps = pauses.end(nowPs);
    if (pauseRoot != null && ps > 0) {
      pauseRootsPs.merge(pauseRoot, ps, Long::sum);
    }
  }

  List<PauseLog.Pause> allPauses() {
    return pauses.all();
  }

  int pauses() {
    return pauses.count();
  }

  /** Returns the time, in picoseconds, in a span up to now in which the priority was paused. */
  long pausedWithin(long fromPs, long toPs) {
    return pauses.within(fromPs, toPs);
  }

  /** Records that the scheme received the port's load. */
  void reported(long nowPs, double utilization, boolean rules) {
    PortTraffic now = traffic.at(nowPs - startPs);
    now.reports++;
    now.utilizationSum += utilization;
    now.mostUtilization = Math.max(now.mostUtilization, utilization);
    now.ruled += rules ? 1 : 0;
  }
}
