package dev.inflight.lab.explain.job;

import dev.inflight.lab.explain.words.Cause;
import dev.inflight.lab.print.Humanize;
import dev.inflight.sim.change.FabricEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Cost of a job: its time of computing, or of one cause that delayed messages, at one port. */
final class JobCost {
  private static final int MOST_OTHERS = 2;
  /** Share of the job's time below which the costs of ports are added up. */
  private static final double LEAST_SHARE = 0.01;

  /** Cause of the wait of messages; null for computing, and for messages that were not watched. */
  final @Nullable Cause cause;
  final boolean isComputing;
  final String where;
  long ps;
  /** Number of steps of the chain with a part of this cost. */
  int steps;
  private long ownBytes;
  private final Map<String, Long> otherBytes = new HashMap<>();
  private final Map<String, Long> rootsPs = new HashMap<>();
  /** Events that caused these waits. */
  final Set<FabricEvent> events = new LinkedHashSet<>();

  private JobCost(@Nullable Cause cause, boolean isComputing, String where) {
    this.cause = cause;
    this.isComputing = isComputing;
    this.where = where;
  }

  /**
   * Returns the time of a chain by cause, the largest part first.
   *
   * @param times times of watched messages, by flow
   */
  static List<JobCost> of(Chain chain, Map<Integer, MessageTime> times) {
    Map<List<Object>, JobCost> costs = new LinkedHashMap<>();
    for (ChainStep step : chain.steps()) {
      MessageTime time = times.get(step.flow());
      if (time == null) {
        boolean computes = step.kind() == ChainStep.Kind.COMPUTE;
        JobCost cost = costs.computeIfAbsent(List.of(computes), _ -> new JobCost(null, computes, ""));
        cost.ps += step.ps();
        cost.steps++;
      } else {
        time.parts().forEach(part -> costs
            .computeIfAbsent(List.of(part.cause(), part.where()), _ -> new JobCost(part.cause(), false, part.where())).add(part));
      }
    }
    return sorted(together(costs.values(), (long) (LEAST_SHARE * chain.lifePs())));
  }

  private static List<JobCost> sorted(Collection<JobCost> costs) {
    return costs.stream().sorted(Comparator.<JobCost>comparingLong(cost -> cost.ps).reversed()).toList();
  }

  /** Joins the smaller costs of one cause at many ports: a chain through all hosts of a fabric has a port for each. */
  private static Collection<JobCost> together(Collection<JobCost> costs, long leastPs) {
    Map<Cause, List<JobCost>> small = new LinkedHashMap<>();
    costs.stream().filter(cost -> cost.cause != null && !cost.where.isEmpty() && cost.ps < leastPs)
        .forEach(cost -> small.computeIfAbsent(Objects.requireNonNull(cost.cause), _ -> new ArrayList<>()).add(cost));
    var kept = new ArrayList<>(costs);
    small.forEach((cause, several) -> {
      if (several.size() > 1) {
        var sum = new JobCost(cause, false,
            Humanize.count(several.size(), "port") + ", each below " + Humanize.percent(LEAST_SHARE));
        several.forEach(sum::add);
        kept.removeAll(several);
        kept.add(sum);
      }
    });
    return kept;
  }

  private void add(JobCost other) {
    ps += other.ps;
    steps += other.steps;
    ownBytes += other.ownBytes;
    other.otherBytes.forEach((job, bytes) -> otherBytes.merge(job, bytes, Long::sum));
    other.rootsPs.forEach((root, rootPs) -> rootsPs.merge(root, rootPs, Long::sum));
    events.addAll(other.events);
  }

  private void add(MessageTime.Part part) {
    ps += part.ps();
    steps++;
    ownBytes += part.ownBytes();
    events.addAll(part.events());
    part.otherBytes().forEach((job, bytes) -> otherBytes.merge(job, bytes, Long::sum));
    if (!part.pauseRoot().isEmpty()) {
      rootsPs.merge(part.pauseRoot(), part.ps(), Long::sum);
    }
  }

  /** Name of the cost. */
  String words() {
    return cause != null ? words(cause) : isComputing ? "computing" : "short messages, not watched";
  }

  /** Returns the name of the cause of a message's wait; the chain may have one or both directions of the last packet's path. */
  static String words(Cause cause) {
    return cause == Cause.LAST_WAY ? "last packet's way" : cause.words();
  }

  /** Queue that was the root of most pauses; empty without pauses. */
  String pauseRoot() {
    return rootsPs.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse("");
  }

  /** Returns the share of others in the bytes that left the port, and the jobs with most of that share; empty without others. */
  String others(String ownJob) {
    long others = otherBytes.values().stream().mapToLong(Long::longValue).sum();
    if (others == 0) {
      return "";
    }
    double all = others + ownBytes;
    List<String> most = otherBytes.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
        .limit(MOST_OTHERS).map(one -> Humanize.percent(one.getValue() / all) + " "
            + (one.getKey().equals("job " + ownJob) ? "of this job" : "of " + one.getKey()))
        .toList();
    return String.join(", ", most);
  }

  /** Returns the messages of the bytes that {@link #others} leaves out, in words. */
  String rest() {
    return otherBytes.size() > MOST_OTHERS ? "the rest of these messages and of other jobs" : "the rest of these messages";
  }
}
