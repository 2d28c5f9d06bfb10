package dev.inflight.lab.spec;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Spelling of names. A British spelling means the American one, for files of earlier versions. */
public final class Spelling {
  /** Parts of British words that differ from American spelling, one group each, by number. */
  private static final Pattern BRITISH = Pattern.compile("(is)(?=e|ing|ation)|(yse)|(our)|(ll)(?=ed|ing)|(tre)|(ogue)|(ence)",
      Pattern.CASE_INSENSITIVE);
  private static final List<String> AMERICAN = List.of("iz", "yze", "or", "l", "ter", "og", "ense");

  private Spelling() {
  }

  /** Returns the first known name that differs from a written one only in spelling; empty without one. */
  static Optional<String> present(String written, Collection<String> known) {
    Pattern either = either(written);
    return known.stream().filter(name -> either.matcher(name).matches()).findFirst();
  }

  /**
   * Reports whether two names differ only in letter case and British or American spelling. A part such as that of "source" counts
   * as British in both names, which is harmless.
   */
  public static boolean isSame(String one, String other) {
    return one.equalsIgnoreCase(other) || folded(one).equals(folded(other));
  }

  /** Returns a text that is equal for both spellings of a name. */
  public static String folded(String name) {
    return BRITISH.matcher(name.toLowerCase(Locale.ROOT)).replaceAll(part -> american(part));
  }

  /** Matches the word and its American forms. A part that looks British may not be, such as that of "source". */
  private static Pattern either(String written) {
    var pattern = new StringBuilder();
    int done = 0;
    for (Matcher part = BRITISH.matcher(written); part.find(); done = part.end()) {
      pattern.append(Pattern.quote(written.substring(done, part.start()))).append("(?:").append(part.group()).append('|')
          .append(american(part)).append(')');
    }
    return Pattern.compile(pattern.append(Pattern.quote(written.substring(done))).toString(), Pattern.CASE_INSENSITIVE);
  }

  private static String american(MatchResult part) {
    int group = 1;
    while (part.group(group) == null) {
      group++;
    }
    return AMERICAN.get(group - 1);
  }
}
