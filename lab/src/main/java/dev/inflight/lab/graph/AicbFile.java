package dev.inflight.lab.graph;

import dev.inflight.lab.graph.text.Tokenizer;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.graph.OperationGraph;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A workload of SimAI, as AICB writes it: a line that says how ranks are divided, the number of layers, then a line a layer with computation in
 * nanoseconds, a collective and its bytes for the forward pass, the gradient of its input and that of its weights.
 *
 * <p>The header has {@code all_gpus} and {@code model_parallel_NPU_group}, and {@code ep} where a collective is of experts. Without {@code pp} there
 * is no pipeline, as if it were 1; SimAI takes what its header lacks for 0, which is no size of a group. The other keys change nothing here.
 */
final class AicbFile {
  private static final long PS_IN_NS = 1000;
  private static final int COLUMNS = 12;
  private static final String POLICY = "HYBRID_TRANSFORMER_FWD_IN_BCKWD";
  private static final List<String> KEYS = List.of("model_parallel_NPU_group", "ep", "pp", "vpp", "ga", "all_gpus", "checkpoints",
      "checkpoint_initiates", "pp_comm");
  private static final Map<String, CollectiveKind> COLLECTIVES = Map.of("ALLREDUCE", CollectiveKind.ALL_REDUCE, "ALLGATHER",
      CollectiveKind.ALL_GATHER, "REDUCESCATTER", CollectiveKind.REDUCE_SCATTER, "ALLTOALL", CollectiveKind.ALL_TO_ALL);

  private final Tokenizer words;
  private final double scale;
  private boolean hasExperts;
  private int headerAt;

  private AicbFile(Tokenizer words, double scale) {
    this.words = words;
    this.scale = scale;
  }

  /**
   * Reads the file.
   *
   * @param mostRanks more are refused
   * @param scale by which computation takes longer
   * @param passes how often ranks go forward and back, 1 or more
   * @param room larger graphs are refused
   */
  static OperationGraph read(Path path, int mostRanks, double scale, int passes, GraphRoom room) {
    try (var words = new Tokenizer(path, "")) {
      var file = new AicbFile(words, scale);
      AicbGroup.Division division = file.readHeader(mostRanks);
      List<AicbLayer> layers = file.readLayers(division, passes, room);
      try {
        return new AicbProgram(division, layers, room).passes(passes);
      } catch (IllegalArgumentException refused) {
        throw SourceLocation.of(path).error(String.valueOf(refused.getMessage()));
      }
    }
  }

  /** Whether a file of that first word may well be a trace in GOAL, which may begin with a comment. */
  private static boolean isGoal(String first) {
    return first.equals("num_ranks") || first.startsWith("//") || first.startsWith("/*");
  }

  private AicbGroup.Division readHeader(int mostRanks) {
    List<String> line = words.nextLine();
    if (line.isEmpty()) {
      throw words.error("the file is empty");
    }
    if (!line.getFirst().equals(POLICY)) {
      throw words.error("found " + Quoted.of(line.getFirst()) + " where " + POLICY + " is expected; workloads of no other policy"
          + " are read" + (isGoal(line.getFirst()) ? "; a trace in GOAL needs format=goal" : ""));
    }
    var header = new HashMap<String, String>();
    for (int at = 1; at < line.size(); at += 2) {
      String word = line.get(at);
      String key = word.endsWith(":") ? word.substring(0, word.length() - 1) : word;
      if (!KEYS.contains(key)) {
        throw words.error("unknown key " + Quoted.of(key) + " of the header" + Suggestion.hint(key, KEYS));
      }
      if (at + 1 == line.size()) {
        throw words.error("the header ends behind " + Quoted.of(word));
      }
      if (header.put(key, line.get(at + 1)) != null) {
        throw words.error("'" + key + "' is there twice");
      }
      if (key.startsWith("checkpoint") && number(header, key, 0) != 0) {
        throw words.error(key + " " + line.get(at + 1) + ": layers that are computed again are not available; write 0");
      }
    }
    return divide(header, mostRanks);
  }

  private long number(Map<String, String> header, String key, long least) {
    return words.whole(key, header.getOrDefault(key, "1"), least, Long.MAX_VALUE);
  }

