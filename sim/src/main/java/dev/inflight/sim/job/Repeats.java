package dev.inflight.sim.job;

import dev.inflight.sim.period.OmittedMessages;
import dev.inflight.sim.period.Repeating;
import dev.inflight.sim.period.Track;
import dev.inflight.sim.period.Tracks;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Repetition in the jobs of a run of one part. It skips periods of jobs. */
public final class Repeats {
  /** A track in progress of a graph. */
  private final class OfGraph implements Repeating {
    private final PieceRun piece;
    private final Track track;

    OfGraph(PieceRun piece, Track track) {
      this.piece = piece;
      this.track = track;
    }

    @Override
    public Track track() {
      return track;
    }

    @Override
    public int job() {
      return piece.run.index;
    }

    @Override
    public boolean isPossible(int periods) {
      return new Omission(piece, track, periods).isPossible();
    }

    @Override
    public void omit(int periods, double periodPs, long skippedPs, OmittedMessages into) {
      var omission = new Omission(piece, track, periods);
      omission.report(periodPs, into);
      omission.apply(part.omitted(), periodPs, skippedPs);
    }
  }

  private final JobRun[] runs;
  private final JobPart part;
  private String why = "";

  /** Makes the repetition of jobs that have not started. */
  Repeats(JobRun[] runs, JobPart part) {
    this.runs = runs;
    this.part = part;
    for (JobRun run : runs) {
      if (run.whole != null && Tracks.areIn(run.whole.graph)) {
        run.whole.tracks = new Tracks(run.whole.graph, 0, 0);
      } else if (run.isScript()) {
        Unrolling unrolling = Objects.requireNonNull(part.unrolling(run));
        unrolling.periods = new ScriptPeriods(run, part.omitted(), unrolling);
      }
    }
  }

  private @Nullable ScriptPeriods periodsOf(JobRun run) {
    Unrolling unrolling = part.unrolling(run);
    return unrolling == null ? null : unrolling.periods;
  }

  private boolean isUnderWay(JobRun run, long nowPs) {
    return run.startPs >= 0 && run.startPs <= nowPs && part.has(run.index);
  }

  /** True if a job is in progress at a time of the scenario, in picoseconds. */
  public boolean areUnderWay(long nowPs) {
    for (JobRun run : runs) {
      if (isUnderWay(run, nowPs)) {
        return true;
      }
    }
    return false;
  }

  /** Earliest start of the jobs in progress, in picoseconds of the scenario. */
  public long startPs(long nowPs) {
    long startPs = Long.MAX_VALUE;
    for (JobRun run : runs) {
      startPs = isUnderWay(run, nowPs) ? Math.min(startPs, run.startPs) : startPs;
    }
    return startPs;
  }

  /**
   * Returns the tracks in progress of all jobs; empty if some of them do not repeat, with a reason in {@link #why}.
   *
   * @param mostUnsure largest relative standard error with which a long period counts as known
   */
  public List<Repeating> active(long nowPs, double mostUnsure) {
    var all = new ArrayList<Repeating>();
    for (JobRun run : runs) {
      if (!isUnderWay(run, nowPs)) {
        continue;
      }
      ScriptPeriods periods = periodsOf(run);
      if (periods != null) {
        Repeating found = periods.repeating(mostUnsure);
        if (found != null) {
          all.add(found);
        } else if (!addUnderWay(run, all)) {
          why = "steps of job " + run.job.name() + " do not repeat";
          return List.of();
        }
        continue;
      }
      PieceRun piece = run.whole;
      if (piece == null || piece.tracks == null) {
        why = "operations of job " + run.job.name() + " are not searched for what repeats";
        return List.of();
      }
      List<Track> tracks = piece.tracks.active();
      if (tracks.isEmpty()) {
        why = "operations of job " + run.job.name() + " do not repeat";
        return List.of();
      }
      tracks.forEach(track -> all.add(new OfGraph(piece, track)));
    }
    return all;
  }

  /** Adds repetition within steps in progress. Returns false without any, or if other operations are in progress too. */
  private boolean addUnderWay(JobRun run, List<Repeating> all) {
    List<PieceRun> pieces = Objects.requireNonNull(part.unrolling(run)).underWay();
    for (PieceRun piece : pieces) {
      List<Track> tracks = piece.tracks == null ? List.of() : piece.tracks.active();
      if (tracks.isEmpty()) {
        return false;
      }
      tracks.forEach(track -> all.add(new OfGraph(piece, track)));
    }
    return !pieces.isEmpty();
  }

  /** Reason why no period can be skipped. */
  public String why() {
    return why;
  }

  /** Returns the row of a message that has ended: of the one that it represents, if periods were skipped since its start. */
  public int ended(int message, int row, long startPs, long fctPs, long idealFctPs, long retransmittedBytes, int sourcePort) {
    JobRun run = runOf(message);
    ScriptPeriods periods = periodsOf(run);
    if (periods != null) {
      int send = message - run.job.firstOperation();
      return run.firstRow() + periods.message(send, startPs, fctPs, idealFctPs, retransmittedBytes, sourcePort);
    }
    PieceRun piece = run.whole;
    if (piece == null || piece.tracks == null) {
      return row;
    }
    int send = message - run.job.firstOperation();
    int of = piece.standsFor(send);
    piece.tracks.message(of, startPs, fctPs, idealFctPs, retransmittedBytes, sourcePort);
    return of == send ? row : piece.row(of);
  }

  private JobRun runOf(int message) {
    for (JobRun run : runs) {
      if (message < run.job.endOperation()) {
        return run;
      }
    }
    throw new IllegalArgumentException("no job has message " + message);
  }
}
