package dev.inflight.lab.graph;

import dev.inflight.lab.graph.step.MicroBatches;
import dev.inflight.lab.graph.step.RankGroup;
import dev.inflight.lab.graph.step.StepLayer;
import dev.inflight.lab.graph.step.StepProgram;
import dev.inflight.lab.graph.step.StepShape;
import dev.inflight.lab.graph.step.StepSize;
import dev.inflight.lab.graph.text.Tokenizer;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.script.Script;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Workload of SimAI, as AICB writes it: a line about the division of ranks, the number of layers, then one layer a line with
 * computation in nanoseconds, a collective and its bytes for the forward pass, the gradient of its input and that of its weights.
 * A file of the policy MICRO has one collective a line, of all ranks, in the columns of weights.
 */
final class AicbFile {
  private static final long PS_IN_NS = 1000;
  private static final int COLUMNS = 12;
  private static final Map<String, CollectiveKind> COLLECTIVES = Map.of("ALLREDUCE", CollectiveKind.ALL_REDUCE, "ALLGATHER",
      CollectiveKind.ALL_GATHER, "REDUCESCATTER", CollectiveKind.REDUCE_SCATTER, "ALLTOALL", CollectiveKind.ALL_TO_ALL,
      "BROADCAST", CollectiveKind.BROADCAST);

  private final Path path;
  private final Tokenizer words;
  private final AicbOptions options;
  private final AicbHeader.Read header;
  private final StepShape shape;
  private final StepSize size;

  private AicbFile(Path path, Tokenizer words, AicbOptions options) {
    this.path = path;
    this.words = words;
    this.options = options;
    header = AicbHeader.read(words, path, options);
    shape = header.shape(options.passes());
    size = new StepSize(shape, options.room(), options.choice());
  }

  /** Reads the file. */
  static Script read(Path path, AicbOptions options) {
    try (var words = new Tokenizer(path, "")) {
      var file = new AicbFile(path, words, options);
      List<StepLayer> layers = file.readLayers();
      try {
        return file.script(layers);
      } catch (IllegalArgumentException refused) {
        throw new SourceLocation(path.toString(), file.header.line()).error(String.valueOf(refused.getMessage()));
      }
    }
  }

  private Script script(List<StepLayer> layers) {
    var program = new StepProgram(shape, options.room(), options.choice());
    if (shape.stages() == 1) {
      return program.inOnePiece(layers);
    }
    MicroBatches found = MicroBatches.of(layers, shape.microBatches(), this::repeatsLayers);
    String tooLarge = size.addBatches(found, layers);
    if (tooLarge != null) {
      throw new IllegalArgumentException(tooLarge);
    }
    return program.inMicroBatches(Collections.nCopies(shape.stages(), List.of(new StepProgram.StageLayers(layers, found))));
  }

  /** Adds a notice that the layers are those of one micro-batch, where AICB writes out each micro-batch's. */
  private void repeatsLayers(String what) {
    Notices.add(new SourceLocation(path.toString(), header.line()), "aicb-micro-batches", what);
  }

  private List<StepLayer> readLayers() {
    long announced = words.whole("number of layers", words.require("the number of layers"), 1, Long.MAX_VALUE);
    int announcedAt = words.line();
    long wanted = options.layers() > 0 ? options.layers() : announced;
    if (wanted > announced) {
      throw words.error("layers " + wanted + " contradicts the file, which announces " + announced);
    }
    var layers = new ArrayList<StepLayer>();
    while (layers.size() < wanted) {
      List<String> line = words.nextLine();
      if (line.isEmpty()) {
        break;
      }
      StepLayer layer = readLayer(line, layers.size() + 1);
      String tooLarge = size.add(layer);
      if (tooLarge != null) {
        throw words.error(tooLarge);
      }
      layers.add(layer);
    }
    if (layers.size() < wanted) {
      throw words.error("line " + announcedAt + " announces " + announced + " layers, and the file ends behind " + layers.size()
          + "; to run those, write layers=" + layers.size() + " in trace()");
    }
    passOver(wanted);
    return layers;
  }