  private AicbGroup.Division divide(Map<String, String> header, int mostRanks) {
    for (String needed : List.of("all_gpus", "model_parallel_NPU_group")) {
      if (!header.containsKey(needed)) {
        throw words.error("the header lacks " + needed + (needed.equals("all_gpus") ? ", the number of ranks" : ""));
      }
    }
    long ranks = number(header, "all_gpus", 1);
    long tensor = number(header, "model_parallel_NPU_group", 1);
    hasExperts = header.containsKey("ep");
    headerAt = words.line();
    long expert = number(header, "ep", 1);
    long pipeline = number(header, "pp", 1);
    number(header, "vpp", 0);
    number(header, "ga", 0);
    if (pipeline > 1) {
      throw words
          .error("pp " + pipeline + ": the file does not say what stages of a pipeline send each other; only pp 1 is available");
    }
    if (ranks > mostRanks) {
      throw words.error("the trace has " + ranks + " ranks, and there are hosts for " + mostRanks);
    }
    if (ranks % tensor != 0) {
      throw words.error("all_gpus " + ranks + " is no multiple of model_parallel_NPU_group " + tensor);
    }
    long data = ranks / tensor;
    if (data % expert != 0) {
      throw words.error("ep " + expert + " does not divide the " + data + " ranks that are data parallel");
    }
    return new AicbGroup.Division((int) ranks, (int) tensor, (int) expert);
  }

  private List<AicbLayer> readLayers(AicbGroup.Division division, int passes, GraphRoom room) {
    long announced = words.whole("number of layers", words.require("the number of layers"), 1, Long.MAX_VALUE);
    int announcedAt = words.line();
    var layers = new ArrayList<AicbLayer>();
    double operations = 0;
    for (List<String> line = words.nextLine(); !line.isEmpty(); line = words.nextLine()) {
      if (layers.size() == announced) {
        throw words.error("line " + announcedAt + " announces " + announced + " layers, and this is one more");
      }
      AicbLayer layer = readLayer(line);
      operations += passes * AicbProgram.operations(layer, division);
      if (operations > room.operations()) {
        throw words.error("the layers up to this one are " + room.exceeded());
      }
      layers.add(layer);
    }
    if (layers.size() < announced) {
      throw words.error("line " + announcedAt + " announces " + announced + " layers, and the file ends behind " + layers.size());
    }
    return layers;
  }

  private AicbLayer readLayer(List<String> line) {
    if (line.size() != COLUMNS) {
      throw words.error("a layer has " + COLUMNS
          + " words (name, -1, then computation, collective and bytes of three passes, delay);" + " found " + line.size());
    }
    return new AicbLayer(line.getFirst(), readStep(line, 2, "forward", AicbGroup.TP),
        readStep(line, 5, "input gradient", AicbGroup.TP), readStep(line, 8, "weight gradient", AicbGroup.DP),
        time("delay", line.get(11), 1));
  }

  private AicbLayer.Step readStep(List<String> line, int from, String what, AicbGroup usual) {
    long computePs = time("computation of the " + what, line.get(from), scale);
    String name = line.get(from + 1);
    long bytes = words.whole("bytes of the " + what, line.get(from + 2), 0, Long.MAX_VALUE);
    if (name.equals("NONE")) {
      return new AicbLayer.Step(computePs, null, usual, 0);
    }
    int end = name.indexOf('_');
    String kind = end < 0 ? name : name.substring(0, end);
    AicbGroup group = AicbGroup.named(end < 0 ? "" : name.substring(end), usual).orElse(null);
    if (group == null || !COLLECTIVES.containsKey(kind)) {
      throw words.error("unknown collective " + Quoted.of(name) + " of the " + what + "; known: NONE, "
          + String.join(", ", COLLECTIVES.keySet().stream().sorted().toList()) + ", also with _EP or _DP_EP behind");
    }
    if (group.needsExperts() && !hasExperts) {
      throw words.error(Quoted.of(name) + " of the " + what + " is done by groups that ep makes, and the header of line "
          + headerAt + " lacks ep, the number of ranks that have different experts; without experts write ep: 1");
    }
    return new AicbLayer.Step(computePs, COLLECTIVES.get(kind), group, bytes);
  }

  private long time(String what, String text, double factor) {
    double ps = StrictMath.rint(words.whole(what, text, 0, Long.MAX_VALUE) * factor * PS_IN_NS);
    if (ps >= Long.MAX_VALUE) {
      throw words.error(what + " " + Quoted.of(text) + " is too large");
    }
    return (long) ps;
  }
}
