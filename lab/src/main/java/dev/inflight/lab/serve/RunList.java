package dev.inflight.lab.serve;

import dev.inflight.lab.print.JsonText;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.result.SummaryJson;
import dev.inflight.lab.result.schema.ResultFile.Field;
import dev.inflight.lab.result.schema.ResultFile.Type;
import dev.inflight.lab.store.RunState;
import dev.inflight.lab.store.Sweeps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Runs and sweeps of a folder, with values of their summaries. */
final class RunList {
  /** Summary keys that the page can show. */
  private static final List<String> KEYS = List.of("scenario", "scheme", "seed", "flows", "flowsFinished", "slowdown.p50",
      "slowdown.p95", "slowdown.p99", "fctSeconds.p99", "queueBytes.p99", "queueBytes.max", "pfcPauses", "drops",
      "retransmittedBytes", "simulatedSeconds", "packetHops", "wallSeconds", "fingerprint");
  /** Maximum number of a sweep's points on the page. */
  private static final int MOST_POINTS = 2000;

  private RunList() {
  }

  /** Returns all runs as JSON, newest first. */
  static String json(RunsFolder folder, LiveRuns live) throws IOException {
    List<String> names = folder.names();
    return JsonText.of(json -> {
      json.writeStartArray();
      for (String name : names) {
        ServedRun run = live.find(name);
        entry(json, folder, name, run != null && !run.isOver() ? run : null, Map.of());
      }
      json.writeEndArray();
    });
  }

  /** Finished points of a sweep in order, with the values of its keys. */
  static String points(RunsFolder folder, String sweep) throws Refusal {
    Path path = folder.existing(sweep);
    if (!RunsFolder.isSweep(path)) {
      throw new Refusal(404, "there is no sweep of this name");
    }
    List<Sweeps.Point> points = Sweeps.points(path);
    return JsonText.of(json -> {
      json.writeStartObject();
      json.writeNumberProperty("points", points.size());
      json.writeName("runs");
      json.writeStartArray();
      points.stream().filter(point -> Files.isDirectory(path.resolve(point.run()), LinkOption.NOFOLLOW_LINKS)).limit(MOST_POINTS)
          .forEach(point -> entry(json, folder, sweep + "/" + point.run(), null, point.values()));
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  private static void entry(JsonGenerator json, RunsFolder folder, String name, @Nullable ServedRun running,
      Map<String, String> values) {
    json.writeStartObject();
    json.writeStringProperty("name", name);
    try {
      Path run = folder.existing(name);
      json.writeNumberProperty("writtenMs", run.toFile().lastModified());
      if (!values.isEmpty()) {
        json.writeName("values");
        json.writeStartObject();
        values.forEach(json::writeStringProperty);
        json.writeEndObject();
      }
      if (RunsFolder.isSweep(run)) {
        sweep(json, run, running);
      } else {
        run(json, run, running);
      }
    } catch (InputError | Refusal unreadable) {
      json.writeStringProperty("state", "unreadable");
      json.writeStringProperty("sentence", InputError.sentences(unreadable));
    }
    json.writeEndObject();
  }

  private static void sweep(JsonGenerator json, Path sweep, @Nullable ServedRun running) {
    List<Sweeps.Point> points = Sweeps.points(sweep);
    long done = points.stream()
        .filter(point -> Files.isRegularFile(sweep.resolve(point.run()).resolve(RunFolder.SUMMARY), LinkOption.NOFOLLOW_LINKS))
        .count();
    json.writeStringProperty("kind", "sweep");
    json.writeStringProperty("state", running != null ? "running" : done == points.size() ? "whole" : "incomplete");
    json.writeNumberProperty("points", points.size());
    json.writeNumberProperty("pointsDone", done);
    json.writeName("keys");
    json.writeStartArray();
    points.stream().limit(1).flatMap(point -> point.values().keySet().stream()).forEach(json::writeString);
    json.writeEndArray();
  }

  private static void run(JsonGenerator json, Path run, @Nullable ServedRun running) {
    RunState marked = RunState.marked(run);
    Path summary = run.resolve(RunFolder.SUMMARY);
    SummaryFile read = marked == null && Files.isRegularFile(summary, LinkOption.NOFOLLOW_LINKS)
        ? SummaryFile.read(summary)
        : null;
    RunState state = marked != null ? marked : RunState.of(read);
    json.writeStringProperty("kind", "run");
    json.writeStringProperty("state", running != null ? "running" : state.name().toLowerCase(Locale.ROOT));
    if (read == null) {
      return;
    }
    for (Field field : SummaryJson.FILE.fields()) {
      String text = KEYS.contains(field.name()) ? read.text(field.name()) : null;
      if (text == null) {
        continue;
      }
      if (field.type() == Type.WHOLE) {
        json.writeNumberProperty(field.name(), Long.parseLong(text));
      } else if (field.type() == Type.DECIMAL) {
        json.writeNumberProperty(field.name(), Double.parseDouble(text));
      } else {
        json.writeStringProperty(field.name(), text);
      }
    }
  }
}
