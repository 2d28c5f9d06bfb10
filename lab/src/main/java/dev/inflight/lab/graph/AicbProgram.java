package dev.inflight.lab.graph;

import dev.inflight.sim.script.Script;
import dev.inflight.sim.script.ScriptBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What ranks do that train by an AICB workload. Without stages: forward through all layers, then back. With stages: micro-batches in the order of 1F1B,
 * in which a stage goes forward as often as there are stages behind it, then back and forward in turn, then back.
 */
final class AicbProgram {
  private final AicbHeader.Read header;
  private final List<AicbLayer> layers;
  private final AicbOptions options;
  private final ScriptBuilder script;

  AicbProgram(AicbHeader.Read header, List<AicbLayer> layers, AicbOptions options) {
    this.header = header;
    this.layers = layers;
    this.options = options;
    int most = options.room().operations() / AicbSize.OPERATIONS_OF_STEP;
    script = new ScriptBuilder(header.ranks(), most, options.room().exceeded(most, "steps of ranks"));
  }

  /**
   * The steps of all passes.
   *
   * @param size of the layers
   * @param notice takes what is unusual
   * @throws IllegalArgumentException with a sentence, when micro-batches do not fit the layers or memory
   */
  Script script(AicbSize size, Consumer<String> notice) {
    if (header.stages() == 1) {
      var ranks = new AicbLane(script, header.stage(), 0, "");
      for (int pass = 1; pass <= options.passes(); pass++) {
        ranks.begin(named(pass));
        forward(ranks, 0, layers.size(), 0);
        backward(ranks, 0, layers.size(), 0);
      }
      return script.build();
    }
    AicbStages found = AicbStages.of(layers, header.microBatches(), notice);
    String tooLarge = size.addBatches(found, layers);
    if (tooLarge != null) {
      throw new IllegalArgumentException(tooLarge);
    }
    var stages = new ArrayList<Stage>();
    for (int stage = 0; stage < header.stages(); stage++) {
      stages.add(new Stage(stage, found));
    }
    for (int pass = 1; pass <= options.passes(); pass++) {
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
    return options.passes() == 1 ? "" : ", pass " + pass;
  }

  private void forward(AicbLane ranks, int from, int to, int copy) {
    for (int layer = from; layer < to; layer++) {
      ranks.forward(layers.get(layer), layer, layer + copy * layers.size());
    }
  }

  private void backward(AicbLane ranks, int from, int to, int copy) {
    for (int layer = to - 1; layer >= from; layer--) {
      ranks.backward(layers.get(layer), layer, layer + copy * layers.size());
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
    private final AicbStages lines;
    private final AicbLane ranks;
    private final List<Task> tasks = new ArrayList<>();
    private int done;
    /** The step that each message to the next and to the previous stage waits for, by micro-batch. */
    private final int[] readyForward = new int[header.microBatches()];
    private final int[] readyBackward = new int[header.microBatches()];
    private int sentForward;
    private int sentBackward;

    Stage(int number, AicbStages lines) {
      this.number = number;
      this.lines = lines;
      ranks = new AicbLane(script, header.stage(), number * header.stage().ranks(), ", stage " + (number + 1));
    }

    private boolean isLast() {
      return number == header.stages() - 1;
    }

    void begin(int pass) {
      ranks.begin(named(pass));
      tasks.clear();
      done = 0;
      sentForward = 0;
      sentBackward = 0;
      int micro = header.microBatches();
      int warmUp = Math.min(header.stages() - 1 - number, micro);
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
      int copy = lines.repeated() ? 0 : batch;
      switch (task.act) {
        case BEFORE -> forward(ranks, 0, lines.before(), 0);
        case AFTER -> backward(ranks, 0, lines.before(), 0);
        case LAST_FORWARD_DONE -> {
          forward(ranks, lines.behind(header.microBatches()), layers.size(), 0);
          backward(ranks, lines.behind(header.microBatches()), layers.size(), 0);
        }
        case FORWARD -> {
          if (number > 0) {
            receive(all.get(number - 1), all.get(number - 1).readyForward[batch]);
          }
          ranks.nameBatch(copyName(batch));
          forward(ranks, from, from + lines.ofOne(), copy);
          readyForward[batch] = ranks.last();
          sentForward++;
        }
        case BACKWARD -> {
          if (!isLast()) {
            receive(all.get(number + 1), all.get(number + 1).readyBackward[batch]);
          }
          ranks.nameBatch(copyName(batch));
          backward(ranks, from, from + lines.ofOne(), copy);
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
      ranks.follow(script.transfer(from.ranks.firstRank(), ranks.firstRank(), header.stage().ranks(), header.stageCommBytes(),
          ready, ranks.last()));
    }
  }
}
