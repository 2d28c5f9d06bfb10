package dev.inflight.sim.period;

import dev.inflight.sim.graph.OperationGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The tracks of a graph: one for each collective and channel, and one of all operations, for graphs that repeat as a whole.
 * Operations before skipped periods continue with those after.
 */
public final class Tracks {
  private record Cut(Track track, int at, int by) {
  }

  private static final long NONE = -1;

  private final OperationGraph graph;
  private final Translation translation;
  private final int[] firsts;
  private final Track[] own;
  private final Track all;
  private final List<Cut> cuts = new ArrayList<>();
  private int lastFound;

  /**
   * Makes the tracks of a graph that has not started.
   *
   * @param first the first operation that is ever done
   * @param kind key of graphs with periods of equal duration; 0 for none
   */
  public Tracks(OperationGraph graph, int first, long kind) {
    this.graph = graph;
    translation = new Translation(graph);
    var begins = new ArrayList<Integer>();
    long before = NONE;
    int messageEnd = first; // after the last message, or ring, so far
    for (int operation = first; operation < graph.operations(); operation++) {
      int column = graph.column(operation);
      boolean isRing = column < 0;
      if (!isRing && graph.kind(operation) != OperationGraph.Kind.SEND) {
        messageEnd = graph.kind(operation) == OperationGraph.Kind.RECEIVE ? operation + 1 : messageEnd;
        continue;
      }
      long of = isRing ? NONE : (long) graph.collective(operation) << 32 | graph.channel(operation);
      if (isRing || of != before) {
        if (messageEnd < operation) {
          begins.add(messageEnd); // computations between collectives, and those that end them
        }
        begins.add(operation);
      }
      before = of;
      operation = isRing ? graph.rings().get(~column).end() - 1 : operation;
      messageEnd = operation + 1;
    }
    if (messageEnd < graph.operations()) {
      begins.add(messageEnd);
    }
    firsts = begins.stream().mapToInt(Integer::intValue).toArray();
    own = new Track[firsts.length];
    for (int number = 0; number < firsts.length; number++) {
      int column = graph.column(firsts[number]);
      own[number] = new Track(firsts[number], number + 1 < firsts.length ? firsts[number + 1] : graph.operations(),
          column < 0 ? graph.rings().get(~column) : null);
      own[number].kind = kind == 0 ? 0 : kind << 16 | number + 1;
    }
    all = new Track(first, graph.operations(), null);
    all.kind = kind == 0 ? 0 : kind << 16;
    all.isWhole = true;
  }

  /** True if a graph's periods can be skipped at all: no operations start in turn, and partners of messages are known. */
  public static boolean areIn(OperationGraph graph) {
    return graph.operations() > 0 && graph.turns().lists() == 0 && graph.open().classes() == 0;
  }

  private Track of(int operation) {
    Track last = own[lastFound];
    if (operation < last.first || operation >= last.end) {
      int found = Arrays.binarySearch(firsts, operation);
      lastFound = Math.max(0, found >= 0 ? found : -found - 2);
      last = own[lastFound];
    }
    return last;
  }

  /** Counts a requirement of an operation that the end of another one has met. */
  public void released(int by, int operation) {
    all.touch(withPartner(operation));
    Track of = of(operation);
    if (by >= of.first && by < of.end) {
      of.touch(withPartner(operation));
    }
  }

  /** Called when an operation other than a receive starts. */
  public void begins(int operation) {
    all.begin(withPartner(operation));
    of(operation).begin(withPartner(operation));
  }

  private int withPartner(int operation) {
    return graph.kind(operation) == OperationGraph.Kind.COMPUTE ? operation : Math.max(operation, graph.partner(operation));
  }

  /** Called when an operation has ended. */
  public void ended(int operation, long nowPs) {
    all.ended(nowPs);
    of(operation).ended(nowPs);
  }

  /** Operation that requires another one instead of this dependent, if periods between them were skipped. */
  public int redirected(int operation, int dependent) {
    int to = dependent;
    for (int number = 0; number < cuts.size(); number++) {
      Cut cut = cuts.get(number);
      Track track = cut.track;
      if (!isOutside(track, operation) && !isOutside(track, to) && track.position(operation) < cut.at
          && track.position(to) >= cut.at) {
        to = track.operation(track.position(to) + cut.by);
      }
    }
    return to;
  }

  /** Position that an operation at a position of a track represents. */
  public int standsForPosition(Track track, int position) {
    return track.position(standsFor(track.operation(position)));
  }

  /** Operation that this one represents, because periods were skipped after its start. */
  public int standsFor(int operation) {
    int of = operation;
    for (int number = 0; number < cuts.size(); number++) {
      Cut cut = cuts.get(number);
      Track track = cut.track;
      if (!isOutside(track, of) && track.position(of) < cut.at) {
        of = track.operation(track.position(of) + cut.by);
      }
    }
    return of;
  }

  /**
   * Finds the tracks in progress, each with its period.
   *
   * @return empty if they do not repeat, or none is in progress
   */
  public List<Track> active() {
    var found = new ArrayList<Track>();
    boolean repeats = true;
    for (Track track : own) {
      if (track.isActive()) {
        repeats &= hasPeriod(track, true);
        found.add(track);
      }
    }
    if (repeats) {
      return found;
    }
    return all.isActive() && hasPeriod(all, false) ? List.of(all) : List.of();
  }

  private boolean hasPeriod(Track track, boolean ofCollective) {
    if (track.period == 0) {
      translation.search(track, ofCollective);
    }
    return track.period > 0;
  }

  /** Skips periods of a track from its cut on; operations before them continue with those after. */
  public void cut(Track track, int periods) {
    int by = periods * track.period;
    cuts.add(new Cut(track, track.started, by));
    if (track == all) {
      for (Track each : own) {
        int from = Math.max(each.first, track.started);
        int to = Math.min(each.end, track.started + by);
        if (from < to) {
          each.ended += to - from;
          int behind = each.isRing() ? each.end : to;
          each.touched = Math.max(each.touched, behind);
          each.started = Math.max(each.started, behind);
        }
      }
    } else {
      all.touched = Math.max(all.touched, track.end);
      all.started = all.touched;
    }
    all.ended += by;
    if (track != all) {
      track.ended += by;
    }
    track.touched += by;
    track.started += by;
  }

  /** Counts a message that has ended, by the send that it represents; times are in picoseconds. */
  public void message(int send, long startPs, long fctPs, long idealFctPs, long retransmittedBytes, int sourcePort) {
    of(send).message(send, startPs, fctPs, idealFctPs, retransmittedBytes, sourcePort);
    all.message(send, startPs, fctPs, idealFctPs, retransmittedBytes, sourcePort);
  }

  /** True if an operation is outside a track. */
  public static boolean isOutside(Track track, int operation) {
    return operation < track.first || operation >= track.end;
  }
}
