package dev.inflight.lab.graph.step;

import dev.inflight.lab.read.GraphRoom;
import dev.inflight.sim.collective.CollectiveChoice;
import dev.inflight.sim.script.Script;
import dev.inflight.sim.script.ScriptBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Program of ranks that train. In one piece: forward through all layers, then back. In micro-batches: in the order of 1F1B, in
 * which a stage starts with a forward pass for each later stage, alternates backward and forward passes, and ends with backward
 * passes. A stage with several pieces of the model interleaves these (Narayanan et al., arXiv 2104.04473, section 2.2).
 */
public final class StepProgram {
  /**
   * Layers of a stage.
   *
   * @param layers layers in the order of the forward pass
   * @param lines division of the layers into micro-batches
   */
  public record StageLayers(List<StepLayer> layers, MicroBatches lines) {
  }

  private final StepShape shape;
  private final ScriptBuilder script;

  /**
   * Creates a program without steps.
   *
   * @param room limit of the program's size
   * @param choice algorithms of collectives
   */
  public StepProgram(StepShape shape, GraphRoom room, CollectiveChoice choice) {
    this.shape = shape;
    int most = room.operations() / StepSize.OPERATIONS_OF_STEP;
    script = new ScriptBuilder(shape.ranks(), most, room.exceeded(most, "steps of ranks"), choice);
  }

  /** Returns the steps of all passes for one stage with micro-batches that are written out as layers. */
  public Script inOnePiece(List<StepLayer> layers) {
    var ranks = new StepLane(script, shape.stage(), 0, "");
    var piece = new Piece(new StageLayers(layers, new MicroBatches(0, layers.size(), false)), 0, 1);
    for (int pass = 1; pass <= shape.passes(); pass++) {
      ranks.begin(named(pass));
      forward(ranks, piece, 0, layers.size(), 0);
      backward(ranks, piece, 0, layers.size(), 0, true);
    }
    return script.build();
  }

  /**
   * Returns the steps of all passes in micro-batches.
   *
   * @param ofStages pieces of each stage, in order; one entry for each stage, in order
   */
  public Script inMicroBatches(List<List<StageLayers>> ofStages) {
    var stages = new ArrayList<Stage>();
    for (int stage = 0; stage < shape.stages(); stage++) {
      stages.add(new Stage(stage, ofStages.get(stage)));
    }
    for (int pass = 1; pass <= shape.passes(); pass++) {
      for (Stage stage : stages) {
        stage.begin(pass);
      }
      // A stage waits for a neighbor's message, which depends on nothing later: some stage proceeds in each iteration.
      while (stages.stream().map(stage -> stage.goOn(stages)).reduce(false, Boolean::logicalOr)) {
        continue;
      }
    }
    return script.build();
  }

  private String named(int pass) {
    return shape.passes() == 1 ? "" : ", pass " + pass;
  }

  private static void forward(StepLane ranks, Piece piece, int from, int to, int copy) {
    List<StepLayer> layers = piece.of.layers();
    for (int layer = from; layer < to; layer++) {
      ranks.forward(layers.get(layer), piece.weights + layer + copy * layers.size());
    }
  }

  private static void backward(StepLane ranks, Piece piece, int from, int to, int copy, boolean exchanges) {
    List<StepLayer> layers = piece.of.layers();
    for (int layer = to - 1; layer >= from; layer--) {
      recompute(ranks, layers, from, layer, to);
      ranks.backward(layers.get(layer), piece.weights + layer + copy * layers.size(), exchanges);
    }
  }

  /** Repeats the forward passes of all parts of a layer of the model, before the backward pass of its last part. */
  private static void recompute(StepLane ranks, List<StepLayer> layers, int from, int last, int to) {
    if (!layers.get(last).recomputed() || last + 1 < to && areOfOne(layers.get(last), layers.get(last + 1))) {
      return;
    }
    int first = last;
    while (first > from && areOfOne(layers.get(first - 1), layers.get(last))) {
      first--;
    }
    for (StepLayer layer : layers.subList(first, last + 1)) {
      ranks.recompute(layer);
    }
  }

  private static boolean areOfOne(StepLayer one, StepLayer other) {
    return one.recomputed() && other.recomputed() && one.number() == other.number();
  }

  /** Kinds of tasks of a stage. */
  private enum Act {
    BEFORE, FORWARD, LAST_FORWARD_DONE, BACKWARD, AFTER
  }

  /** Consecutive layers of a stage, and the progress of micro-batches there. */
  private static final class Piece {
    final StageLayers of;
    /** Number of layers of the previous pieces, as layers have weights of their own. */
    final int weights;
    /** Step that each message to the next stage waits for, by micro-batch; {@link #readyBackward} for the previous stage. */
    final int[] readyForward;
    final int[] readyBackward;
    int sentForward;
    int sentBackward;

    Piece(StageLayers of, int weights, int microBatches) {
      this.of = of;
      this.weights = weights;
      readyForward = new int[microBatches];
      readyBackward = new int[microBatches];
    }
  }

  private record Task(Act act, int piece, int microBatch) {
  }

  /** One stage of the pipeline. */
  private final class Stage {
    private final int number;
    private final List<Piece> pieces = new ArrayList<>();
    private final StepLane ranks;
    private final List<Task> tasks = new ArrayList<>();
    private int done;

