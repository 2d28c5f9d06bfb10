package dev.inflight.lab.explain;

import dev.inflight.lab.explain.words.Cause;
import dev.inflight.lab.print.Humanize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Text about the many small parts of a slow flow's time, and about the unknown part. */
final class RestText {
  /** Smallest share of the excess over the ideal FCT that the text names. */
  private static final double WORTH_NAMING = 0.1;
  /** Share of the excess that known causes explain below which the text mentions the unknown part. */
  private static final double KNOWN = 0.8;

  private RestText() {
  }

  /**
   * Returns the sentences; none where there are no such parts.
   *
   * @param rest entries without a sentence, and their times in picoseconds
   * @param excessPs excess of the flow's time over its ideal FCT, in picoseconds
   */
  static List<String> of(Explanation of, Map<Ledger.Entry, Long> rest, long excessPs) {
    var sentences = new ArrayList<String>();
    long restPs = rest.values().stream().mapToLong(Long::longValue).sum();
    if (restPs >= WORTH_NAMING * excessPs && restPs > 0) {
      sentences.add("For " + Humanize.time(restPs) + " in small parts: " + parts(rest) + ".");
    }
    long ownPs = of.ledger().of(Cause.SENDING) + of.ledger().of(Cause.LAST_WAY);
    long namedPs = of.lifePs() - ownPs;
    if (namedPs < KNOWN * excessPs) {
      sentences.add("The cause of " + Humanize.time(excessPs - namedPs) + " of the " + Humanize.time(excessPs)
          + " beyond its ideal FCT is unknown: it was sending for " + Humanize.time(of.ledger().of(Cause.SENDING))
          + ", and the round trip of its last packet took " + Humanize.time(of.ledger().of(Cause.LAST_WAY)) + ".");
    }
    return sentences;
  }

  /** Returns the times above 0, with their words. */
  static String list(Map<String, Long> ways) {
    return ways.entrySet().stream().filter(one -> one.getValue() > 0).map(one -> Humanize.time(one.getValue()) + one.getKey())
        .collect(Collectors.joining(", "));
  }

  private static String parts(Map<Ledger.Entry, Long> rest) {
    Map<String, Long> sums = new LinkedHashMap<>();
    Map<String, Long> ports = new LinkedHashMap<>();
    rest.forEach((entry, ps) -> {
      sums.merge(words(entry.cause()), ps, Long::sum);
      ports.merge(words(entry.cause()), entry.at() == null ? 0L : 1L, Long::sum);
    });
    var ways = new LinkedHashMap<String, Long>();
    sums.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())).forEach(one -> ways.put(
        " " + one.getKey().replace("PORTS", Humanize.count(ports.getOrDefault(one.getKey(), 0L), "port")), one.getValue()));
    return list(ways);
  }

  private static String words(Cause cause) {
    return switch (cause) {
      case WINDOW, PACE -> "held back by its congestion control because of PORTS";
      case OWN_WINDOW, OWN_PACE -> "held back by its congestion control on a free path";
      case LAST_QUEUE -> "with its last packet in queues of PORTS";
      case LAST_ACK -> "with its last acknowledgement in queues of PORTS";
      case LATE_ACKS -> "with a full window because acknowledgements waited at PORTS";
      case PAUSED -> "paused at PORTS";
      default -> cause.words();
    };
  }
}
