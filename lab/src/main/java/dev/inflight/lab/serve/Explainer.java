package dev.inflight.lab.serve;

import dev.inflight.lab.explain.Explanation;
import dev.inflight.lab.explain.ExplanationText;
import dev.inflight.lab.explain.job.JobExplanation;
import dev.inflight.lab.explain.job.JobText;
import dev.inflight.lab.page.Explanations;
import dev.inflight.lab.print.TextTable;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.print.JsonText;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.store.StoredRun;
import dev.inflight.lab.store.check.Finding;
import dev.inflight.lab.store.check.FlowTimeCheck;
import dev.inflight.sim.Simulation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Explains flows and jobs, one at a time. Each explanation simulates its run's scenario, and can be stopped. */
final class Explainer implements AutoCloseable {
  private static final int MOST_SECONDS = 600;
  private static final int NUDGE_MILLISECONDS = 50;

  private final AtomicReference<@Nullable Task> current = new AtomicReference<>();
  private final ScheduledExecutorService clock = Executors
      .newSingleThreadScheduledExecutor(Thread.ofPlatform().name("explanations").daemon().factory());

  /** Flow or job to explain. */
  private static final class Task {
    private final String run;
    /** Name such as {@code flow 3} or {@code job all-reduce}. */
    private final String what;
    private volatile @Nullable Simulation simulation;
    /** Reason of an early end; empty without one. */
    private volatile String ended = "";

    Task(String run, String what) {
      this.run = run;
      this.what = what;
    }

    /** Ends the task early, unless it is ending already. */
    void end(String why) {
      ended = ended.isEmpty() ? why : ended;
    }

    /** Interrupts the simulation. Callers repeat the call: an interruption before the simulation starts has no effect. */
    void nudge() {
      Simulation running = simulation;
      if (running != null && !ended.isEmpty()) {
        running.interrupt();
      }
    }
  }

  /** Work of an explanation. The consumer receives its simulations, so that a caller can interrupt them. */
  private interface Work {
    /** Returns the explanation as JSON. */
    String explain(Scenario scenario, StoredRun run, Consumer<Simulation> begins);
  }

  /**
   * Explains a flow, and returns after that.
   *
   * @param name name of the run
   * @param folder folder of the run; its scenario may not name files
   * @return the explanation as JSON
   * @throws Refusal if another explanation is running, or this one was ended early
   */
  String explain(String name, Path folder, int flow) throws Refusal {
    return explain(new Task(name, "flow " + flow), folder, (scenario, run, begins) -> {
      Explanation explanation = Explanation.of(scenario, flow, begins);
      List<Finding> findings = FlowTimeCheck.opening(run, flow, explanation.fctPs());
      return JsonText.of(json -> write(json, name, explanation, wasLive(folder), findings));
    });
  }

  /** Explains a job, and returns after that. */
  String explain(String name, Path folder, String job) throws Refusal {
    return explain(new Task(name, "job " + job), folder, (scenario, _, begins) -> {
      JobExplanation explanation = JobExplanation.of(scenario, job, begins);
      return JsonText.of(json -> write(json, name, explanation, wasLive(folder)));
    });
  }

  private static boolean wasLive(Path folder) {
    return Files.exists(folder.resolve(RunFolder.LIVE));
  }

  private String explain(Task task, Path folder, Work work) throws Refusal {
    Task before = current.compareAndExchange(null, task);
    if (before != null) {
      throw new Refusal(409, before.what + " of " + before.run + " is being explained, and one is at a time; stop it first");
    }
    ScheduledFuture<?> nudges = clock.scheduleWithFixedDelay(task::nudge, NUDGE_MILLISECONDS, NUDGE_MILLISECONDS,
        TimeUnit.MILLISECONDS);
    ScheduledFuture<?> limit = clock.schedule(
        () -> task.end(
            "this explanation takes longer than " + MOST_SECONDS + " s, which is the limit here; ./inflight explain has none"),
        MOST_SECONDS, TimeUnit.SECONDS);
    try {
      List<StoredRun> stored = StoredRun.open(List.of(folder), true);
      Scenario scenario = ScenarioReader.read(ScenarioReader.text(folder.resolve(RunFolder.SCENARIO)).alone(RunsFolder.NO_FILES),
          Overrides.NONE);
      String explanation = work.explain(scenario, stored.getFirst(), simulation -> task.simulation = simulation);
      if (!task.ended.isEmpty()) {
        throw new Refusal(409, task.ended);
      }
      return explanation;
    } catch (InputError refused) {
      if (!task.ended.isEmpty()) { // an interrupted simulation may lack the flow or job
        throw new Refusal(409, task.ended);
      }
      throw refused;
    } finally {
      nudges.cancel(false);
      limit.cancel(false);
      current.set(null);
    }
  }

  private static void write(JsonGenerator json, String run, JobExplanation explanation, boolean wasLive) {
    json.writeStartObject();
    json.writeStringProperty("run", run);
    json.writeStringProperty("job", explanation.job().name());
    json.writeStringProperty("title", JobText.title(explanation));
    texts(json, "reasons", JobText.reasons(explanation));
    table(json, "costs", JobText.costs(explanation, JobText.Limits.OF_REPORT));
    table(json, "pairs", JobText.pairs(explanation, JobText.Limits.OF_REPORT));
    table(json, "longest", JobText.longest(explanation, JobText.Limits.OF_SCREEN));
    Explanations.path(json, explanation);
    json.writeBooleanProperty("live", wasLive);
    texts(json, "warnings", List.of());
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, String run, Explanation explanation, boolean wasLive, List<Finding> findings) {
    json.writeStartObject();
    json.writeStringProperty("run", run);
    json.writeNumberProperty("flow", explanation.flow());
    json.writeStringProperty("title", ExplanationText.title(explanation));
    texts(json, "reasons", ExplanationText.reasons(explanation));
    table(json, "costs", ExplanationText.costs(explanation));
    table(json, "hops", ExplanationText.hops(explanation));
    json.writeBooleanProperty("live", wasLive);
    texts(json, "warnings", findings.stream().map(Finding::text).toList());
    json.writeEndObject();
  }

  private static void table(JsonGenerator json, String name, TextTable table) {
    json.writeName(name);
    json.writeStartObject();
    texts(json, "columns", table.head());
    json.writeName("rows");
    json.writeStartArray();
    for (List<String> row : table.rows()) {
      json.writeStartArray();
      row.forEach(json::writeString);
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void texts(JsonGenerator json, String name, List<String> texts) {
    json.writeName(name);
    json.writeStartArray();
    texts.forEach(json::writeString);
    json.writeEndArray();
  }

  /** Returns the running explanation and the progress of its simulation as JSON; an object without keys if none is running. */
  String progress() {
    Task task = current.get();
    return JsonText.of(json -> {
      json.writeStartObject();
      if (task != null) {
        Simulation running = task.simulation;
        json.writeStringProperty("run", task.run);
        json.writeStringProperty("what", task.what);
        json.writeNumberProperty("simulatedUs", running == null ? 0 : running.nowPs() / 1e6);
      }
      json.writeEndObject();
    });
  }

  /** Ends the running explanation. */
  void stop() throws Refusal {
    Task task = current.get();
    if (task == null) {
      throw new Refusal(409, "nothing is being explained");
    }
    task.end(task.what + " of " + task.run + ": the explanation was stopped");
  }

  @Override
  public void close() {
    Task task = current.get();
    if (task != null) {
      task.end("the server is ending");
      task.nudge();
    }
    clock.shutdownNow();
  }
}
