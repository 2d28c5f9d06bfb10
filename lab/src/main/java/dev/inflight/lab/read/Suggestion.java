package dev.inflight.lab.read;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Known name that an unknown one likely means: the current name for a former one, or the nearest name for a mistyped one. */
public final class Suggestion {
  /** Current names and specs, by former ones in lower case. */
  private static final Map<String, String> FORMER = Map.ofEntries(Map.entry("hpcc-table", "hpcc(division=table)"),
      Map.entry("hpcc-rxrate", "hpcc(rate=received)"), Map.entry("carrier", "telemetryPackets"),
      Map.entry("carriers", "telemetryPackets"), Map.entry("reports", "feedback"), Map.entry("answers", "switchFeedback"),
      Map.entry("trust", "feedbackValidation"), Map.entry("sealtelemetry", "authenticateFeedback"),
      Map.entry("windows", "receiver-windows"), Map.entry("guarded", "checked"), Map.entry("unguarded", "none"),
      Map.entry("sojourn", "delay"), Map.entry("liarshare", "penaltyShare"), Map.entry("group", "priority"));
  /** Scenario keys and parameters, by their lowercase names in other programs and papers. */
  private static final Map<String, String> ELSEWHERE = Map.ofEntries(Map.entry("congestion", "scheme"),
      Map.entry("congestioncontrol", "scheme"), Map.entry("cc", "scheme"), Map.entry("algorithm", "scheme"),
      Map.entry("mtu", "payload"), Map.entry("mss", "payload"), Map.entry("traffic", "flows"), Map.entry("workload", "flows"),
      Map.entry("workloads", "flows"), Map.entry("network", "topology"), Map.entry("duration", "until"),
      Map.entry("retransmission", "recovery"), Map.entry("int", "telemetry"), Map.entry("src", "from"),
      Map.entry("source", "from"), Map.entry("dst", "to"), Map.entry("destination", "to"), Map.entry("bytes", "size"));
  private static final String ECN = "the key ecn has it, as in ecn: [{rate: 100Gbps, kmin: 400KB, kmax: 1600KB, pmax: 0.2}]";
  private static final String CLASSES = "flows with their own scheme are a class, as in classes: [{name: bulk, scheme: dcqcn,"
      + " flows: incast}]";
  /** Sentences about scenario keys of values that are not parameters, by the lowercase names of the values. */
  private static final Map<String, String> HOLDERS = Map.of("kmin", ECN, "kmax", ECN, "pmax", ECN, "class", CLASSES);
  /** The same for the value k, which has another meaning in each kind of choice. */
  private static final Map<String, String> HOLDERS_OF_K = Map.of("topology", "a fat tree of switches with k ports is k-ary(k=4)",
      "scheme", ECN);
  /** Maximum length of a mistyped name; comparing longer words takes time. */
  private static final int LONGEST = 100;
  /** Maximum number of known names that a short hint lists completely. */
  private static final int MOST_SHOWN = 8;
  /** Maximum number of near names in a short hint. */
  private static final int FEW = 3;

  private Suggestion() {
  }

  /**
   * Returns the current name for a former name or one of other programs. Otherwise, returns the nearest known name within one
   * edit per two letters; if there is none, the first that starts or ends with the written text. Of equals, the first.
   */
  public static Optional<String> to(String written, Collection<String> known) {
    if (written.length() > LONGEST) {
      return Optional.empty();
    }
    return present(written, known).or(() -> elsewhere(written, known)).or(() -> nearest(written, known));
  }

  /** Returns the known name for another program's name. */
  private static Optional<String> elsewhere(String written, Collection<String> known) {
    return Optional.ofNullable(ELSEWHERE.get(written.toLowerCase(Locale.ROOT))).filter(known::contains);
  }

  /**
   * Returns the end of a message, a sentence about the key of a value that is not a parameter; empty for other names.
   *
   * @param kind kind of choice that has the value, such as {@code topology} or {@code scheme}
   */
  public static String holder(String kind, String written) {
    String name = written.toLowerCase(Locale.ROOT);
    String sentence = name.equals("k") ? HOLDERS_OF_K.get(kind) : HOLDERS.get(name);
    return sentence == null ? "" : "; " + sentence;
  }

