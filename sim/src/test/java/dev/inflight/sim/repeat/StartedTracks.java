package dev.inflight.sim.repeat;

import dev.inflight.sim.column.RingOperations;
import dev.inflight.sim.column.RingShape;
import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.period.OmittedMessages;
import dev.inflight.sim.period.Repeating;
import dev.inflight.sim.period.Track;
import dev.inflight.sim.period.Tracks;
import java.util.Arrays;
import java.util.List;

/** Tracks of jobs that have started; any number of their periods can be skipped. */
final class StartedTracks {
  /** A member of a group: of job 0. */
  record Member(Track track) implements Repeating {
    @Override
    public int job() {
      return 0;
    }

    @Override
    public boolean isPossible(int periods) {
      return true;
    }

    @Override
    public void omit(int periods, double periodPs, long skippedPs, OmittedMessages into) {
      // these tests look at durations alone
    }

    /** Ends the operations of some periods, evenly over their time; returns the end of the last one. */
    long proceed(int periods, long fromPs, long periodPs) {
      int operations = track.period();
      for (long number = 1; number <= (long) periods * operations; number++) {
        track.ended(fromPs + number * periodPs / operations);
      }
      return fromPs + periods * periodPs;
    }
  }

  private StartedTracks() {
  }

  /** Rings of one chunk, on these ranks. */
  static List<Repeating> rings(int steps, int[]... ranks) {
    return rings(1 << 18, steps, ranks);
  }

  static List<Repeating> rings(long sizeBytes, int steps, int[]... ranks) {
    var graph = new GraphBuilder(8);
    int[] firsts = new int[ranks.length];
    for (int channel = 0; channel < ranks.length; channel++) {
      int[] before = new int[ranks[channel].length];
      Arrays.fill(before, RingOperations.NONE);
      RingOperations ring = graph.ring(new RingShape(ranks[channel], steps, sizeBytes, 1, 1, channel), before);
      firsts[channel] = ring.first();
      graph.endRing(ring, Arrays.stream(ranks[channel]).map(rank -> graph.compute(rank, 0, 0)).toArray());
    }
    return started(graph, firsts);
  }

  /** The repetitions of an exchange among four ranks. */
  static Member exchanges(int repetitions) {
    var graph = new GraphBuilder(4);
    int[] before = {-1, -1, -1, -1};
    for (int number = 0; number < repetitions; number++) {
      graph.begin(new Collective("exchange " + number, CollectiveKind.ALL_TO_ALL, "direct", 4, 1 << 20));
      int[] after = new int[4];
      Arrays.setAll(after, rank -> graph.compute(rank, 0, 0));
      for (int send = 0; send < 12; send++) {
        int from = send % 4;
        int to = (from + 1 + send / 4) % 4;
        int message = graph.message(from, to, 1 << 18);
        graph.requires(after[from], message);
        graph.requires(after[to], message + 1);
        if (before[from] >= 0) {
          graph.requires(message, before[from]);
        }
      }
      before = after;
      graph.end();
    }
    return (Member) started(graph, graph.operations() / repetitions * (repetitions / 64 + 1)).getFirst();
  }

  private static List<Repeating> started(GraphBuilder builder, int... operations) {
    OperationGraph graph = builder.build(operation -> "operation " + operation);
    var tracks = new Tracks(graph, 0, 0);
    for (int operation : operations) {
      tracks.begins(operation);
    }
    return tracks.active().stream().<Repeating>map(Member::new).toList();
  }
}
