package dev.inflight.lab.experiment;

import java.util.List;

/**
 * Common beginning and end of some texts, up to the ends of words. Short labels omit both, and keep the part that distinguishes a
 * text from the others.
 *
 * @param ahead number of common characters at the beginning
 * @param behind number of common characters at the end
 */
public record AlikeEnds(int ahead, int behind) {
  /** No common ends. */
  public static final AlikeEnds NONE = new AlikeEnds(0, 0);

  /** Returns the common ends of some texts; none for a single text. */
  public static AlikeEnds of(List<String> texts) {
    List<String> different = texts.stream().distinct().toList();
    if (different.size() < 2) {
      return NONE;
    }
    int ahead = alike(different);
    return new AlikeEnds(ahead,
        alike(different.stream().map(one -> new StringBuilder(one.substring(ahead)).reverse().toString()).toList()));
  }

  /** Returns the number of characters with which all texts start, up to the end of a word. */
  private static int alike(List<String> texts) {
    String first = texts.getFirst();
    int at = 0;
    int end = 0;
    while (at < first.length() && startWith(texts, first.substring(0, at + 1))) {
      at++;
      if (!Character.isLetterOrDigit(first.charAt(at - 1)) && ".=".indexOf(first.charAt(at - 1)) < 0) {
        end = at;
      }
    }
    return end;
  }

  private static boolean startWith(List<String> texts, String head) {
    return texts.stream().allMatch(text -> text.startsWith(head));
  }

  /** Returns one of the texts without its common ends, with a mark in their places. */
  public String within(String text, String mark) {
    return (ahead > 0 ? mark : "") + text.substring(ahead, text.length() - behind) + (behind > 0 ? mark : "");
  }

  /** Returns a text, cut in the middle where it is too long: texts differ at their ends as often as at their beginnings. */
  public static String cut(String text, int longest, String mark) {
    if (text.length() <= longest) {
      return text;
    }
    int head = (longest - mark.length()) / 2;
    return text.substring(0, head) + mark + text.substring(text.length() - (longest - mark.length() - head));
  }

  /**
   * Returns each text in few characters: where one is too long, without the common ends, and then, if necessary, without its
   * middle.
   */
  static List<String> shortened(List<String> texts, int longest, String mark) {
    if (texts.stream().allMatch(text -> text.length() <= longest)) {
      return texts;
    }
    AlikeEnds alike = of(texts.stream().filter(text -> !text.isEmpty()).toList());
    return texts.stream().map(text -> text.isEmpty() ? text : cut(alike.within(text, mark), longest, mark)).toList();
  }
}
