package dev.inflight.lab.explain.pause;

import dev.inflight.net.link.Port;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Traces a pause to its root: the port with the queue that filled a switch's buffer, so that the switch paused its neighbor. */
public final class PauseRoots {
  private static final int KEPT = 64;
  private static final double PS_BITS_PER_BYTE = 8e12;
  /** Share of a queue's drain time that its port must have been paused if the pause explains the queue. */
  private static final double BECAUSE_OF_PAUSE = 0.1;

  private final List<List<Port>> portsOfNode = new ArrayList<>();
  private final Map<Port, PauseLog> logs = new HashMap<>();

  public void add(Port port) {
    while (portsOfNode.size() <= port.node()) {
      portsOfNode.add(new ArrayList<>());
    }
    portsOfNode.get(port.node()).add(port);
  }

  /** Records that a port is paused or resumed. */
  public void changed(Port port, boolean paused, long nowPs) {
    PauseLog log = logs.computeIfAbsent(port, _ -> new PauseLog(KEPT));
    if (paused) {
      log.begin(nowPs);
    } else {
      log.end(nowPs);
    }
  }

  /** Start of a port's current pause, in picoseconds; -1 without one. */
  public long pausedSincePs(Port port) {
    PauseLog log = logs.get(port);
    return log == null ? -1 : log.sincePs();
  }

  /**
   * Returns the root of a port's pause: the longest queue of the switch that paused it, or the port that this queue waits for.
   */
  public Port of(Port paused, long nowPs) {
    Set<Integer> seen = new HashSet<>();
    Port at = paused;
    while (seen.add(at.far().node())) {
      Port longest = longest(at.far().node());
      if (longest == null) {
        return at;
      }
      at = longest;
      if (!standsBecauseOfPauses(at, nowPs)) {
        return at;
      }
    }
    return at; // a cycle: a deadlock
  }

  private boolean standsBecauseOfPauses(Port port, long nowPs) {
    PauseLog log = logs.get(port);
    long drainPs = (long) (port.waitingBytes() * PS_BITS_PER_BYTE / port.rateBitsPerSec());
    return log != null && log.within(nowPs - drainPs, nowPs) > BECAUSE_OF_PAUSE * drainPs;
  }

  private @Nullable Port longest(int node) {
    Port longest = null;
    if (node >= 0 && node < portsOfNode.size()) {
      for (Port port : portsOfNode.get(node)) {
        if (port.waitingBytes() > 0 && (longest == null || port.waitingBytes() > longest.waitingBytes())) {
          longest = port;
        }
      }
    }
    return longest;
  }
}
