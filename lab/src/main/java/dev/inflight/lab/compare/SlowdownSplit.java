package dev.inflight.lab.compare;

import dev.inflight.lab.result.FctFile;
import dev.inflight.lab.result.flow.SizeLabels;
import dev.inflight.lab.result.flow.Slowdowns;
import dev.inflight.lab.result.flow.Slowdowns.Percentiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Slowdowns of common flows, split by size, class, job or destination port. Comparisons of several seeds pool all seeds' flows.
 *
 * @param by criterion of the split
 * @param parts parts in order: two or more, except for {@link By#ALL}, which has one
 */
record SlowdownSplit(By by, List<Part> parts) {
  /** Most ports, classes or jobs of a split: a larger table does not help. */
  private static final int MOST_PARTS = 12;

  /** Criteria by which flows are split. */
  enum By {
    ALL, SIZE, CLASS, JOB, DESTINATION_PORT
  }

  /**
   * Part of the flows.
   *
   * @param name name of the part, such as {@code 100}, a port
   * @param title name in words
   * @param flows number of flows
   * @param sides slowdowns in each run or experiment
   */
  record Part(String name, String title, int flows, List<Percentiles> sides) {
  }

  /** Returns all splits that have two parts or more; with several seeds, first a split over all of their flows. */
  static List<SlowdownSplit> of(List<Comparison> seeds) {
    int sides = seeds.getFirst().sides().size();
    List<FctFile.Entry> flows = seeds.stream().flatMap(seed -> seed.common().stream()).toList();
    var values = new double[sides][];
    for (int side = 0; side < sides; side++) {
      int number = side;
      values[side] = seeds.stream().flatMapToDouble(seed -> Arrays.stream(seed.sides().get(number).slowdownOf())).toArray();
    }
    var splits = new ArrayList<SlowdownSplit>();
    splits.add(new SlowdownSplit(By.SIZE, bySize(flows, values)));
    splits.add(new SlowdownSplit(By.CLASS,
        by(flows, values, FctFile.Entry::flowClass, name -> name.isEmpty() ? "of no class" : "of class " + name)));
    splits.add(new SlowdownSplit(By.JOB,
        by(flows, values, FctFile.Entry::job, name -> name.isEmpty() ? "of no job" : "of job " + name)));
    splits.add(
        new SlowdownSplit(By.DESTINATION_PORT, by(flows, values, FctFile.Entry::destinationPort, port -> "to port " + port)));
    Set<List<Percentiles>> byPort = splits.getLast().sides();
    if (splits.stream().limit(splits.size() - 1).anyMatch(split -> split.by != By.SIZE && split.sides().equals(byPort))) {
      splits.removeLast(); // each class or job has its own port
    }
    if (seeds.size() > 1) {
      splits.addFirst(new SlowdownSplit(By.ALL, by(flows, values, _ -> "all", _ -> "of all sizes")));
    }
    splits.removeIf(split -> split.by != By.ALL && split.parts.size() < 2 || split.parts.size() > MOST_PARTS);
    return splits;
  }

  private Set<List<Percentiles>> sides() {
    return parts.stream().map(Part::sides).collect(Collectors.toSet());
  }

  private static List<Part> bySize(List<FctFile.Entry> flows, double[][] values) {
    long[] sizes = flows.stream().mapToLong(FctFile.Entry::sizeBytes).toArray();
    List<List<Slowdowns.Bucket>> sides = Arrays.stream(values).map(ofSide -> Slowdowns.of(sizes, ofSide).bySize()).toList();
    List<String> names = SizeLabels.of(sides.getFirst());
    var parts = new ArrayList<Part>();
    for (int at = 0; at < names.size(); at++) {
      int number = at;
      Slowdowns.Bucket first = sides.getFirst().get(at);
      String name = names.get(at);
      parts.add(new Part(name, "of " + name, first.flows(), sides.stream().map(side -> side.get(number).percentiles()).toList()));
    }
    return parts;
  }

  private static <K extends Comparable<K>> List<Part> by(List<FctFile.Entry> flows, double[][] values,
      Function<FctFile.Entry, K> key, Function<K, String> title) {
    var members = new TreeMap<K, List<Integer>>();
    IntStream.range(0, flows.size())
        .forEach(flow -> members.computeIfAbsent(key.apply(flows.get(flow)), _ -> new ArrayList<>()).add(flow));
    var parts = new ArrayList<Part>();
    if (members.size() <= MOST_PARTS) {
      members.forEach((called, here) -> parts.add(new Part(called.toString(), title.apply(called), here.size(),
          Arrays.stream(values).map(side -> of(here, side)).toList())));
    }
    return parts;
  }

  private static Percentiles of(List<Integer> flows, double[] values) {
    return Objects.requireNonNull(Percentiles.of(flows.stream().mapToDouble(flow -> values[flow]).sorted().toArray()));
  }
}
