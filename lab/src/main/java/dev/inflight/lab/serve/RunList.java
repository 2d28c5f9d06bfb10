package dev.inflight.lab.serve;

import dev.inflight.lab.print.JsonText;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.store.RunState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import tools.jackson.core.JsonGenerator;

/** The runs of a folder, each with a few figures of its summary. */
final class RunList {
  private RunList() {
  }

  /** All of them as JSON, the newest first. */
  static String json(RunsFolder folder, LiveRuns live) throws IOException {
    List<String> names = folder.names();
    return JsonText.of(json -> {
      json.writeStartArray();
      names.forEach(name -> entry(json, folder, live, name));
      json.writeEndArray();
    });
  }

  private static void entry(JsonGenerator json, RunsFolder folder, LiveRuns live, String name) {
    json.writeStartObject();
    json.writeStringProperty("name", name);
    ServedRun running = live.find(name);
    try {
      Path run = folder.existing(name);
      RunState marked = RunState.marked(run);
      Path summary = run.resolve(RunFolder.SUMMARY);
      SummaryFile read = marked == null && Files.isRegularFile(summary, LinkOption.NOFOLLOW_LINKS)
          ? SummaryFile.read(summary)
          : null;
      RunState state = marked != null ? marked : RunState.of(read);
      json.writeStringProperty("state", running != null && !running.isOver() ? "running" : state.name().toLowerCase(Locale.ROOT));
      if (read != null) {
        json.writeStringProperty("scheme", read.text("scheme"));
        json.writeNumberProperty("flows", Objects.requireNonNullElse(read.whole("flows"), 0L));
        json.writeNumberProperty("flowsFinished", Objects.requireNonNullElse(read.whole("flowsFinished"), 0L));
        json.writeNumberProperty("slowdownP99", Objects.requireNonNullElse(read.decimal("slowdown.p99"), 0.0));
        json.writeStringProperty("fingerprint", read.text("fingerprint"));
      }
    } catch (InputError | Refusal unreadable) {
      json.writeStringProperty("state", "unreadable");
      json.writeStringProperty("sentence", String.valueOf(unreadable.getMessage()));
    }
    json.writeEndObject();
  }
}
