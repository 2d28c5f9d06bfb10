package dev.inflight.lab.targets;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.result.job.JobSummary;
import dev.inflight.sim.graph.Job;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Quantities of jobs: durations, waiting times, and bandwidths of collectives. */
final class JobQuantity {
  private static final double MILLION = 1e6; // as many digits as the summary
  private static final String QUOTE = "\"";

  /**
   * Quantity of a job.
   *
   * @param words words after the job's name; empty for its duration
   * @param meaning meaning of the quantity
   * @param most true if the largest value of several jobs of one name is the worst
   */
  private record Of(String words, String meaning, TargetUnit unit, boolean most,
      Function<JobSummary, @Nullable BigDecimal> value) {
  }

  private static final List<Of> ALL = List.of(
      new Of("", "from its start until its last operation ended", TargetUnit.TIME, true,
          job -> job.isComplete() ? BigDecimal.valueOf(job.durationPs(), 12) : null),
      new Of("exposed", "the largest share of a rank's time in which it waited for messages", TargetUnit.SHARE, true,
          job -> job.isComplete() ? BigDecimal.valueOf(Math.round(job.exposedShare() * MILLION), 6) : null),
      new Of("bus rate", "median bus bandwidth of its collectives", TargetUnit.RATE, false, job -> {
        Double rate = job.medianBusBitsPerSec();
        return rate == null ? null : BigDecimal.valueOf(Math.rint(rate));
      }));

  private JobQuantity() {
  }

  /**
   * Returns the quantity for the words after {@code job}: a job's name, possibly in double quotes, and the words of the quantity.
   */
  static TargetQuantity of(String words, List<Job> jobs) {
    List<String> names = jobs.stream().map(Job::name).distinct().toList();
    for (String name : names) {
      for (Of one : ALL) {
        if (words.equals(behind(name, one)) || words.equals(behind(QUOTE + name + QUOTE, one))) {
          return quantity(name, one);
        }
      }
    }
    if (names.isEmpty()) {
      throw new IllegalArgumentException("there is no job " + Quoted.of(words) + ": the scenario has no jobs, only flows");
    }
    Optional<String> of = names.stream().filter(name -> words.startsWith(name + " ")).findFirst();
    if (of.isPresent()) {
      String rest = words.substring(of.get().length()).strip();
      throw new IllegalArgumentException("a job has no " + Quoted.of(rest)
          + Suggestion.hint(rest, ALL.stream().skip(1).map(Of::words).toList()) + "; its name alone is its duration");
    }
    throw new IllegalArgumentException("unknown job " + Quoted.of(words) + Suggestion.shortHint(words, names));
  }

  private static String behind(String name, Of one) {
    return one.words.isEmpty() ? name : name + " " + one.words;
  }

  private static TargetQuantity quantity(String name, Of one) {
    return new TargetQuantity("job " + Quoted.printable(name) + (one.words.isEmpty() ? "" : " " + one.words) + ", " + one.meaning,
        one.unit, figures -> worst(name, one, figures.outcome().jobs()));
  }

  /** Returns the worst value of the jobs of a name; null if one of them has no value. */
  private static @Nullable BigDecimal worst(String name, Of one, List<JobSummary> jobs) {
    BigDecimal worst = null;
    for (JobSummary job : jobs) {
      if (job.job().name().equals(name)) {
        BigDecimal value = one.value.apply(job);
        if (value == null) {
          return null;
        }
        worst = worst == null ? value : one.most ? worst.max(value) : worst.min(value);
      }
    }
    return worst;
  }
}
