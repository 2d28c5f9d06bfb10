package dev.inflight.lab.result.schema;

import java.util.List;

/**
 * Range of the numbers of a column or key.
 *
 * @param least least number
 * @param most largest number; {@link Long#MAX_VALUE} for no bound
 */
public record Range(long least, long most) {
  /** Default range: nonnegative sizes, counts and times. */
  public static final Range NOT_NEGATIVE = new Range(0, Long.MAX_VALUE);

  /** Reads {@code from LEAST} and {@code to MOST} from the words of a type. */
  static Range of(List<String> words) {
    int from = words.indexOf("from");
    int to = words.indexOf("to");
    return new Range(from < 0 ? NOT_NEGATIVE.least : Long.parseLong(words.get(from + 1)),
        to < 0 ? NOT_NEGATIVE.most : Long.parseLong(words.get(to + 1)));
  }

  /** Returns the range in words. */
  public String text() {
    return most == NOT_NEGATIVE.most ? least + " or more" : least + " to " + most;
  }
}
