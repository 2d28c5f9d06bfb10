package dev.inflight.lab.graph.step;

import dev.inflight.lab.read.GraphRoom;
import dev.inflight.sim.collective.CollectiveChoice;
import dev.inflight.sim.script.Script;
import dev.inflight.sim.script.ScriptBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * What ranks do that train. In one piece: forward through all layers, then back. In micro-batches: these in the order of 1F1B, in which a stage goes
 * forward as often as there are stages behind it, then back and forward in turn, then back.
 */
public final class StepProgram {
  /**
   * What the ranks of a stage go through.
   *
   * @param layers in the order of the forward pass
   * @param lines which of them are those of micro-batches
   */
  public record StageLayers(List<StepLayer> layers, MicroBatches lines) {
  }

  private final StepShape shape;
  private final ScriptBuilder script;

  /**
   * A program without steps.
   *
   * @param room larger programs are refused
   * @param choice how collectives are done
   */
  public StepProgram(StepShape shape, GraphRoom room, CollectiveChoice choice) {
    this.shape = shape;
    int most = room.operations() / StepSize.OPERATIONS_OF_STEP;
    script = new ScriptBuilder(shape.ranks(), most, room.exceeded(most, "steps of ranks"), choice);
  }

  /** The steps of all passes, of one stage whose micro-batches are written out as layers. */
  public Script inOnePiece(List<StepLayer> layers) {
    var ranks = new StepLane(script, shape.stage(), 0, "");
    for (int pass = 1; pass <= shape.passes(); pass++) {
      ranks.begin(named(pass));
      forward(ranks, layers, 0, layers.size(), 0);
      backward(ranks, layers, 0, layers.size(), 0, true);
    }
    return script.build();
  }

  /**
   * The steps of all passes in micro-batches.
   *
   * @param ofStages as many as there are stages, in order
   */
  public Script inMicroBatches(List<StageLayers> ofStages) {
    var stages = new ArrayList<Stage>();
    for (int stage = 0; stage < shape.stages(); stage++) {
      stages.add(new Stage(stage, ofStages.get(stage)));
    }
    for (int pass = 1; pass <= shape.passes(); pass++) {
      for (Stage stage : stages) {
        stage.begin(pass);
      }
      // What a stage waits for is sent by a neighbour that waits for nothing later: some stage goes on each time.
      while (stages.stream().map(stage -> stage.goOn(stages)).reduce(false, Boolean::logicalOr)) {
        continue;
      }
    }
    return script.build();
  }

  private String named(int pass) {
    return shape.passes() == 1 ? "" : ", pass " + pass;
  }

  private static void forward(StepLane ranks, List<StepLayer> layers, int from, int to, int copy) {
    for (int layer = from; layer < to; layer++) {
      ranks.forward(layers.get(layer), layer + copy * layers.size());
    }
  }

  private static void backward(StepLane ranks, List<StepLayer> layers, int from, int to, int copy, boolean exchanges) {
    for (int layer = to - 1; layer >= from; layer--) {
      ranks.backward(layers.get(layer), layer + copy * layers.size(), exchanges);
    }
  }

  /** What a stage does next. */
  private enum Act {
    BEFORE, FORWARD, LAST_FORWARD_DONE, BACKWARD, AFTER
  }

  private record Task(Act act, int microBatch) {
  }

  /** One stage of the pipeline. */
  private final class Stage {
    private final int number;
    private final List<StepLayer> layers;
    private final MicroBatches lines;
    private final StepLane ranks;
    private final List<Task> tasks = new ArrayList<>();
    private int done;
    /** The step that each message to the next and to the previous stage waits for, by micro-batch. */
    private final int[] readyForward = new int[shape.microBatches()];
    private final int[] readyBackward = new int[shape.microBatches()];
    private int sentForward;
    private int sentBackward;

    Stage(int number, StageLayers of) {
      this.number = number;
      layers = of.layers();
      lines = of.lines();
      String name = shape.stages() == 1 ? "" : ", stage " + (number + 1);
      ranks = new StepLane(script, shape.stage(), number * shape.stage().ranks(), name);
    }

    private boolean isLast() {
      return number == shape.stages() - 1;
    }

    void begin(int pass) {
      ranks.begin(named(pass));
      tasks.clear();
      done = 0;
      sentForward = 0;
      sentBackward = 0;
      int micro = shape.microBatches();
      int warmUp = Math.min(shape.stages() - 1 - number, micro);
      tasks.add(new Task(Act.BEFORE, 0));
      for (int batch = 0; batch < micro + warmUp; batch++) {
        if (batch < micro) {
          tasks.add(new Task(Act.FORWARD, batch));
        }
        if (batch == micro - 1) {
          tasks.add(new Task(Act.LAST_FORWARD_DONE, 0));
        }
        if (batch >= warmUp) {
          tasks.add(new Task(Act.BACKWARD, batch - warmUp));
        }
      }
      tasks.add(new Task(Act.AFTER, 0));
    }

    /** Does all tasks up to one that waits for a neighbour, and returns whether there was one. */
    boolean goOn(List<Stage> all) {
      int before = done;
      while (done < tasks.size() && isReady(tasks.get(done), all)) {
        doTask(tasks.get(done++), all);
      }
      return done > before;
    }

    private boolean isReady(Task task, List<Stage> all) {
      return switch (task.act) {
        case FORWARD -> number == 0 || all.get(number - 1).sentForward > task.microBatch;
        case BACKWARD -> isLast() || all.get(number + 1).sentBackward > task.microBatch;
        case BEFORE, LAST_FORWARD_DONE, AFTER -> true;
      };
    }

    private void doTask(Task task, List<Stage> all) {
      int batch = task.microBatch;
      int from = lines.first(batch);
      int copy = lines.repeated() || shape.accumulates() ? 0 : batch;
      int behind = lines.behind(shape.microBatches());
      switch (task.act) {
        case BEFORE -> forward(ranks, layers, 0, lines.before(), 0);
        case AFTER -> backward(ranks, layers, 0, lines.before(), 0, true);
        case LAST_FORWARD_DONE -> {
          forward(ranks, layers, behind, layers.size(), 0);
          backward(ranks, layers, behind, layers.size(), 0, true);
        }
        case FORWARD -> {
          if (number > 0) {
            receive(all.get(number - 1), all.get(number - 1).readyForward[batch]);
          }
          ranks.nameBatch(copyName(batch));
          forward(ranks, layers, from, from + lines.ofOne(), copy);
          readyForward[batch] = ranks.last();
          sentForward++;
        }
        case BACKWARD -> {
          if (!isLast()) {
            receive(all.get(number + 1), all.get(number + 1).readyBackward[batch]);
          }
          ranks.nameBatch(copyName(batch));
          boolean exchanges = !shape.accumulates() || batch == shape.microBatches() - 1;
          backward(ranks, layers, from, from + lines.ofOne(), copy, exchanges);
          readyBackward[batch] = ranks.last();
          sentBackward++;
        }
      }
      ranks.nameBatch("");
    }

    private String copyName(int batch) {
      return lines.repeated() ? "" : ", micro-batch " + (batch + 1);
    }

    private void receive(Stage from, int ready) {
      ranks.follow(script.transfer(from.ranks.firstRank(), ranks.firstRank(), shape.stage().ranks(), shape.stageCommBytes(),
          ready, ranks.last()));
    }
  }
}
