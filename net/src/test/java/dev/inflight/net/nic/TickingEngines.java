package dev.inflight.net.nic;

import dev.inflight.net.event.SerializationTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * A second implementation of the scheduling engines, tick by tick: each visit gives credit, a flow with enough of it and
 * without a pending event orders the pipe to send, and the pipe executes orders in sequence. Flows without windows; flow f is
 * in engine f modulo the engines.
 */
final class TickingEngines {
  private static final int FIRST_FRAME_BYTES = 16;

  private final EngineNic limits;
  private final long[] paces;
  private final long lineBitsPerSec;
  private final long frameBytes;
  private final long[] nextPs;
  private final boolean[] told;
  private final ArrayDeque<Told> pipe = new ArrayDeque<>();
  private final List<List<Long>> starts = new ArrayList<>();
  private long busyUntilPs;

  private record Told(int flow, long atPs) {
  }

  /** All flows start at 0. The first frame of each is larger than the others, which have {@code frameBytes}. */
  TickingEngines(EngineNic limits, long[] paces, long lineBitsPerSec, long frameBytes) {
    this.limits = limits;
    this.paces = paces;
    this.lineBitsPerSec = lineBitsPerSec;
    this.frameBytes = frameBytes;
    nextPs = new long[paces.length];
    told = new boolean[paces.length];
    for (int flow = 0; flow < paces.length; flow++) {
      starts.add(new ArrayList<>());
    }
  }

  /** Time at which the first bit of each packet of each flow leaves, until a time. */
  List<List<Long>> runUntil(long endPs) {
    for (long tick = 0; tick * limits.tickPs() < endPs; tick++) {
      long nowPs = tick * limits.tickPs();
      take(nowPs);
      for (int engine = 0; engine < limits.engines(); engine++) {
        int flow = (int) (tick % limits.flowsPerEngine()) * limits.engines() + engine;
        if (flow < paces.length) {
          visit(flow, nowPs);
        }
      }
    }
    return starts;
  }

  private void visit(int flow, long nowPs) {
    if (!told[flow] && nextPs[flow] <= nowPs) {
      told[flow] = true;
      pipe.add(new Told(flow, nowPs));
      long scanPs = limits.tickPs() * limits.flowsPerEngine();
      nextPs[flow] = Math.max(nextPs[flow], nowPs - scanPs) + framePs(flow, paces[flow]);
    }
  }

  private long framePs(int flow, long rateBitsPerSec) {
    long bytes = starts.get(flow).isEmpty() ? frameBytes + FIRST_FRAME_BYTES : frameBytes;
    return SerializationTime.EXACT.serializationPs(bytes, rateBitsPerSec);
  }

  private void take(long nowPs) {
    while (!pipe.isEmpty() && Math.max(pipe.peek().atPs, busyUntilPs) <= nowPs) {
      Told first = pipe.remove();
      long startPs = Math.max(first.atPs, busyUntilPs);
      told[first.flow] = false;
      busyUntilPs = startPs + framePs(first.flow, lineBitsPerSec);
      starts.get(first.flow).add(startPs);
    }
  }
}
