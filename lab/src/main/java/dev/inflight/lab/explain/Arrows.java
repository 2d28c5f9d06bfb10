package dev.inflight.lab.explain;

import dev.inflight.lab.explain.words.Cause;
import dev.inflight.lab.explain.pause.PauseLog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Arrows of a trace from causes to effects on the flow: from a port's pause to the flow's halt, from another flow's start to the
 * wait that followed.
 */
final class Arrows {
  private static final long OF_FLOWS = 1L << 40;
  private static final long OF_PORTS = 1L << 20;

  private final Explanation of;
  /** Bytes of other flows that left by each port. */
  private final Map<PathPort, Map<Integer, Long>> otherBytes = new HashMap<>();

  Arrows(Explanation of) {
    this.of = of;
    of.path().forEach(port -> otherBytes.put(port, port.total().otherBytes));
  }

  long ofPause(PathPort port, int number) {
    return (of.path().indexOf(port) + 1) * OF_PORTS + number;
  }

  long ofFlow(int flow) {
    return OF_FLOWS + flow;
  }

  /** Returns the other flows that sent most of the ports' bytes, most first. */
  List<Integer> others(int most) {
    Map<Integer, Long> bytes = new HashMap<>();
    otherBytes.values().forEach(ofPort -> ofPort.forEach((flow, sent) -> bytes.merge(flow, sent, Long::sum)));
    return bytes.entrySet().stream()
        .sorted(Map.Entry.<Integer, Long>comparingByValue(Comparator.reverseOrder()).thenComparing(Map.Entry.comparingByKey()))
        .limit(most).map(Map.Entry::getKey).toList();
  }

  /**
   * Returns the arrows that end in a part of the flow's time.
   *
   * @param pending flows with an arrow that has not ended yet; the method removes those that end here
   */
  List<Long> into(Ledger.Entry entry, long fromPs, long toPs, List<Integer> pending) {
    var arrows = new ArrayList<Long>();
    PathPort at = entry.at();
    if (at == null) {
      return arrows;
    }
    if (entry.cause() == Cause.PAUSED) {
      List<PauseLog.Pause> pauses = at.allPauses();
      for (int number = 0; number < pauses.size(); number++) {
        if (pauses.get(number).fromPs() < toPs && pauses.get(number).untilPs() > fromPs) {
          arrows.add(ofPause(at, number));
        }
      }
    }
    if (entry.cause() == Cause.WINDOW || entry.cause() == Cause.CREDIT || entry.cause() == Cause.PACE
        || entry.cause() == Cause.NIC_BUSY) {
      Map<Integer, Long> there = otherBytes.getOrDefault(at, Map.of());
      pending.removeIf(
          flow -> there.containsKey(flow) && of.names().startPs(flow) < toPs && arrows.add(ofFlow(flow)));
    }
    return arrows;
  }
}
