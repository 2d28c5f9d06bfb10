package dev.inflight.net.topology.name;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The rule by which a shape names nodes of one role, such as {@code pod{}-tor{}}: words with numbers from 0 between them. When
 * the last number reaches its radix, it restarts, and the one before it increases by 1; the first has no bound.
 *
 * @param words the word before each number, and the one after the last number
 * @param radices radices of all numbers but the first
 */
public record Role(List<String> words, List<Integer> radices) {
  private static final int MOST_DIGITS = 9;

  /** Keeps copies, and checks that words and numbers fit together. */
  public Role {
    words = List.copyOf(words);
    radices = List.copyOf(radices);
    if (radices.size() > 0 && radices.size() != words.size() - 2) {
      throw new IllegalArgumentException(words + " has another count of numbers than radices " + radices);
    }
  }

  /**
   * A role.
   *
   * @param pattern its words, with {@code {}} for each number
   * @param radices radices of all numbers but the first, each 1 or more
   */
  public static Role of(String pattern, int... radices) {
    return new Role(List.of(pattern.split("\\{}", -1)), IntStream.of(radices).boxed().toList());
  }

  /** The name of the node at this place among those of the role, from 0. */
  String name(int index) {
    int numbers = words.size() - 1;
    if (numbers == 0) {
      return words.getFirst();
    }
    var text = new StringBuilder(words.getFirst());
    int below = radices.stream().reduce(1, (a, b) -> a * b);
    int rest = index;
    for (int at = 0; at < numbers; at++) {
      text.append(rest / below).append(words.get(at + 1));
      rest %= below;
      below = at < radices.size() ? below / radices.get(at) : 1;
    }
    return text.toString();
  }

  /** Index of a name among {@code count} nodes of the role, or {@link NodeNames#NONE}. */
  int index(String name, int count) {
    if (!name.startsWith(words.getFirst())) {
      return NodeNames.NONE;
    }
    int from = words.getFirst().length();
    long index = 0;
    for (int at = 0; at < words.size() - 1; at++) {
      int end = from;
      while (end < name.length() && name.charAt(end) >= '0' && name.charAt(end) <= '9') {
        end++;
      }
      boolean isPlain = end - from == 1 || end > from && end - from <= MOST_DIGITS && name.charAt(from) != '0';
      if (!isPlain || !name.startsWith(words.get(at + 1), end)) {
        return NodeNames.NONE;
      }
      int number = Integer.parseInt(name, from, end, 10);
      int radix = at == 0 ? count : radices.get(at - 1);
      if (number >= radix) {
        return NodeNames.NONE;
      }
      index = at == 0 ? number : index * radix + number;
      from = end + words.get(at + 1).length();
    }
    return from == name.length() && index < count ? (int) index : NodeNames.NONE;
  }
}