  private void passOver(long wanted) {
    long lines = words.skipLines();
    if (lines == 0) {
      return;
    }
    Notices.add(new SourceLocation(path.toString(), words.line()), "aicb-behind",
        "the rest after the " + wanted + " layers is ignored: " + lines + (lines == 1 ? " line" : " lines"));
  }

  private StepLayer readLayer(List<String> line, int number) {
    if (line.size() != COLUMNS) {
      throw words.error("a layer has " + COLUMNS
          + " words (name, -1, then computation, collective and bytes of three passes, delay);" + " found " + line.size());
    }
    RankGroup ofActivations = header.isMicro() ? RankGroup.ALL : RankGroup.TP;
    var layer = new StepLayer(line.getFirst(), number, readStep(line, 2, "forward", ofActivations),
        readStep(line, 5, "input gradient", ofActivations),
        readStep(line, 8, "weight gradient", header.isMicro() ? RankGroup.ALL : RankGroup.DP), time("delay", line.get(11), 1));
    return header.isMicro() ? onlyCollective(layer) : layer;
  }

  /** Returns the collective of a line of MICRO: SimAI runs the collective in the columns of weights, and computes nothing. */
  private StepLayer onlyCollective(StepLayer layer) {
    var place = new SourceLocation(path.toString(), words.line());
    if (layer.forward().kind() != null || layer.inputGradient().kind() != null) {
      Notices.add(place, "aicb-micro-collectives", "a file of the policy MICRO has its collectives in the columns of weight"
          + " gradients; those of other columns are not done");
    }
    if (Math.max(layer.forward().computePs(), Math.max(layer.inputGradient().computePs(),
        layer.weightGradient().computePs())) > PS_IN_NS * Math.max(1, options.scale())) {
      Notices.add(place, "aicb-micro-computation", "nothing is computed in a file of the policy MICRO; its times have no effect");
    }
    StepLayer.Step own = layer.weightGradient();
    return new StepLayer(layer.name(), layer.number(), new StepLayer.Step(0, own.kind(), RankGroup.ALL, own.sizeBytes()),
        StepLayer.Step.NONE, StepLayer.Step.NONE, layer.delayPs());
  }

  private StepLayer.Step readStep(List<String> line, int from, String what, RankGroup usual) {
    long computePs = time("computation of the " + what, line.get(from), options.scale());
    String name = line.get(from + 1);
    long bytes = words.whole("bytes of the " + what, line.get(from + 2), 0, Long.MAX_VALUE);
    if (name.equals("NONE")) {
      return new StepLayer.Step(computePs, null, usual, 0);
    }
    int end = name.indexOf('_');
    String kind = end < 0 ? name : name.substring(0, end);
    RankGroup group = RankGroup.named(end < 0 ? "" : name.substring(end), usual).orElse(null);
    if (group == null || !COLLECTIVES.containsKey(kind)) {
      throw words.error("unknown collective " + Quoted.of(name) + " of the " + what + "; known: NONE, "
          + String.join(", ", COLLECTIVES.keySet().stream().sorted().toList()) + ", also with _EP or _DP_EP behind");
    }
    if (group.needsExperts() && header.isMicro()) {
      throw words.error(Quoted.of(name) + " of the " + what + ": in a file of the policy MICRO all ranks do each collective");
    }
    if (group.needsExperts() && !header.hasExperts()) {
      throw words.error(Quoted.of(name) + " of the " + what + " is done by groups that ep makes, and the header of line "
          + header.line() + " lacks ep, the number of ranks that have different experts; write it as ep=1 in trace(), which is"
          + " without experts");
    }
    return new StepLayer.Step(computePs, COLLECTIVES.get(kind), group, bytes);
  }

  private long time(String what, String text, double factor) {
    double ps = StrictMath.rint(words.whole(what, text, 0, Long.MAX_VALUE) * factor * PS_IN_NS);
    if (ps >= Long.MAX_VALUE) {
      throw words.error(what + " " + Quoted.of(text) + " is too large");
    }
    return (long) ps;
  }
}
