package dev.inflight.web.library;

import java.util.ArrayList;
import java.util.stream.Stream;

/** Methods of {@link String} that TeaVM's lacks. */
public final class StringMore {
  private StringMore() {
  }

  /** Lines without their ends: line feeds, carriage returns, or both. */
  public static Stream<String> lines(String text) {
    var lines = new ArrayList<String>();
    int from = 0;
    while (from < text.length()) {
      int to = from;
      while (to < text.length() && text.charAt(to) != '\n' && text.charAt(to) != '\r') {
        to++;
      }
      lines.add(text.substring(from, to));
      from = text.startsWith("\r\n", to) ? to + 2 : to + 1;
    }
    return lines.stream();
  }
}
