package dev.inflight.lab.result.digest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Set;

/** Digest of {@code summary.json} within itself, without the lines that differ between runs with the same results. */
public final class SummaryDigest {
  /** Last key, which has the digest. */
  public static final String KEY = "sha256";
  /** Keys that depend on the machine and on the number of threads. */
  public static final Set<String> OF_THE_MACHINE = Set.of("threads", "parts", "syncWindows", "criticalEvents", "barrierShare",
      "wallSeconds", "packetHopsPerSecond");
  private static final String INDENT = "  \"";
  private static final String EMPTY = INDENT + KEY + "\" : \"";

  private SummaryDigest() {
  }

  /** Returns the digest of a summary's text, without the value of {@link #KEY}. */
  public static String of(String text) {
    MessageDigest digest = DigestStream.sha256();
    text.lines().filter(SummaryDigest::counts).forEach(line -> digest.update((line + '\n').getBytes(StandardCharsets.UTF_8)));
    return HexFormat.of().formatHex(digest.digest());
  }

  private static boolean counts(String line) {
    if (!line.startsWith(INDENT)) {
      return true;
    }
    String key = line.substring(INDENT.length(), Math.max(INDENT.length(), line.indexOf('"', INDENT.length())));
    return !key.equals(KEY) && !OF_THE_MACHINE.contains(key);
  }

  /** Returns a summary's text with its digest as the value of {@link #KEY}, which was empty. */
  public static String completed(String text) {
    int at = text.lastIndexOf(EMPTY) + EMPTY.length();
    return text.substring(0, at) + of(text) + text.substring(at);
  }
}
