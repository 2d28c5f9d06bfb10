package dev.inflight.sim.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.graph.Job;
import dev.inflight.sim.script.Groups;
import dev.inflight.sim.script.Script;
import dev.inflight.sim.script.ScriptBuilder;
import org.junit.jupiter.api.Test;

/** Operations of a script are there while they are in progress. */
class UnrollingTest {
  private static final int RANKS = 4;

  private static Script script(int steps) {
    var builder = new ScriptBuilder(RANKS, steps, "too many");
    int last = ScriptBuilder.NONE;
    for (int step = 0; step < steps; step++) {
      last = builder.collective("c" + step, "G", CollectiveKind.ALL_REDUCE, new Groups(0, RANKS, 2, 1), 100, last,
          ScriptBuilder.NONE);
    }
    return builder.build();
  }

  private static JobRun run(Script script) {
    return new JobRun(new Job("job", script, new int[] {0, 1, 2, 3}, 0, 0));
  }

  @Test
  void holdsNoMoreThanThePiecesThatAreUnderWay() {
    Script script = script(100);
    JobRun run = run(script);
    var unrolling = new Unrolling(run, _ -> true);
    assertThat(unrolling.operations()).isZero();
    for (int step = 0; step < script.steps(); step++) {
      for (int group = 0; group < 2; group++) {
        PieceRun piece = unrolling.coming(step, 2 * group, 0);
        assertThat(unrolling.coming(step, 2 * group + 1, 0)).isSameAs(piece);
        int own = script.operations() / script.steps() / 2;
        assertThat(piece.left).isEqualTo(own);
        assertThat(unrolling.operations()).isEqualTo(own + 2); // with two gates
        for (int operation = 0; operation < own; operation++) {
          unrolling.ended(piece);
        }
        assertThat(unrolling.operations()).isZero();
      }
    }
    assertThat(unrolling.hasStarted(script.send(script.messages() - 1))).isTrue();
  }

  /** A message may arrive from a rank that is a step ahead: the piece is unrolled then, and its own ranks find it later. */
  @Test
  void unrollsForMessagesOfRanksThatAreAhead() {
    Script script = script(3);
    var unrolling = new Unrolling(run(script), rank -> rank == 1);
    PieceRun piece = unrolling.pieceOf(script.send(script.messages() - 1));
    assertThat(unrolling.hasStarted(script.send(script.messages() - 1))).isFalse();
    assertThat(piece.left).isZero(); // its ranks are in another part
    PieceRun first = unrolling.pieceOf(script.send(0));
    assertThat(unrolling.coming(0, 1, 0)).isSameAs(first);
    assertThat(first.left).isEqualTo(script.operationsByRank()[1] / 3);
  }

  @Test
  void aRankComesWhenBothStepsHaveEnded() {
    var builder = new ScriptBuilder(2, 10, "too many");
    int one = builder.compute(0, 2, 0, 5, ScriptBuilder.NONE);
    int other = builder.compute(0, 2, 1, 5, ScriptBuilder.NONE);
    int join = builder.join(0, 2, one, other);
    var unrolling = new Unrolling(new JobRun(new Job("job", builder.build(), new int[] {0, 1}, 0, 0)), _ -> true);
    assertThat(unrolling.coming(join, 0, 0)).isNull();
    assertThat(unrolling.coming(join, 1, 0)).isNull();
    assertThat(unrolling.coming(join, 0, 0)).isNotNull();
    assertThat(unrolling.coming(join, 1, 0)).isNotNull();
  }
}
