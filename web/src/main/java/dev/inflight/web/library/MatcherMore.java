package dev.inflight.web.library;

import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;

/** Methods of {@link Matcher} that TeaVM's lacks. */
public final class MatcherMore {
  private MatcherMore() {
  }

  /** Text of the matcher with a replacement for each match. */
  public static String replaceAll(Matcher matcher, Function<MatchResult, String> replacement) {
    var text = new StringBuffer();
    matcher.reset();
    while (matcher.find()) {
      matcher.appendReplacement(text, replacement.apply(matcher.toMatchResult()));
    }
    return matcher.appendTail(text).toString();
  }
}
