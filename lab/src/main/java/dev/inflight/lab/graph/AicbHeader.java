package dev.inflight.lab.graph;

import dev.inflight.lab.graph.step.RankGroup;
import dev.inflight.lab.graph.step.StepShape;
import dev.inflight.lab.graph.text.Tokenizer;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** First line of an AICB workload: its policy, and the division of ranks. The scenario provides missing values. */
final class AicbHeader {
  static final String TRAINING = "HYBRID_TRANSFORMER_FWD_IN_BCKWD";
  /** astra-sim's name of the same policy without layers that are computed again. */
  private static final String ASTRA_TRAINING = "HYBRID_TRANSFORMER";
  static final String MICRO = "MICRO";
  private static final String TENSOR = "model_parallel_NPU_group";
  private static final String EXPERT = "ep";
  private static final List<String> KEYS = List.of(TENSOR, EXPERT, "pp", "vpp", "ga", "all_gpus", "checkpoints",
      "checkpoint_initiates", "pp_comm");
  /** Policies of astra-sim and its exercises that have the same lines of layers. */
  private static final Pattern ASTRA = Pattern
      .compile("(DATA|MODEL|HYBRID|TRANSFORMER)(_[A-Z0-9_]+)?|DLRM(_[A-Z0-9_]+)?|DISTRIBUTED_INFERENCE");
  /** Longer names that AICB writes in some files. */
  private static final Map<String, String> LONG_NAMES = Map.of("expert_parallel_npu_group", EXPERT);
  /** Fewest letters of a name per edit for which it counts as a misspelling. */
  private static final int LETTERS_OF_AN_EDIT = 4;
  /** Keys that AICB writes for programs other than SimAI. */
  private static final Set<String> WITHOUT_EFFECT = Set.of("mode");

  /**
   * Division of ranks.
   *
   * @param isMicro true if each line is one collective of all ranks
   * @param stage ranks of one stage of the pipeline
   * @param hasExperts true if the header or the scenario states the division of experts
   * @param stages stages of the pipeline, 1 or more
   * @param microBatches number of micro-batches, 1 or more
   * @param line line of the header
   */
  record Read(boolean isMicro, RankGroup.Division stage, boolean hasExperts, int stages, int microBatches, long stageCommBytes,
      int line) {
    /** Returns the shape of a training step with this number of passes. */
    StepShape shape(int passes) {
      return new StepShape(stage, stages, 1, microBatches, stageCommBytes, false, passes);
    }
  }

  private final Tokenizer words;
  private final SourceLocation place;
  private final AicbOptions options;
  private final Map<String, String> values = new HashMap<>();

  private AicbHeader(Tokenizer words, SourceLocation place, AicbOptions options) {
    this.words = words;
    this.options = options;
    this.place = place;
  }

  static Read read(Tokenizer words, Path path, AicbOptions options) {
    List<String> line = words.nextLine();
    if (line.isEmpty()) {
      throw words.error("the file is empty");
    }
    boolean isMicro = line.getFirst().equals(MICRO);
    if (!isMicro && !line.getFirst().equals(TRAINING) && !line.getFirst().equals(ASTRA_TRAINING)) {
      throw words.error("found " + Quoted.of(line.getFirst()) + " where " + TRAINING + " or " + MICRO + " is expected; "
          + other(line.getFirst()));
    }
    var header = new AicbHeader(words, new SourceLocation(path.toString(), words.line()), options);
    header.readKeys(line);
    return header.divide(isMicro);
  }

  /** Returns the error for another policy, with the most similar known one. */
  private static String other(String policy) {
    if (isGoal(policy)) {
      return "workloads of no other policy are read; a trace in GOAL needs format=goal";
    }
    String nearest = switch (policy.split("_", 2)[0]) {
      case "DATA" -> TENSOR + ": 1, with which all ranks are data parallel";
      case "MODEL" -> TENSOR + ": and the number of all ranks";
      default -> TENSOR + ": and the size of its groups";
    };
    return ASTRA.matcher(policy).matches()
        ? "groups of astra-sim's policy " + policy + " are dimensions of its topology, which the file does not state; write "
            + TRAINING + " " + nearest
        : "workloads of no other policy are read";
  }

  /** Reports whether a file with this first word is likely a trace in GOAL, which may start with a comment. */
  private static boolean isGoal(String first) {
    return first.equals("num_ranks") || first.startsWith("//") || first.startsWith("/*");
  }

  private void readKeys(List<String> line) {
    for (int at = 1; at < line.size(); at += 2) {
      String word = line.get(at);
      String written = word.endsWith(":") ? word.substring(0, word.length() - 1) : word;
      String key = LONG_NAMES.getOrDefault(written, written);
      if (!KEYS.contains(key)) {
        passOver(key);
      }
      if (at + 1 == line.size()) {
        throw words.error("the header ends behind " + Quoted.of(word));
      }
      if (values.put(key, line.get(at + 1)) != null) {
        throw words.error("'" + key + "' occurs twice");
      }
      if (key.startsWith("checkpoint") && number(key, 0) != 0) {
        throw words.error(key + " " + line.get(at + 1) + ": layers that are computed again are not available; write 0");
      }
    }
  }

