package dev.inflight.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.SummaryJson;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.result.schema.ResultFile.Field;
import dev.inflight.lab.result.schema.ResultFile.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A run's folder as a stranger could make it: each text in it, whatever column or key it has, would run a script if it were markup. */
public final class HostileRun {
  private static final String SCENARIO = """
      name: plain
      topology: star(hosts=9)
      flows: ["incast(senders=8, size=400KB)", "collective(op=all-reduce, size=1MB, ranks=4, job=a)"]
      classes: [{name: more, flows: flow}]
      series: {every: 10us}
      buffer: 1100KB
      until: 300us
      events: [{at: 10us, node: 8, state: slow-compute, factor: 2}]
      """;
  private static final Pattern TEXT_KEY = Pattern.compile("(?m)^(\\s*\"(\\w+)\" : )\"[^\"]*\"");

  private HostileRun() {
  }

  /** Text that is markup, a script's address, ends a script, and has patterns of charts; its name identifies it. */
  public static String payload(String name) {
    return "[[" + name
        + "]]'\"><img src=x onerror=globalThis.ran=1><svg onload=globalThis.ran=1></title></textarea></script><script>"
        + "globalThis.ran=1</script><!-- javascript:globalThis.ran=1 {b} {a|c} ${1} %3Cb%3E &lt; <b>\u2028</b>" + end(name);
  }

  /** Payload in the form of a file name. */
  public static String fileName(String name) {
    return "[[" + name + "]]'\"><img src=x onerror=globalThis.ran=1><svg onload=globalThis.ran=1>#?%2e%2e {a|c} &lt; \u2028"
        + end(name);
  }

  private static String end(String name) {
    return "[[|" + name + "]]";
  }

  /** Makes an unchanged run, with tables of all kinds. */
  public static Path plain(Path folder) throws IOException {
    Path scenario = Files.createTempFile(folder.getParent(), "s", ".yaml");
    Files.writeString(scenario, SCENARIO);
    Program program = Program.run("run", scenario.toString(), "--out", folder.toString(), "--quiet");
    assertThat(program.exit()).as(program.err()).isEqualTo(3);
    Files.delete(scenario);
    for (ResultFile table : tables()) {
      Path file = folder.resolve(table.name());
      if (!Files.exists(file) || Files.readAllLines(file).size() == 1) {
        Files.writeString(file,
            table.header() + "\n" + table.fields().stream().map(HostileRun::someValue).collect(Collectors.joining(",")) + "\n");
      }
    }
    return folder;
  }

  /** Makes a run's folder with all texts replaced. */
  public static Path make(Path folder) throws IOException {
    plain(folder);
    for (ResultFile table : tables()) {
      rewrite(folder.resolve(table.name()), table);
    }
    Path summary = folder.resolve("summary.json");
    Files.writeString(summary, TEXT_KEY.matcher(Files.readString(summary)).replaceAll(key -> Matcher.quoteReplacement(
        isFreeKey(key.group(2)) ? key.group(1) + Browser.quoted(payload("summary." + key.group(2))) : key.group())));
    Path scenario = folder.resolve("scenario.yaml");
    Files.writeString(scenario, Files.readString(scenario).replaceFirst("(?m)^name: .*$",
        Matcher.quoteReplacement("name: '" + inYaml(payload("scenario")) + "'")));
    Files.writeString(folder.resolve("live.txt"), payload("live") + "\n");
    return folder;
  }

  /** All tables of runs. */
  public static List<ResultFile> tables() {
    return ResultFiles.ALL.stream().filter(ResultFile::isCsv).toList();
  }

  /** Writes a value, as the file has it, into a column of the first row. */
  public static void put(Path file, ResultFile table, String column, String value) throws IOException {
    var lines = new ArrayList<>(Files.readAllLines(file));
    String[] cells = cells(lines.get(1));
    cells[List.of(lines.getFirst().split(",")).indexOf(column)] = value;
    lines.set(1, String.join(",", cells));
    Files.write(file, lines);
  }

  private static boolean isFreeKey(String key) {
    return SummaryJson.FILE.fields().stream().filter(field -> field.name().replaceFirst(".*\\.", "").equals(key))
        .noneMatch(field -> field.type() == Type.CHOICE);
  }

  private static void rewrite(Path file, ResultFile table) throws IOException {
    List<String> lines = Files.readAllLines(file);
    List<String> names = List.of(lines.getFirst().split(","));
    var written = new ArrayList<>(List.of(lines.getFirst()));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = cells(line);
      for (Field field : table.fields()) {
        int at = names.indexOf(field.name());
        if (at >= 0 && (field.type() == Type.TEXT || field.type() == Type.WORD || field.type() == Type.HEX)) {
          cells[at] = inQuotes(payload(table.name() + "." + field.name()));
        }
      }
      written.add(String.join(",", cells));
    }
    Files.write(file, written);
  }

  /** Returns a text in the form of a scenario, between single quotes. */
  public static String inYaml(String text) {
    return text.replace("'", "''");
  }

  /** Returns a text in the form of a table. */
  public static String inQuotes(String text) {
    return '"' + text.replace("\"", "\"\"") + '"';
  }

  private static String[] cells(String line) {
    return line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1);
  }

  private static String someValue(Field field) {
    return switch (field.type()) {
      case WHOLE -> "1";
      case DECIMAL -> "1." + "0".repeat(field.decimals());
      case CHOICE -> field.choices().getFirst();
      case FLAG -> "true";
      default -> "\"x\"";
    };
  }
}
