package dev.inflight.sim.script;

import java.util.Arrays;

/**
 * Division of consecutive ranks into groups of one size: blocks of {@code size * stride} ranks, in which every {@code stride}-th
 * rank is in the same group.
 *
 * @param first the first rank, 0 or more
 * @param ranks number of ranks, a multiple of size times stride
 * @param size ranks of a group, 1 or more
 * @param stride distance from one rank of a group to the next one, 1 or more
 */
public record Groups(int first, int ranks, int size, int stride) {
  /** Checks that the groups fill the ranks. */
  public Groups {
    if (first < 0 || ranks < 1 || size < 1 || stride < 1 || ranks % ((long) size * stride) != 0) {
      throw new IllegalArgumentException(
          "groups of " + size + " ranks with a stride of " + stride + " do not fill " + ranks + " ranks from " + first + " on");
    }
  }

  /** Number of groups; every rank is in one. */
  public int count() {
    return ranks / size;
  }

  /** True if a rank is in one of the groups. */
  boolean has(int rank) {
    return rank >= first && rank < first + ranks;
  }

  /** The group of a rank, from 0 on. */
  int groupOf(int rank) {
    int offset = rank - first;
    return offset / (size * stride) * stride + offset % stride;
  }

  /** Place of a rank in its group, from 0 on. */
  int placeOf(int rank) {
    return (rank - first) / stride % size;
  }

  /** Rank at a place of a group. */
  public int member(int group, int place) {
    return first + group / stride * size * stride + group % stride + place * stride;
  }

  /** All ranks of a group, by place. */
  public int[] members(int group) {
    int[] members = new int[size];
    Arrays.setAll(members, place -> member(group, place));
    return members;
  }
}
