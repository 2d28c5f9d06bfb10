package dev.inflight.lab.input;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.read.Tokens;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.scenario.key.Overrides.Replacement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The keys and values of a configuration file of the HPCC authors' simulator: a line a key, then its values. */
final class ReferenceValues {
  /** Every key that the authors' simulator knows; with the value that it assumes where the file is silent, where there is one. */
  private static final Map<String, String> DEFAULTS = defaults();
  private static final String NONE = "";

  private final InputText text;
  private final Map<String, Tokens> values = new HashMap<>();
  private final Set<String> options = new HashSet<>();

  /** Reads a file, with the values of the command line in place of its own, and adds to what is wrong with it. */
  ReferenceValues(InputText text, Overrides replacements, Faults faults) {
    this.text = text;
    for (Tokens line : text.fields()) {
      String key = line.word(0);
      if (key.startsWith("#")) {
        continue;
      }
      faults.collect(() -> {
        checkKnown(key, line.place());
        Tokens earlier = values.putIfAbsent(key, new Tokens(line.place(), line.words().subList(1, line.count())));
        if (earlier != null) {
          throw line.place().error(key + " is set a second time; it was set in line " + earlier.place().line());
        }
      });
    }
    for (Replacement replacement : replacements.list()) {
      if (isOurs(replacement)) {
        checkKnown(replacement.key(), replacement.option());
        options.add(replacement.key());
        values.put(replacement.key(), new Tokens(replacement.option(), List.of(replacement.value().strip().split("\\s+"))));
      }
    }
  }

  /** Whether a word is a key of these files, or written like one. */
  static boolean isKey(String word) {
    return DEFAULTS.containsKey(word.toUpperCase(Locale.ROOT));
  }

  /** Whether the command line sets a key of these files; theirs are in capitals. */
  static boolean isOurs(Replacement replacement) {
    return replacement.key().matches("[A-Z][A-Z0-9_]+");
  }

  private static void checkKnown(String key, SourceLocation place) {
    if (!DEFAULTS.containsKey(key)) {
      String near = Suggestion.to(key, DEFAULTS.keySet()).map(name -> "; did you mean " + name + "?")
          .orElse("; no known key is like it");
      throw place.error("unknown key " + Quoted.of(key) + near);
    }
  }

  private static Map<String, String> defaults() {
    var defaults = new LinkedHashMap<String, String>();
    String table = """
        ENABLE_QCN 1, USE_DYNAMIC_PFC_THRESHOLD 1, PACKET_PAYLOAD_SIZE 1000, TOPOLOGY_FILE, FLOW_FILE, TRACE_FILE,
        TRACE_OUTPUT_FILE, FCT_OUTPUT_FILE, PFC_OUTPUT_FILE, SIMULATOR_STOP_TIME 3.01, CC_MODE 1, ALPHA_RESUME_INTERVAL 55,
        RATE_DECREASE_INTERVAL 4, CLAMP_TARGET_RATE 0, RP_TIMER, EWMA_GAIN, FAST_RECOVERY_TIMES 5, RATE_AI, RATE_HAI, MIN_RATE 100Mb/s,
        DCTCP_RATE_AI 1000Mb/s, ERROR_RATE_PER_LINK 0, L2_CHUNK_SIZE 0, L2_ACK_INTERVAL 0, L2_BACK_TO_ZERO 0, HAS_WIN 1, GLOBAL_T 1,
        VAR_WIN 0, FAST_REACT 1, U_TARGET 0.95, MI_THRESH 5, INT_MULTI 1, MULTI_RATE 1, SAMPLE_FEEDBACK 0, PINT_LOG_BASE,
        PINT_PROB, RATE_BOUND 1, ACK_HIGH_PRIO 0, LINK_DOWN 0 0 0, ENABLE_TRACE, KMAX_MAP 0, KMIN_MAP 0, PMAX_MAP 0,
        BUFFER_SIZE 16, QLEN_MON_FILE, QLEN_MON_START 2000000000, QLEN_MON_END 2100000000, PAUSE_TIME, DATA_RATE, LINK_DELAY""";
    for (String entry : table.split(",\\s+")) {
      String[] keyAndValue = entry.split(" ", 2);
      defaults.put(keyAndValue[0], keyAndValue.length == 1 ? NONE : keyAndValue[1]);
    }
    return defaults;
  }

  /** Whether the file sets this key. */
  boolean has(String key) {
    return values.containsKey(key);
  }

  /** Whether the command line sets this key. */
  boolean isOption(String key) {
    return options.contains(key);
  }

  /** Where this key is set; the whole file when it is not. */
  SourceLocation place(String key) {
    Tokens fields = values.get(key);
    return fields == null ? text.whole() : fields.place();
  }

  /** The values behind a key, or its default. */
  Tokens values(String key) {
    Tokens fields = values.get(key);
    if (fields != null) {
      return fields;
    }
    String assumed = DEFAULTS.getOrDefault(key, NONE);
    if (assumed.isEmpty()) {
      throw text.whole().error(key + " is missing");
    }
    return new Tokens(text.whole(), List.of(assumed.split(" ")));
  }

  /** The one value behind a key. */
  Tokens value(String key) {
    Tokens fields = values(key);
    if (fields.count() != 1) {
      throw fields.place().error(key + " takes 1 value, found " + fields.count());
    }
    return fields;
  }

  String word(String key) {
    return value(key).word(0);
  }

  long whole(String key, long least, long most) {
    return value(key).whole(0, key, least, most);
  }

  int whole(String key, int least, int most) {
    return value(key).whole(0, key, least, most);
  }

  double fraction(String key) {
    return value(key).fraction(0, key);
  }

  boolean flag(String key) {
    return switch (word(key)) {
      case "0" -> false;
      case "1" -> true;
      default -> throw place(key).error(key + " " + Quoted.of(word(key)) + " is neither 0 nor 1");
    };
  }

  /** A pair of {@code rate value} in a list that its length precedes. */
  record RateValue(SourceLocation place, long rateBitsPerSec, String value) {
  }

  List<RateValue> byRate(String key) {
    Tokens fields = values(key);
    if (fields.count() == 0) {
      throw fields.place().error(key + " takes a number of rates, then a rate and a value for each; found nothing");
    }
    int announced = fields.whole(0, "number of rates in " + key, 0, 1000);
    if (fields.count() != 1 + 2 * announced) {
      throw fields.place().error(
          key + " announces " + Humanize.count(announced, "rate") + ", so " + 2 * announced + " values must follow; found "
              + (fields.count() - 1));
    }
    var pairs = new ArrayList<RateValue>();
    for (int at = 1; at < fields.count(); at += 2) {
      long rate = fields.whole(at, "rate in " + key, 1, Long.MAX_VALUE);
      pairs.add(new RateValue(fields.place(), rate, fields.word(at + 1)));
    }
    return pairs;
  }
}
