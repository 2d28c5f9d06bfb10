package dev.inflight.lab.kind;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Number of ranks of an AICB workload. A scenario states values that the header lacks; SimAI takes them from other inputs.
 *
 * @param ranks the header's all_gpus, or the least number with which each of its groups has two ranks
 * @param stated parameters of {@code trace()} for values that the header lacks
 */
record AicbRanks(int ranks, Map<String, String> stated) {
  private static final int GPUS_OF_SERVER = 8;
  /** Least number of data-parallel ranks; a single rank would send no gradients. */
  private static final int REPLICAS = 2;
  private static final int MOST = 1 << 20;

  /** Returns the ranks, from the first lines of a file. */
  static AicbRanks of(String text) {
    String header = text.lines().map(String::strip).filter(line -> !line.isEmpty()).findFirst().orElse("");
    boolean isMicro = header.startsWith("MICRO");
    int all = value(header, "all_gpus", 0);
    int tensor = value(header, "model_parallel_NPU_group", 0);
    var stated = new LinkedHashMap<String, String>();
    if (all == 0) {
      long least = (long) (tensor == 0 ? GPUS_OF_SERVER : tensor) * value(header, "pp", 1)
          * Math.max(REPLICAS, Math.max(value(header, "ep", 1), value(header, "expert_parallel_npu_group", 1)));
      all = isMicro ? GPUS_OF_SERVER : (int) Math.clamp(least, REPLICAS, MOST);
      stated.put("ranks", Integer.toString(all));
    }
    if (tensor == 0 && !isMicro) {
      stated.put("gpusPerServer", Integer.toString(GPUS_OF_SERVER));
    }
    return new AicbRanks(all, stated);
  }

  private static int value(String header, String key, int otherwise) {
    Matcher matcher = Pattern.compile("(?<!\\S)" + key + ":?\\s+(\\d{1,7})(?!\\S)").matcher(header);
    int found = matcher.find() ? Integer.parseInt(matcher.group(1)) : otherwise;
    return found == 0 ? otherwise : found;
  }

  /** Returns notes about parameters that the file does not state. */
  List<String> notes() {
    var missing = new ArrayList<String>();
    var chosen = new ArrayList<String>();
    stated.forEach((parameter, value) -> {
      missing.add(parameter.equals("ranks") ? "all_gpus" : "model_parallel_NPU_group");
      chosen.add(parameter + "=" + value);
    });
    return missing.isEmpty()
        ? List.of()
        : List.of("the header has no " + String.join(" and no ", missing) + ", so the scenario states "
            + String.join(" and ", chosen) + "; write your own numbers there");
  }
}
