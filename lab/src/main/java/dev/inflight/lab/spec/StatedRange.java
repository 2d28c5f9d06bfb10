package dev.inflight.lab.spec;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parameter's meaning, and the range in its Javadoc in one of the usual forms: after a comma, before the end or a semicolon,
 * {@code above 0 to 1}, {@code 1 to 7}, {@code above 0}, {@code 0 or more}. Numbers are in the component's own unit.
 *
 * @param meaning text without the range
 * @param least least number; null without a range
 * @param above true if the range excludes {@code least}
 * @param most greatest number; null without one
 */
public record StatedRange(String meaning, @Nullable String least, boolean above, @Nullable String most) {
  private static final String NUMBER = "-?\\d+(?:\\.\\d+)?";
  private static final Pattern RANGE = Pattern
      .compile("(?:^|, )(?:(above )?(" + NUMBER + ")(?: to (" + NUMBER + "|infinity)| or more|)?)(?=$|[;:,.])");

  /** Splits a text into meaning and range. */
  public static StatedRange of(String text) {
    Matcher range = RANGE.matcher(text);
    while (range.find()) {
      boolean said = range.group(1) != null || range.group(3) != null || range.group().endsWith(" or more");
      if (said) { // a number alone is not a range
        String meaning = text.substring(0, range.start()) + text.substring(range.end());
        return new StatedRange(meaning.replaceFirst("^[;:,.] *", ""), range.group(2), range.group(1) != null, range.group(3));
      }
    }
    return new StatedRange(text, null, false, null);
  }
}
