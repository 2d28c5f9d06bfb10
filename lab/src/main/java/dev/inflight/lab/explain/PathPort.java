package dev.inflight.lab.explain;

import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A port that packets of the flow leave by: how long they stood there, paused or not, and who else did. */
public final class PathPort {
  /** A packet under way, and where it has been. */
  static final class UnderWay {
    Port last;
    long endPs;
    final boolean again;
    final List<PathPort> ports = new ArrayList<>();
    final List<Long> waitsPs = new ArrayList<>();

    UnderWay(Port last, long endPs, boolean again) {
      this.last = last;
      this.endPs = endPs;
      this.again = again;
    }
  }

  private static final double NEW_WEIGHT = 1.0 / 8;

  final Port port;
  /** Bytes of other flows that left here. */
  final Map<Integer, Long> otherBytes = new HashMap<>();
  /** Who began pauses, and for how long they lasted. */
  final Map<String, Long> pauseRootsPs = new HashMap<>();
  /** Packets of the flow that were lost here. */
  final Map<LinkObserver.Loss, Integer> losses = new EnumMap<>(LinkObserver.Loss.class);
  /** Packets of the flow that were cut behind their headers before they stood here. */
  int trimmed;
  private final PauseLog pauses = new PauseLog(Integer.MAX_VALUE);
  private @Nullable String pauseRoot;
  private long othersBusyPs;
  int packets;
  long waitPs;
  long longestWaitPs;
  long pausedWaitPs;
  long ownBytes;
  /** Of the last packets, the newest first: how long they stood here, and how much of that paused. */
  private double recentWaitPs;
  private double recentPausedPs;
  /** How often this hop was the one whose load the scheme obeyed, and sums of what it heard. */
  long ruled;
  long heard;
  double utilisationSum;
  double mostUtilisation;

  PathPort(Port port) {
    this.port = port;
  }

  void other(Packet packet) {
    othersBusyPs += port.transmitPs(packet.sizeBytes);
    if (packet.flow != null) {
      otherBytes.merge(packet.flow.id(), (long) packet.sizeBytes, Long::sum);
    }
  }

  long othersBusyPs() {
    return othersBusyPs;
  }

  void waited(long ps, long pausedPs) {
    packets++;
    waitPs += ps;
    pausedWaitPs += pausedPs;
    longestWaitPs = Math.max(longestWaitPs, ps);
    recentWaitPs += NEW_WEIGHT * (ps - recentWaitPs);
    recentPausedPs += NEW_WEIGHT * (pausedPs - recentPausedPs);
  }

  double recentWaitPs() {
    return recentWaitPs;
  }

  /** The part of its last packets' wait for which the port was paused. */
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

  /** How much of a time the priority was paused for, up to now. */
  long pausedWithin(long fromPs, long toPs) {
    return pauses.within(fromPs, toPs);
  }

  /** The scheme heard of the port's load. */
  void heard(double utilisation, boolean rules) {
    heard++;
    utilisationSum += utilisation;
    mostUtilisation = Math.max(mostUtilisation, utilisation);
    ruled += rules ? 1 : 0;
  }
}
