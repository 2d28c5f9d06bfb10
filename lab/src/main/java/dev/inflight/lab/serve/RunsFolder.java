package dev.inflight.lab.serve;

import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.store.Sweeps;
import dev.inflight.lab.sweep.PointsTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Folder of the served runs. The server reads and writes no other folder. */
final class RunsFolder {
  /** Reason why scenarios from clients may not name files. */
  static final String NO_FILES = "only files of the served folder are read here; use ./inflight run, explain";
  private static final String SCENARIO = "scenario.yaml";
  private static final Pattern POINT = Pattern.compile("[0-9]{1,9}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_+=-][A-Za-z0-9._+=-]{0,119}");
  /** Most frequent notation of file names, for runs that are served without reading their scenarios; reading rejects all. */
  private static final Pattern NAMES_A_FILE = Pattern.compile("(?i)\\bfile\\b");

  /** Maximum number of a scenario's parts; only repeated aliases exceed it. */
  private static final int MOST_PARTS = 1 << 20;
  private static final int DEEPEST = 200;

  private final Path root;

  RunsFolder(Path root) throws IOException {
    Files.createDirectories(root);
    this.root = root.toRealPath();
  }

  /** Names of possible runs and sweeps, newest first. */
  List<String> names() throws IOException {
    try (Stream<Path> inside = Files.list(root)) {
      return inside.filter(one -> Files.isDirectory(one, LinkOption.NOFOLLOW_LINKS))
          .filter(one -> NAME.matcher(one.getFileName().toString()).matches())
          .filter(one -> isSweep(one) || Files.isRegularFile(one.resolve(SCENARIO), LinkOption.NOFOLLOW_LINKS))
          .sorted((one, other) -> Long.compare(other.toFile().lastModified(), one.toFile().lastModified()))
          .map(one -> one.getFileName().toString()).toList();
    }
  }

  /** Reports whether a folder is a sweep's. */
  static boolean isSweep(Path folder) {
    return Files.isRegularFile(folder.resolve(PointsTable.NAME), LinkOption.NOFOLLOW_LINKS);
  }

  /** Folder of an existing run or sweep. The name of a sweep's point is {@code SWEEP/0001}. */
  Path existing(String name) throws Refusal {
    int slash = name.indexOf('/');
    Path run = slash < 0 ? fresh(name) : point(fresh(name.substring(0, slash)), name.substring(slash + 1));
    if (!Files.isDirectory(run, LinkOption.NOFOLLOW_LINKS)) {
      throw new Refusal(404, "there is no run of this name");
    }
    return run;
  }

  private static Path point(Path sweep, String point) throws Refusal {
    if (!POINT.matcher(point).matches() || !Files.isDirectory(sweep, LinkOption.NOFOLLOW_LINKS) || !isSweep(sweep)) {
      throw new Refusal(404, "there is no point of a sweep of this name");
    }
    return sweep.resolve(point);
  }

  /** Folder for a new run of this name. */
  Path fresh(String name) throws Refusal {
    if (!NAME.matcher(name).matches()) {
      throw new Refusal(400, "a name has 1 to 120 letters, digits and . _ + = -, and does not begin with a dot");
    }
    return root.resolve(name);
  }

  /** File of a run's results. */
  Path file(String run, String file) throws Refusal {
    Path found = existing(run).resolve(file);
    boolean known = ResultFiles.names().contains(file) || file.equals(SCENARIO);
    if (!known || !Files.isRegularFile(found, LinkOption.NOFOLLOW_LINKS)) {
      throw new Refusal(404, "this run has no such file");
    }
    return found;
  }

  /** Rejects a run or a sweep with links in its folder, or with a scenario that would read a file outside. */
  void checkInside(Path run) throws Refusal, IOException {
    try (Stream<Path> inside = Files.walk(run)) {
      if (inside.anyMatch(Files::isSymbolicLink)) {
        throw new Refusal(403, "this folder has symbolic links, which are not followed here");
      }
    }
    for (Path one : isSweep(run) ? Sweeps.runsOf(run, true) : List.of(run)) {
      Path scenario = one.resolve(SCENARIO);
      if (Files.isRegularFile(scenario)) {
        checkNamesNoFile(InputText.read(scenario));
      }
    }
  }

  /** Scenario from a client, which may not name files. */
  static InputText sent(String text) throws Refusal {
    InputText sent = InputText.of(Path.of("scenario"), text.getBytes(StandardCharsets.UTF_8)).alone(NO_FILES);
    checkNamesNoFile(sent);
    return sent;
  }

  private static void checkNamesNoFile(InputText text) throws Refusal {
    var left = new int[] {MOST_PARTS};
    if (namesAFile(YamlNode.root(text, tree -> tree).node(), 0, left)) {
      throw new Refusal(403,
          "this scenario names a file, and nothing outside the folder of runs is read here; use ./inflight run, report");
    }
  }

  /** Reports whether a scalar of a tree names a file. Through aliases, a node may occur many times, even within itself. */
  private static boolean namesAFile(Node node, int depth, int[] left) throws Refusal {
    left[0]--;
    if (depth > DEEPEST || left[0] < 0) {
      throw new Refusal(403, "by its aliases, this scenario has more parts than are looked at here");
    }
    boolean found = false;
    switch (node) {
      case ScalarNode scalar -> found = NAMES_A_FILE.matcher(scalar.getValue()).find();
      case SequenceNode list -> {
        for (Node one : list.getValue()) {
          found |= namesAFile(one, depth + 1, left);
        }
      }
      case MappingNode map -> {
        for (NodeTuple entry : map.getValue()) {
          found |= namesAFile(entry.getKeyNode(), depth + 1, left) | namesAFile(entry.getValueNode(), depth + 1, left);
        }
      }
      default -> found = true;
    }
    return found;
  }
}
