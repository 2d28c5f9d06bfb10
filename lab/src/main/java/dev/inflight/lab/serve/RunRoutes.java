package dev.inflight.lab.serve;

import com.sun.net.httpserver.HttpExchange;
import dev.inflight.lab.author.ScenarioTemplate;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Existing runs and sweeps, and those that were started on this server. */
final class RunRoutes implements AutoCloseable {
  private static final int LARGEST_SCENARIO_BYTES = 1 << 20;
  private static final int LOOK_MILLISECONDS = 300;

  private final RunsFolder folder;
  private final LiveRuns live = new LiveRuns();

  RunRoutes(RunsFolder folder) {
    this.folder = folder;
  }

  /** Sends an initial scenario. */
  static void template(HttpExchange request) throws IOException {
    Reply.send(request, 200, "text/plain; charset=utf-8",
        ScenarioTemplate.DEFAULT.text(Path.of("scenario.yaml")).getBytes(StandardCharsets.UTF_8));
  }

  void list(HttpExchange request) throws IOException {
    Reply.json(request, RunList.json(folder, live));
  }

  void points(HttpExchange request, String sweep) throws IOException, Refusal {
    Reply.json(request, RunList.points(folder, sweep));
  }

  void file(HttpExchange request, String run, String name) throws IOException, Refusal {
    Reply.file(request, folder.file(run, name));
  }

  void begin(HttpExchange request) throws IOException, Refusal {
    String name = new Parameters(request).one("name");
    Path run = folder.fresh(name);
    if (Files.exists(run)) {
      throw new Refusal(409, "a run of this name is there already");
    }
    byte[] sent = request.getRequestBody().readNBytes(LARGEST_SCENARIO_BYTES + 1);
    if (sent.length > LARGEST_SCENARIO_BYTES) {
      throw new Refusal(413, "a scenario has 1 MiB at most here");
    }
    live.begin(name, RunsFolder.sent(new String(sent, StandardCharsets.UTF_8)), run);
    Reply.text(request, 202, name);
  }

  void stop(HttpExchange request, String name) throws IOException, Refusal {
    running(name).stop();
    Reply.text(request, 200, "stopping");
  }

  private ServedRun running(String name) throws Refusal {
    ServedRun run = live.find(name);
    if (run == null) {
      throw new Refusal(404, "no run of this name was started here");
    }
    return run;
  }

  /** Sends events until the run is over. */
  void follow(HttpExchange request, String name) throws IOException, Refusal {
    ServedRun run = running(name);
    request.getResponseHeaders().set("Content-Type", "text/event-stream");
    request.sendResponseHeaders(200, 0);
    OutputStream out = request.getResponseBody();
    boolean over = false;
    while (!over) {
      over = run.isOver(); // checked before the state is read, so that the final state is sent
      out.write(("data: " + run.json() + "\n\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
      try {
        Thread.sleep(over ? 0 : LOOK_MILLISECONDS);
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    out.write("event: end\ndata: {}\n\n".getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    live.close();
  }
}
