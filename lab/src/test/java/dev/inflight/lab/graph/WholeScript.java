package dev.inflight.lab.graph;

import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.script.Script;
import dev.inflight.sim.script.Step;
import java.util.Arrays;

/** A script with all its operations at once, for comparison. */
final class WholeScript {
  private WholeScript() {
  }

  /** Returns the graph whose operations have the script's numbers. */
  static OperationGraph of(Script script) {
    var graph = new GraphBuilder(script.ranks());
    int[][] ends = new int[script.steps()][script.ranks()];
    for (int number = 0; number < script.steps(); number++) {
      addOperations(graph, script, script.step(number));
    }
    for (int number = 0; number < script.steps(); number++) {
      Arrays.fill(ends[number], -1);
      addRequirements(graph, script.step(number), ends[number]);
    }
    for (int number = 0; number < script.steps(); number++) {
      Step step = script.step(number);
      for (int at = 0; at < step.followers(); at++) {
        follow(graph, script.step(step.follower(at)), ends[number]);
      }
    }
    return graph.build(operation -> "operation " + operation);
  }

  private static void addOperations(GraphBuilder graph, Script script, Step step) {
    int of = -1;
    int end = step.number() + 1 < script.steps() ? script.step(step.number() + 1).firstOperation() : script.operations();
    int operations = end - step.firstOperation();
    for (int operation = 0; operation < operations; operation++) {
      int number = step.pieceOfOperation(operation);
      int local = step.localOf(operation);
      OperationGraph piece = step.unroll(number).graph();
      boolean isLabeled = piece.collective(local) != OperationGraph.NO_COLLECTIVE;
      if (isLabeled && of != number) {
        graph.begin(script.collective(script.collectiveOf(step, number)));
        of = number;
      } else if (!isLabeled) {
        graph.end();
      }
      int rank = step.member(number, piece.rank(local));
      switch (piece.kind(local)) {
        case COMPUTE -> graph.compute(rank, piece.stream(local), piece.durationPs(local));
        case SEND -> graph.channel(
            graph.message(rank, step.member(number, piece.rank(piece.partner(local))), piece.sizeBytes(local)),
            piece.channel(local));
        case RECEIVE -> {
        } // added with its send
      }
    }
    graph.end();
  }

  private static void addRequirements(GraphBuilder graph, Step step, int[] ends) {
    for (int number = 0; number < step.pieces(); number++) {
      OperationGraph piece = step.unroll(number).graph();
      for (int local = step.members(); local < piece.operations(); local++) {
        int operation = step.firstOperation() + step.operation(number, local);
        for (int at = 0; at < piece.dependents(local); at++) {
          graph.requires(step.firstOperation() + step.operation(number, piece.dependent(local, at)), operation);
        }
        if (step.endsFor(number, local) >= 0) {
          ends[step.member(number, step.endsFor(number, local))] = operation;
        }
      }
    }
  }

  /** Operations that require the gate of a rank in a step require the end of the previous step. */
  private static void follow(GraphBuilder graph, Step step, int[] ends) {
    for (int rank = 0; rank < ends.length; rank++) {
      if (ends[rank] < 0 || !step.has(rank)) {
        continue;
      }
      OperationGraph piece = step.unroll(step.pieceOf(rank)).graph();
      int gate = step.placeOf(rank);
      for (int at = 0; at < piece.dependents(gate); at++) {
        graph.requires(step.firstOperation() + step.operation(step.pieceOf(rank), piece.dependent(gate, at)), ends[rank]);
      }
    }
  }
}