  /**
   * Skips a key that SimAI does not use, and which has no effect there. A key similar to a known key is an error, as a typo would
   * change results.
   */
  private void passOver(String key) {
    boolean isSlip = Suggestion.near(key, KEYS, LETTERS_OF_AN_EDIT).isPresent();
    if (isSlip && !WITHOUT_EFFECT.contains(key)) {
      throw words.error("unknown key " + Quoted.of(key) + " of the header" + Suggestion.hint(key, KEYS));
    }
    Notices.add(place, "aicb-key-" + key, "key " + Quoted.of(key) + " of the header has no effect");
  }

  private long number(String key, long least) {
    return words.whole(key, values.getOrDefault(key, "1"), least, Long.MAX_VALUE);
  }

  /** Returns the value of a key: the file's, or else the scenario's, or else {@code otherwise}. */
  private long number(String key, String parameter, long given, long otherwise) {
    if (!values.containsKey(key)) {
      return given > 0 ? given : otherwise;
    }
    long own = number(key, 1);
    if (given > 0 && own != given) {
      throw words.error(
          parameter + " " + given + " contradicts the header, which has " + key + " " + own + "; remove " + parameter);
    }
    return own;
  }

  private Read divide(boolean isMicro) {
    long ranks = number("all_gpus", "ranks", options.ranks(), 0);
    if (ranks == 0) {
      ranks = options.hosts();
      Notices.add(place, "aicb-ranks", "the header has no all_gpus, so each of the " + ranks
          + " hosts is a rank, as in SimAI; ranks=" + ranks + " has the same effect");
    }
    if (ranks > options.hosts()) {
      throw words.error("the trace has " + ranks + " ranks, and there are hosts for " + options.hosts());
    }
    long tensor = isMicro ? 1 : tensor();
    long pipeline = isMicro ? 1 : number("pp", "pp", options.pp(), 1);
    boolean hasExperts = values.containsKey(EXPERT) || options.ep() > 0;
    long expert = isMicro ? 1 : number(EXPERT, EXPERT, options.ep(), 1);
    number("vpp", 0);
    if (values.containsKey("ga") && number("ga", 0) == 0) {
      values.remove("ga"); // AICB writes 0 for less than one micro-batch
    }
    if (ranks % tensor != 0) {
      throw words.error("all_gpus " + ranks + " is not a multiple of " + TENSOR + " " + tensor);
    }
    if (ranks / tensor % pipeline != 0) {
      throw words.error("all_gpus " + ranks + " is not a multiple of " + TENSOR + " " + tensor + " times pp " + pipeline);
    }
    long data = ranks / tensor / pipeline;
    if (data % expert != 0) {
      throw words.error("ep " + expert + " does not divide the " + data + " ranks that are data parallel");
    }
    var stage = new RankGroup.Division((int) (ranks / pipeline), (int) tensor, (int) expert);
    return new Read(isMicro, stage, hasExperts, (int) pipeline, pipeline > 1 ? microBatches(pipeline) : 1,
        pipeline > 1 ? commBytes(pipeline) : commOfOneStage(), words.line());
  }

  private long tensor() {
    long server = options.gpusPerServer();
    if (!values.containsKey(TENSOR)) {
      if (server == 0) {
        throw words
            .error("the header lacks " + TENSOR + "; write how many ranks are tensor parallel as gpusPerServer=8 in trace()");
      }
      return server;
    }
    long own = number(TENSOR, 1);
    if (server > 0 && own % server != 0 && server % own != 0) {
      throw words.error("gpusPerServer " + server + " contradicts the header: groups of " + TENSOR + " " + own
          + " neither fill servers nor divide them");
    }
    return own;
  }

  private int microBatches(long pipeline) {
    long number = number("ga", "ga", options.ga(), 0);
    if (number == 0) {
      throw words.error("the header has pp " + pipeline + " and lacks ga; write the number of micro-batches as ga=8 in trace()");
    }
    if (number > options.room().operations()) {
      throw words.error("ga " + number + ": " + options.room().exceeded());
    }
    long interleaved = number("vpp", 0);
    if (interleaved > 1) {
      Notices.add(place, "aicb-vpp",
          "vpp " + interleaved + " has no effect: a stage has its layers in one piece, and stages are not interleaved");
    }
    return (int) number;
  }

  /** Returns the bytes. AICB writes a quotient with a decimal point where parts of sequences are parallel. */
  private long commBytes(long pipeline) {
    String written = values.getOrDefault("pp_comm", "0");
    long own = words.whole("pp_comm", written.endsWith(".0") ? written.substring(0, written.length() - 2) : written, 0,
        Long.MAX_VALUE);
    long given = options.ppCommBytes();
    if (own > 0 && given > 0 && own != given) {
      throw words.error("ppComm " + given + " B contradicts the header, which has pp_comm " + own + "; remove ppComm");
    }
    if (own + given == 0) {
      if (!values.containsKey("pp_comm")) {
        throw words.error("the header has pp " + pipeline + " and no pp_comm; write the bytes that stages of the pipeline send"
            + " each other for a micro-batch as ppComm=48MB in trace(), or pp_comm 0 in the header for messages of 1 byte");
      }
      Notices.add(place, "aicb-comm-0", "pp_comm 0: stages of the pipeline send each other messages of 1 byte, as no message is"
          + " empty; ppComm=48MB in trace() gives them a size");
    }
    return Math.max(1, Math.max(own, given));
  }

  private long commOfOneStage() {
    String written = values.getOrDefault("pp_comm", "0");
    if (!written.equals("0") && !written.equals("0.0")) {
      Notices.add(place, "aicb-comm", "pp_comm " + Quoted.of(written) + " has no effect without stages of a pipeline (pp)");
    }
    return 0;
  }
}
