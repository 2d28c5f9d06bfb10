package dev.inflight.lab.store.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Edited folder of a run.
 *
 * @param folder path of the folder
 */
record EditedRun(Path folder) {
  /** Simulates a scenario. */
  static EditedRun of(Path folder, String yaml, int exit, String... more) throws IOException {
    Path file = Files.writeString(folder.resolveSibling(folder.getFileName() + ".yaml"), yaml);
    Program run = Program
        .run(Stream.concat(Stream.of("run", file.toString(), "--out", folder.toString(), "--quiet"), Stream.of(more))
            .toArray(String[]::new));
    assertThat(run.exit()).as(run.err()).isEqualTo(exit);
    return new EditedRun(folder);
  }

  /** Copies the run to another folder. */
  EditedRun copy(Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return new EditedRun(to);
  }

  Path file(String name) {
    return folder.resolve(name);
  }

  /** The names of its tables that have rows. */
  List<String> tables() throws IOException {
    var names = new ArrayList<String>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".csv")).sorted().toList()) {
        if (Files.readAllLines(file).size() > 1) {
          names.add(String.valueOf(file.getFileName()));
        }
      }
    }
    return names;
  }

  /** Number of a table's second row, or of the only one. */
  int row(String table) throws IOException {
    return Math.min(2, Files.readAllLines(file(table)).size() - 1);
  }

  /**
   * Puts another value into a cell.
   *
   * @param row number of the row, from 1 after the line of names
   * @param value value; that of another column of the row, when it starts with =
   */
  EditedRun set(String table, int row, String column, String value) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(file(table)));
    String[] cells = lines.get(row).split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1); // texts in quotes may hold commas
    int at = Arrays.asList(lines.getFirst().split(",")).indexOf(column);
    assertThat(at).as(column).isNotNegative();
    String by = value.startsWith("=") ? cells[Arrays.asList(lines.getFirst().split(",")).indexOf(value.substring(1))] : value;
    assertThat(cells[at]).as(column).isNotEqualTo(by);
    cells[at] = by;
    lines.set(row, String.join(",", cells));
    Files.write(file(table), lines);
    return this;
  }

  /** Replaces text of a file. */
  EditedRun replace(String name, String what, String by) throws IOException {
    String text = Files.readString(file(name));
    assertThat(text).contains(what);
    Files.writeString(file(name), text.replace(what, by));
    return this;
  }

  /** Takes all digests out of its summary, as older versions wrote it. */
  EditedRun withoutDigests() throws IOException {
    String text = Files.readString(file("summary.json"));
    int partial = text.indexOf(",\n  \"files\"");
    assertThat(partial).isPositive();
    Files.writeString(file("summary.json"), text.substring(0, partial) + "\n}\n");
    return this;
  }

  /** Runs a command on it. */
  Program ask(String command, String... more) {
    return Program.run(Stream.concat(Stream.of(command, folder.toString()), Stream.of(more)).toArray(String[]::new));
  }

  /** Writes its report into its folder. */
  Program report(String... more) {
    return ask("report", more);
  }
}
