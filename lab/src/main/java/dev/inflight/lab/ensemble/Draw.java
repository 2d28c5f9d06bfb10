package dev.inflight.lab.ensemble;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All random inputs of a run, by which runs of one experiment differ.
 *
 * @param seed seed of the random choices
 * @param member member of an ensemble; 0 without one
 */
public record Draw(long seed, int member) implements Comparable<Draw> {
  @Override
  public int compareTo(Draw other) {
    int bySeed = Long.compare(seed, other.seed);
    return bySeed == 0 ? Integer.compare(member, other.member) : bySeed;
  }

  /**
   * Returns the number of the member that a resolved scenario names.
   *
   * @param keys keys of the scenario with their texts
   */
  public static int memberOf(Map<String, String> keys) {
    return EnsembleMember.read(keys.getOrDefault(EnsembleMember.KEY, "")).member();
  }

  /** Returns the keys of a resolved scenario without any part of the member. */
  public static Map<String, String> withoutMember(Map<String, String> keys) {
    var rest = new LinkedHashMap<>(keys);
    String written = keys.get(EnsembleMember.KEY);
    if (written != null) {
      String ofAll = EnsembleMember.read(written).ofAll();
      rest.remove(EnsembleMember.KEY);
      if (!ofAll.isEmpty()) {
        rest.put(EnsembleMember.KEY, ofAll);
      }
    }
    return rest;
  }

  /** Returns the kind of the differences between draws, in a word: seeds, members, or seeds and members. */
  public static String kind(List<Draw> draws) {
    if (draws.stream().allMatch(draw -> draw.member == 0)) {
      return "seeds";
    }
    return isOfOneSeed(draws) ? "members" : "seeds and members";
  }

  /** Reports whether all draws have one seed. */
  public static boolean isOfOneSeed(List<Draw> draws) {
    return draws.stream().mapToLong(Draw::seed).distinct().count() < 2;
  }

  /** Returns all draws in words: {@code seeds 1, 2}, {@code members 0, 1 of seed 1}, or such members of several seeds. */
  public static String text(List<Draw> draws) {
    if (draws.stream().allMatch(draw -> draw.member == 0)) {
      return "seeds " + draws.stream().map(draw -> Long.toString(draw.seed)).collect(Collectors.joining(", "));
    }
    return draws
        .stream().mapToLong(Draw::seed).distinct().mapToObj(seed -> "members " + draws.stream().filter(draw -> draw.seed == seed)
            .map(draw -> Integer.toString(draw.member)).collect(Collectors.joining(", ")) + " of seed " + seed)
        .collect(Collectors.joining(", "));
  }

  /** Returns one draw in words. */
  public String text() {
    return "seed " + seed + (member == 0 ? "" : " and member " + member);
  }

  /** Returns the draw of a run with this seed; null when the seed is unknown. */
  public static @Nullable Draw of(@Nullable Long seed, Map<String, String> keys) {
    return seed == null ? null : new Draw(seed, memberOf(keys));
  }
}
