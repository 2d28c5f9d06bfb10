package dev.inflight.lab.graph;

import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.script.ScriptBuilder;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The steps of ranks that go through the same layers. They wait for their collectives of activations and of their gradients, but not for those of
 * weight gradients; a layer's next forward pass does.
 */
final class AicbLane {
  /** Streams beside that of computation, in which delays pass. */
  private static final int DELAY_STREAMS = 16;

  private final ScriptBuilder script;
  private final AicbGroup.Division division;
  private final int firstRank;
  private final String stageName;
  private String passName = "";
  private String batchName = "";
  /** What has to have ended before ranks go on. */
  private int last = ScriptBuilder.NONE;
  /** The collective of a kind of group that ranks did not wait for yet: the next one of that group comes behind it. */
  private final Map<AicbGroup, Integer> underWay = new EnumMap<>(AicbGroup.class);
  /** What ends when a layer's weights are the same everywhere. */
  private final Map<Integer, Integer> weights = new HashMap<>();

  AicbLane(ScriptBuilder script, AicbGroup.Division division, int firstRank, String stageName) {
    this.script = script;
    this.division = division;
    this.firstRank = firstRank;
    this.stageName = stageName;
  }

  int firstRank() {
    return firstRank;
  }

  int last() {
    return last;
  }

  void begin(String pass) {
    passName = pass;
  }

  void nameBatch(String name) {
    batchName = name;
  }

  /** Ranks go on when this step has ended, which is one of theirs behind all others. */
  void follow(int step) {
    last = step;
  }

  /**
   * The forward pass of a layer.
   *
   * @param line its place in the file, from 0
   * @param weightsOf distinguishes its weights from those of other layers
   */
  void forward(AicbLayer layer, int line, int weightsOf) {
    Integer before = weights.remove(weightsOf);
    if (before != null) {
      last = script.join(firstRank, division.ranks(), last, before);
    }
    activations(layer, line, "forward", layer.forward());
  }

  /** The backward pass of a layer. */
  void backward(AicbLayer layer, int line, int weightsOf) {
    activations(layer, line, "input gradient", layer.inputGradient());
    AicbLayer.Step step = layer.weightGradient();
    compute(step.computePs());
    if (step.talks(division)) {
      int done = collective(layer, line, "weight gradient", step);
      underWay.put(step.group(), done);
      weights.put(weightsOf, delayed(done, 1 + line % DELAY_STREAMS, layer.delayPs()));
    }
  }

  private void activations(AicbLayer layer, int line, String what, AicbLayer.Step step) {
    compute(step.computePs());
    if (step.talks(division)) {
      last = delayed(collective(layer, line, what, step), 0, layer.delayPs());
      underWay.remove(step.group());
    }
  }

  private void compute(long ps) {
    if (ps > 0) {
      last = script.compute(firstRank, division.ranks(), 0, ps, last);
    }
  }

  private int collective(AicbLayer layer, int line, String what, AicbLayer.Step step) {
    CollectiveKind kind = Objects.requireNonNull(step.kind());
    AicbGroup group = step.group();
    String name = layer.name() + " " + (line + 1) + ", " + what + passName + stageName + batchName;
    return script.collective(name, group.name(), kind, group.groups(division, firstRank), step.sizeBytes(), last,
        underWay.getOrDefault(group, ScriptBuilder.NONE));
  }

  private int delayed(int done, int stream, long ps) {
    return ps == 0 ? done : script.compute(firstRank, division.ranks(), stream, ps, done);
  }
}
