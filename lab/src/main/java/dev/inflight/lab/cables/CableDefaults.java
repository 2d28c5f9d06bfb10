package dev.inflight.lab.cables;

import java.util.regex.Pattern;

/**
 * Values that a scenario states for a cable file that lacks them.
 *
 * @param rateBitsPerSec rate of cables without one, in bit/s; 0 for none
 * @param delayPs delay of cables without one, in picoseconds; 0 for none
 * @param hosts patterns of host names with {@code *} and {@code ?}, separated by {@code |}; empty for none
 */
public record CableDefaults(long rateBitsPerSec, long delayPs, String hosts) {
  /** No defaults. */
  public static final CableDefaults NONE = new CableDefaults(0, 0, "");

  private static final int MOST_LETTERS = 200;
  private static final int MOST_STARS = 8;

  /** Checks the pattern. */
  public CableDefaults {
    if (hosts.length() > MOST_LETTERS || hosts.chars().filter(c -> c == '*').count() > MOST_STARS) {
      throw new IllegalArgumentException("hosts has at most " + MOST_LETTERS + " characters and " + MOST_STARS + " stars");
    }
  }

  /** Reports whether there are no defaults. */
  public boolean isNone() {
    return rateBitsPerSec == 0 && delayPs == 0 && hosts.isEmpty();
  }

  /** Pattern of host names. */
  Pattern hostNames() {
    var pattern = new StringBuilder();
    for (char c : hosts.toCharArray()) {
      pattern.append(switch (c) {
        case '*' -> ".*";
        case '?' -> ".";
        case '|' -> "|";
        default -> Pattern.quote(Character.toString(c));
      });
    }
    return Pattern.compile(pattern.toString());
  }
}
