package dev.inflight.lab.input;

import dev.inflight.lab.kind.FileKind;
import dev.inflight.lab.kind.NamedFile;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the files that a configuration file names. The authors' simulator runs in a parent folder, and names are relative to that
 * folder. The search covers the configuration file's folder, the working directory, and the folders above the configuration file.
 * For a name of the command line, the working directory comes first.
 */
final class ReferenceFiles {
  /**
   * Maximum number of folders above a configuration that are searched.
   * Names are relative to the simulation folder, and configurations are as deep as mix/SUITE/GROUP/CASE/config/config.txt.
   */
  private static final int MOST_FOLDERS_UP = 6;
  private static final int LETTERS_OF_AN_EDIT = 3;
  private static final String FLOW_FILE = "FLOW_FILE";

  private final InputText text;
  private final ReferenceValues values;
  private final List<String> notes = new ArrayList<>();

  ReferenceFiles(InputText text, ReferenceValues values) {
    this.text = text;
    this.values = values;
  }

  /** Notes about files that were found after the first place of the search. */
  List<String> notes() {
    return notes;
  }

  /** Topology file, as the user would write it. */
  String topology() {
    if (!values.has("TOPOLOGY_FILE") && isOfAstra()) {
      throw values.place("TOPOLOGY_FILE")
          .error("TOPOLOGY_FILE is missing, as SimAI names it with its option -n; name it with" + " --set TOPOLOGY_FILE=FILE");
    }
    return find("TOPOLOGY_FILE", "TOPOLOGY_FILE", values.word("TOPOLOGY_FILE"));
  }

  /** Flow file. */
  String flows() {
    String key = FLOW_FILE;
    String named = ForkKeys.FLOW_FILE_NAME;
    return values.has(named) && !values.has(key)
        ? find(key, named, "mix/traffic/" + values.word(named) + ".txt")
        : find(key, key, values.word(key));
  }

  /** Warns about a file of TCP flows that announces none, and rejects all others. */
  void checkTcpFlows() {
    String key = ForkKeys.TCP_FLOW_FILE;
    if (!values.has(key)) {
      return;
    }
    SourceLocation place = values.place(key);
    String name = values.word(key);
    Optional<Path> file = place.check(() -> places(name, values.isOption(key))).stream().filter(Files::isRegularFile).findFirst();
    if (file.isPresent() && !InputText.readForeign(file.get()).fields().getFirst().word(0).equals("0")) {
      throw place.error(key + " names " + Quoted.shortened(name) + ", which has flows of TCP: they are not available with a"
          + " config.txt; remove " + key);
    }
    Notices.add(place, key, key + " names " + Quoted.shortened(name)
        + (file.isPresent() ? ", which announces no flows; it has no effect" : ", and there is no such file; it has no effect"));
  }

  /** SimAI and astra-sim generate the traffic from a workload, and write at most FLOW_FILE. */
  private boolean isOfAstra() {
    return values.isOf(ForkKeys.SIMAI) || values.isOf(ForkKeys.ASTRA);
  }

  private String find(String key, String setBy, String name) {
    SourceLocation place = values.place(setBy);
    List<Path> places = place.check(() -> places(name, values.isOption(setBy)));
    Path file = places.stream().filter(ReferenceFiles::isFile).findFirst().orElseThrow(() -> missing(key, setBy, name, places));
    checkKind(key, setBy, file);
    if (!file.equals(places.getFirst())) {
      notes.add(place + ": " + setBy + " " + Quoted.shortened(name) + " is read from " + file + ", as it is not "
          + (values.isOption(setBy) ? "in the working directory" : "beside this file"));
    }
    return file.toString();
  }

  private InputError missing(String key, String setBy, String name, List<Path> places) {
    boolean folder = places.stream().anyMatch(Files::isDirectory);
    Path beside = text.sibling(String.valueOf(places.getFirst().getFileName()));
    String advice = isFile(beside)
        ? "; a file of this name is beside the configuration: --set " + key + "=" + beside
        : (folder ? "" : near(places.getFirst())) + "; looked for "
            + String.join(", ", places.stream().map(Path::toString).toList()) + "; another is named with --set " + key + "=FILE";
    return values.place(setBy)
        .error(setBy + " names " + Quoted.shortened(name)
            + (folder ? ", which is a folder; a file is needed" : ", and there is no such file") + advice
            + (key.equals(FLOW_FILE) && isOfAstra() ? ", or SimAI's workload with --set \"flows=trace(path=FILE)\"" : ""));
  }

  private static boolean isFile(Path path) {
    return Files.exists(path) && !Files.isDirectory(path);
  }

  /** Rejects a file of another kind by its first bytes. Size files cannot be recognized: they are numbers, as these files are. */
  private void checkKind(String key, String setBy, Path file) {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      return; // a pipe delivers its bytes once; the reader reports unreadable files
    }
    boolean flows = key.equals(FLOW_FILE);
    NamedFile.kind(file).filter(kind -> kind != FileKind.SIZES)
        .filter(kind -> flows ? kind != FileKind.FLOWS : !kind.isTopology()).ifPresent(kind -> {
          boolean trace = flows && !kind.isTopology();
          throw values.place(setBy)
              .error(setBy + " names " + Quoted.shortened(file.toString()) + ", which is " + kind
                  + (trace
                      ? "; it is named with --set \"flows=trace(path=" + file + ")\""
                      : "; a " + (flows ? "flow" : "topology") + " file is needed"));
        });
  }

  /** Places of a name in the order of the search, as the user would write them. */
  private List<Path> places(String name, boolean isOption) {
    Path here = Path.of(name);
    Path beside = text.sibling(name);
    if (here.isAbsolute() || InputText.isPipe(text.path())) {
      return List.of(here);
    }
    var places = new ArrayList<>(isOption ? List.of(here, beside) : List.of(beside, here));
    Path folder = text.path().toAbsolutePath().normalize().getParent();
    for (int up = 0; up < MOST_FOLDERS_UP && here.getNameCount() > 1 && folder != null; up++) {
      folder = folder.getParent();
      if (folder != null) {
        places.add(shown(folder.resolve(here).normalize()));
      }
    }
    var distinct = new LinkedHashMap<Path, Path>();
    places.forEach(place -> distinct.putIfAbsent(place.toAbsolutePath().normalize(), place));
    return List.copyOf(distinct.values());
  }

  /** Path as the user would write it: relative if it is below the working directory. */
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
      return Suggestion.near(name, names, LETTERS_OF_AN_EDIT).map(like -> "; did you mean " + like + "?").orElse("");
    } catch (IOException unreadable) {
      return "";
    }
  }
}