  /** Returns the current name or spec of a former name, if it is among the known names. */
  private static Optional<String> present(String written, Collection<String> known) {
    return Optional.ofNullable(FORMER.get(written.toLowerCase(Locale.ROOT)))
        .filter(name -> known.contains(name.replaceAll("\\(.*", "")));
  }

  private static Optional<String> nearest(String written, Collection<String> known) {
    return known.stream().min(Comparator.comparingInt(name -> edits(written, name))).filter(name -> isNear(written, name))
        .or(() -> known.stream().filter(name -> !written.isEmpty() && name.startsWith(written)).findFirst())
        .or(() -> known.stream().filter(name -> written.length() > 2 && name.endsWith("-" + written)).findFirst());
  }

  /** Reports whether a known name is within one edit per two letters. */
  private static boolean isNear(String written, String name) {
    return 2 * edits(written, name) <= Math.max(written.length(), name.length());
  }

  /** Returns the nearest known name, and equally near ones; at most {@value #FEW} names. */
  private static List<String> nearestFew(String written, Collection<String> known) {
    String best = nearest(written, known).orElse(null);
    if (best == null) {
      return List.of();
    }
    int fewest = edits(written, best);
    Stream<String> others = known.stream()
        .filter(name -> !name.equals(best) && edits(written, name) == fewest && isNear(written, name));
    return Stream.concat(Stream.of(best), others).limit(FEW).toList();
  }

  /**
   * Returns the nearest known name within one edit per {@code lettersOfAnEdit} letters, for input with mostly unrelated names.
   */
  public static Optional<String> near(String written, Collection<String> known, int lettersOfAnEdit) {
    return to(written, known).filter(name -> lettersOfAnEdit * edits(written, name) <= name.length());
  }

  /**
   * Returns the end of a message about an unknown name, for files that may have many. If there are many known names, it lists
   * only the near ones, or their number if none is near.
   */
  public static String shortHint(String written, Collection<String> known) {
    return shortHint(written, known, () -> "; " + known.size() + " names are known");
  }

  /**
   * Returns a short hint with another end than the number of names.
   *
   * @param otherwise end of the message if there are many names and none is near
   */
  public static String shortHint(String written, Collection<String> known, Supplier<String> otherwise) {
    if (known.size() <= MOST_SHOWN) {
      return hint(written, known);
    }
    if (written.length() > LONGEST) {
      return otherwise.get();
    }
    Optional<String> renamed = present(written, known).map(name -> "; it is called '" + name + "' now");
    if (renamed.isPresent()) {
      return renamed.get();
    }
    List<String> few = elsewhere(written, known).map(List::of).orElseGet(() -> nearestFew(written, known));
    return few.isEmpty() ? otherwise.get() : "; did you mean " + alternatives(few) + "?";
  }

  /** Returns the names in single quotes, with "or" before the last of several. */
  private static String alternatives(List<String> names) {
    List<String> quoted = names.stream().map(name -> "'" + name + "'").toList();
    return quoted.size() == 1
        ? quoted.getFirst()
        : String.join(", ", quoted.subList(0, quoted.size() - 1)) + " or " + quoted.getLast();
  }

  /** As {@link #hint(String, Collection)}, but considers the parameters of the unknown name. */
  public static String hint(String written, Collection<String> parameters, Collection<String> known) {
    boolean isKary = parameters.stream().anyMatch("k"::equalsIgnoreCase) && known.contains("k-ary")
        && to(written, known).filter("fat-tree"::equals).isPresent();
    return isKary ? "; did you mean 'k-ary'? " + HOLDERS_OF_K.get("topology") : hint(written, known);
  }

  /** Returns the end of a message about an unknown name: the nearest name and all known ones. */
  public static String hint(String written, Collection<String> known) {
    String all = known.isEmpty() ? "there are none" : "known: " + String.join(", ", known);
    Optional<String> renamed = present(written, known).map(name -> "; it is called '" + name + "' now; " + all);
    return renamed.orElseGet(() -> to(written, known).map(near -> "; did you mean '" + near + "'? " + all).orElse("; " + all));
  }

  /** Number of letters to insert, delete, replace, or swap with their neighbor; letter case does not matter. */
  public static int edits(String from, String to) {
    String a = from.toLowerCase(Locale.ROOT);
    String b = to.toLowerCase(Locale.ROOT);
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int replace = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        cost[i][j] = Math.min(replace, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
          cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
      }
    }
    return cost[a.length()][b.length()];
  }
}
