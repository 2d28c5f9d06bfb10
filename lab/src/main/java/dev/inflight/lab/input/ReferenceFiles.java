package dev.inflight.lab.input;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the files that a configuration file names. The authors' simulator runs in a folder above and takes names from there, so a name is
 * looked up beside the configuration file, then in the working directory, then in the folders above the configuration file.
 */
final class ReferenceFiles {
  /** ConWeave's mix/output/ID/config.txt names config/topology.txt. */
  private static final int MOST_FOLDERS_UP = 3;

  private final InputText text;
  private final ReferenceValues values;

  ReferenceFiles(InputText text, ReferenceValues values) {
    this.text = text;
    this.values = values;
  }

  /** The topology file, as the user would name it. */
  String topology() {
    if (!values.has("TOPOLOGY_FILE") && isOfAstra()) {
      throw values.place("TOPOLOGY_FILE")
          .error("TOPOLOGY_FILE is missing, as SimAI names it with its option -n; name it with" + " --set TOPOLOGY_FILE=FILE");
    }
    return find("TOPOLOGY_FILE", "TOPOLOGY_FILE", values.word("TOPOLOGY_FILE"));
  }

  /** The flow file. */
  String flows() {
    String key = "FLOW_FILE";
    String named = ForkKeys.FLOW_FILE_NAME;
    return values.has(named) && !values.has(key)
        ? find(key, named, "mix/traffic/" + values.word(named) + ".txt")
        : find(key, key, values.word(key));
  }

  /** Warns of a file of TCP flows that announces none, and refuses others. */
  void checkTcpFlows() {
    String key = ForkKeys.TCP_FLOW_FILE;
    if (!values.has(key)) {
      return;
    }
    SourceLocation place = values.place(key);
    String name = values.word(key);
    Path beside = values.isOption(key) ? Path.of(name) : place.check(() -> text.sibling(name));
    Optional<Path> file = Stream.concat(Stream.of(beside), elsewhere(name).stream()).filter(Files::isRegularFile).findFirst();
    if (file.isPresent() && !InputText.read(file.get()).fields().getFirst().word(0).equals("0")) {
      throw place.error(key + " names " + Quoted.shortened(name) + ", which has flows of TCP: they are not available with a"
          + " config.txt; leave " + key + " out");
    }
    Notices.add(place, key, key + " names " + Quoted.shortened(name)
        + (file.isPresent() ? ", which announces no flows; it has no effect" : ", and there is no such file; it has no effect"));
  }

  /** SimAI and astra-sim make the traffic from a workload, and write FLOW_FILE at most. */
  private boolean isOfAstra() {
    return values.isOf(ForkKeys.SIMAI) || values.isOf(ForkKeys.ASTRA);
  }

  private String find(String key, String setBy, String name) {
    SourceLocation place = values.place(setBy);
    if (values.isOption(setBy)) {
      return name; // on the command line it is named from where the user is
    }
    Path beside = place.check(() -> text.sibling(name));
    if (Files.exists(beside)) {
      return beside.toString();
    }
    List<Path> elsewhere = elsewhere(name);
    for (Path other : elsewhere) {
      if (Files.exists(other) && !Files.isDirectory(other)) {
        Notices.add(place, setBy, setBy + " names " + Quoted.shortened(name) + ", which is not there beside this file; read from "
            + shown(other) + " instead");
        return shown(other).toString();
      }
    }
    throw place.error(setBy + " names " + Quoted.shortened(name) + ", and there is no such file" + near(beside) + "; looked for "
        + String.join(", ",
            Stream.concat(Stream.of(beside),
                elsewhere.stream().filter(other -> !other.equals(beside.toAbsolutePath().normalize())).map(ReferenceFiles::shown))
                .map(Path::toString).toList())
        + "; another is named with --set " + key + "=FILE"
        + (key.equals("FLOW_FILE") && isOfAstra() ? ", or SimAI's workload with --set \"flows=trace(path=FILE)\"" : ""));
  }

  /** Where else a relative name may lead, nearest first. */
  private List<Path> elsewhere(String name) {
    Path relative = Path.of(name);
    var places = new ArrayList<Path>();
    if (relative.isAbsolute() || InputText.isPipe(text.path())) {
      return places;
    }
    places.add(relative.toAbsolutePath().normalize());
    Path folder = text.path().toAbsolutePath().normalize().getParent();
    for (int up = 0; up < MOST_FOLDERS_UP && relative.getNameCount() > 1 && folder != null; up++) {
      folder = folder.getParent();
      if (folder != null) {
        places.add(folder.resolve(relative).normalize());
      }
    }
    return places.stream().distinct().toList();
  }

  /** A path as the user would write it: from the working directory where it is below that. */
  private static Path shown(Path absolute) {
    Path here = Path.of("").toAbsolutePath();
    return absolute.startsWith(here) ? here.relativize(absolute) : absolute;
  }

  private static String near(Path missing) {
    Path folder = missing.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      return "";
    }
    String name = String.valueOf(missing.getFileName());
    try (Stream<Path> files = Files.list(folder)) {
      List<String> names = files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
      return Suggestion.to(name, names).filter(like -> 3 * Suggestion.edits(name, like) <= like.length())
          .map(like -> "; did you mean " + like + "?").orElse("");
    } catch (IOException unreadable) {
      return "";
    }
  }
}
