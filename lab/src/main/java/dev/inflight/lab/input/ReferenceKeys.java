package dev.inflight.lab.input;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Names of keys that a configuration file may have. */
final class ReferenceKeys {
  /** Keys that the authors' simulator reads, with their defaults. */
  private static final Map<String, String> DEFAULTS = defaults();
  /** Keys of maps: a count, and then that many pairs of a rate and a value. */
  private static final Set<String> MAPS = Set.of("KMAX_MAP", "KMIN_MAP", "PMAX_MAP");
  /** Keys that the authors' simulator reads without effect on any result. */
  private static final Set<String> UNUSED = Set.of("USE_DYNAMIC_PFC_THRESHOLD", "TRACE_FILE", "TRACE_OUTPUT_FILE",
      "FCT_OUTPUT_FILE", "PFC_OUTPUT_FILE", "QLEN_MON_FILE", "PINT_LOG_BASE", "PINT_PROB", "PAUSE_TIME", "DATA_RATE",
      "LINK_DELAY");
  private static final String LINK_DOWN = "LINK_DOWN";
  private static final Set<String> KNOWN = known();

  private ReferenceKeys() {
  }

  private static Map<String, String> defaults() {
    var defaults = new LinkedHashMap<String, String>();
    String table = """
        ENABLE_QCN 1, USE_DYNAMIC_PFC_THRESHOLD 1, PACKET_PAYLOAD_SIZE 1000, TOPOLOGY_FILE, FLOW_FILE, TRACE_FILE,
        TRACE_OUTPUT_FILE, FCT_OUTPUT_FILE, PFC_OUTPUT_FILE, SIMULATOR_STOP_TIME 3.01, CC_MODE 1, ALPHA_RESUME_INTERVAL 55,
        RATE_DECREASE_INTERVAL 4, CLAMP_TARGET_RATE 0, RP_TIMER, EWMA_GAIN 0, FAST_RECOVERY_TIMES 5, RATE_AI, RATE_HAI, MIN_RATE 100Mb/s,
        DCTCP_RATE_AI 1000Mb/s, ERROR_RATE_PER_LINK 0, L2_CHUNK_SIZE 0, L2_ACK_INTERVAL 0, L2_BACK_TO_ZERO 0, HAS_WIN 1, GLOBAL_T 1,
        VAR_WIN 0, FAST_REACT 1, U_TARGET 0.95, MI_THRESH 5, INT_MULTI 1, MULTI_RATE 1, SAMPLE_FEEDBACK 0, PINT_LOG_BASE,
        PINT_PROB, RATE_BOUND 1, ACK_HIGH_PRIO 0, LINK_DOWN 0 0 0, ENABLE_TRACE, KMAX_MAP 0, KMIN_MAP 0, PMAX_MAP 0,
        BUFFER_SIZE 16, QLEN_MON_FILE, QLEN_MON_START 2000000000, QLEN_MON_END 2100000000, PAUSE_TIME, DATA_RATE, LINK_DELAY""";
    for (String entry : table.split(",\\s+")) {
      String[] keyAndValue = entry.split(" ", 2);
      defaults.put(keyAndValue[0], keyAndValue.length == 1 ? "" : keyAndValue[1]);
    }
    return defaults;
  }

  private static Set<String> known() {
    var known = new LinkedHashSet<>(DEFAULTS.keySet());
    known.addAll(ForkKeys.ALL.keySet());
    return known;
  }

  /** All keys: the authors', and those of related simulators. */
  static Set<String> all() {
    return KNOWN;
  }

  static boolean isKnown(String key) {
    return KNOWN.contains(key);
  }

  static boolean isMap(String key) {
    return MAPS.contains(key);
  }

  /** Reports whether the key's value is a list of numbers. */
  static boolean isList(String key) {
    return key.equals(LINK_DOWN) || isMap(key) || ForkKeys.lists().contains(key);
  }

  static boolean isUnused(String key) {
    return UNUSED.contains(key);
  }

  /** Returns the default of a key in the authors' simulator; empty if it has none. */
  static String assumed(String key) {
    return DEFAULTS.getOrDefault(key, "");
  }

  /**
   * Number of words after a key that are its values. The first word of a list or map is its length.
   *
   * @param found values so far
   */
  static int values(String key, List<String> found) {
    if (key.equals(LINK_DOWN)) {
      return 3;
    }
    boolean list = ForkKeys.lists().contains(key);
    if (!list && !isMap(key) || found.isEmpty() || !found.getFirst().matches("\\d{1,4}")) {
      return 1;
    }
    return 1 + Integer.parseInt(found.getFirst()) * (list ? 1 : 2);
  }
}