    Stage(int number, List<StageLayers> of) {
      this.number = number;
      int weights = 0;
      for (StageLayers piece : of) {
        pieces.add(new Piece(piece, weights, shape.microBatches()));
        weights += piece.layers().size();
      }
      String name = shape.stages() == 1 ? "" : ", stage " + (number + 1);
      ranks = new StepLane(script, shape.stage(), number * shape.stage().ranks(), name);
    }

    void begin(int pass) {
      ranks.begin(named(pass));
      tasks.clear();
      done = 0;
      for (Piece piece : pieces) {
        piece.sentForward = 0;
        piece.sentBackward = 0;
      }
      int micro = shape.microBatches() * pieces.size();
      int warmUp = Math.min(warmUp(), micro);
      addForAll(Act.BEFORE);
      for (int turn = 0; turn < micro + warmUp; turn++) {
        if (turn < micro) {
          tasks.add(new Task(Act.FORWARD, pieceOf(turn), batchOf(turn)));
        }
        if (turn == micro - 1) {
          addForAll(Act.LAST_FORWARD_DONE);
        }
        if (turn >= warmUp) {
          tasks.add(new Task(Act.BACKWARD, pieces.size() - 1 - pieceOf(turn - warmUp), batchOf(turn - warmUp)));
        }
      }
      addForAll(Act.AFTER);
    }

    private void addForAll(Act act) {
      for (int piece = 0; piece < pieces.size(); piece++) {
        tasks.add(new Task(act, piece, 0));
      }
    }

    /** Number of forward passes before the first backward pass; for interleaved pieces as in Megatron-LM. */
    private int warmUp() {
      int behind = shape.stages() - 1 - number;
      return pieces.size() == 1 ? behind : 2 * behind + (pieces.size() - 1) * shape.stages();
    }

    /** Returns the piece of a forward pass: one micro-batch for each stage passes through a piece, then through the next. */
    private int pieceOf(int turn) {
      return turn / shape.stages() % pieces.size();
    }

    private int batchOf(int turn) {
      int round = shape.stages() * pieces.size();
      return pieces.size() == 1 ? turn : turn / round * shape.stages() + turn % shape.stages();
    }

    /** Performs the next task unless it waits for a neighbor, and reports whether it did. */
    boolean goOn(List<Stage> all) {
      if (done == tasks.size() || !isReady(tasks.get(done), all)) {
        return false;
      }
      doTask(tasks.get(done++), all);
      return true;
    }

    private boolean isReady(Task task, List<Stage> all) {
      Piece from = before(task, all);
      return from == null || (task.act == Act.FORWARD ? from.sentForward : from.sentBackward) > task.microBatch;
    }

    /** Returns the stage that a task waits for. */
    private Stage neighbor(Task task, List<Stage> all) {
      return all.get(Math.floorMod(number + (task.act == Act.FORWARD ? -1 : 1), shape.stages()));
    }

    /**
     * Returns the piece that provides a task's input: that of the previous stage, or of the last stage for the first one; null
     * for none.
     */
    private @Nullable Piece before(Task task, List<Stage> all) {
      int wrapped = switch (task.act) {
        case FORWARD -> task.piece - (number == 0 ? 1 : 0);
        case BACKWARD -> task.piece + (number == shape.stages() - 1 ? 1 : 0);
        case BEFORE, LAST_FORWARD_DONE, AFTER -> -1;
      };
      return wrapped < 0 || wrapped == pieces.size() ? null : neighbor(task, all).pieces.get(wrapped);
    }

    private void doTask(Task task, List<Stage> all) {
      int batch = task.microBatch;
      Piece piece = pieces.get(task.piece);
      MicroBatches lines = piece.of.lines();
      int from = lines.first(batch);
      int copy = lines.repeated() || shape.accumulates() ? 0 : batch;
      int behind = lines.behind(shape.microBatches());
      List<StepLayer> layers = piece.of.layers();
      Piece earlier = before(task, all);
      switch (task.act) {
        case BEFORE -> forward(ranks, piece, 0, lines.before(), 0);
        case AFTER -> backward(ranks, piece, 0, lines.before(), 0, true);
        case LAST_FORWARD_DONE -> {
          forward(ranks, piece, behind, layers.size(), 0);
          backward(ranks, piece, behind, layers.size(), 0, true);
        }
        case FORWARD -> {
          if (earlier != null) {
            receive(neighbor(task, all), earlier.readyForward[batch]);
          }
          ranks.nameBatch(copyName(lines, batch));
          forward(ranks, piece, from, from + lines.ofOne(), copy);
          piece.readyForward[batch] = ranks.last();
          piece.sentForward++;
        }
        case BACKWARD -> {
          if (earlier != null) {
            receive(neighbor(task, all), earlier.readyBackward[batch]);
          }
          ranks.nameBatch(copyName(lines, batch));
          boolean exchanges = !shape.accumulates() || batch == shape.microBatches() - 1;
          backward(ranks, piece, from, from + lines.ofOne(), copy, exchanges);
          piece.readyBackward[batch] = ranks.last();
          piece.sentBackward++;
        }
      }
      ranks.nameBatch("");
    }

    private static String copyName(MicroBatches lines, int batch) {
      return lines.repeated() ? "" : ", micro-batch " + (batch + 1);
    }

    private void receive(Stage from, int ready) {
      ranks.follow(script.transfer(from.ranks.firstRank(), ranks.firstRank(), shape.stage().ranks(), shape.stageCommBytes(),
          ready, ranks.last()));
    }
  }
}
