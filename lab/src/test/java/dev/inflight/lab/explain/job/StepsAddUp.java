package dev.inflight.lab.explain.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.scenario.Scenario;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.graph.Job;
import dev.inflight.sim.job.state.RankResult;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import java.util.HashMap;
import java.util.Map;

/** Invariants of the critical path of any job, to the picosecond. */
public final class StepsAddUp {
  private StepsAddUp() {
  }

  /** The same setup without an observer. */
  record Plain(Map<String, Long> endsPs, Map<Integer, FlowResult> flows) {
    static Plain of(Setup setup) {
      var flows = new HashMap<Integer, FlowResult>();
      var simulation = new Simulation(setup, new Recorder() {
        @Override
        public void flowFinished(FlowResult flow) {
          flows.put(flow.id(), flow);
        }
      });
      simulation.run();
      var ends = new HashMap<String, Long>();
      for (RankResult rank : simulation.jobs().ranks()) {
        ends.merge(rank.job(), rank.endPs(), Math::max);
      }
      return new Plain(ends, flows);
    }
  }

  /** Each job of a scenario against a run without an observer. */
  public static void check(Scenario scenario) {
    Plain plain = Plain.of(scenario.setup());
    assertThat(scenario.setup().flows().jobs()).isNotEmpty();
    for (Job job : scenario.setup().flows().jobs()) {
      JobExplanation why = JobExplanation.of(scenario, job.name());
      assertThat(why.isComplete()).isTrue();
      assertThat(why.endPs()).isEqualTo(plain.endsPs().get(job.name()));
      long atPs = job.startPs();
      for (ChainStep step : why.steps()) {
        assertThat(step.fromPs()).isEqualTo(atPs);
        assertThat(step.ps()).isPositive();
        assertThat(why.partsOf(step).values()).allSatisfy(ps -> assertThat(ps).isPositive());
        assertThat(why.partsOf(step).values().stream().mapToLong(Long::longValue).sum()).as(step.toString()).isEqualTo(step.ps());
        if (step.kind() != ChainStep.Kind.COMPUTE) {
          FlowResult message = plain.flows().get(step.flow());
          assertThat(step.fromPs()).isEqualTo(message.startPs());
          assertThat(step.ps()).isLessThanOrEqualTo(message.fctPs());
          assertThat(step.kind() != ChainStep.Kind.ACKNOWLEDGED || step.ps() == message.fctPs()).isTrue();
        }
        atPs = step.toPs();
      }
      assertThat(atPs).isEqualTo(why.endPs());
      assertThat(why.costs().stream().mapToLong(cost -> cost.ps).sum()).isEqualTo(why.lifePs());
      assertThat(JobText.lines(why)).hasSizeLessThan(80);
    }
  }
}
