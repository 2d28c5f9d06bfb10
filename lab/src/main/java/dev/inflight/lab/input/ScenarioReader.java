package dev.inflight.lab.input;

import dev.inflight.lab.kind.NamedFile;
import dev.inflight.lab.kind.OtherKind;
import dev.inflight.lab.read.InputBytes;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.targets.Targets;
import dev.inflight.lab.scenario.key.ScenarioFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads scenarios and configuration files. */
public final class ScenarioReader {
  private static final String OWN_INPUT = "-";
  /** Name of standard input in messages, and the default name of its results. */
  private static final Path STDIN = Path.of("stdin");

  private ScenarioReader() {
  }

  /**
   * Reads a scenario in YAML or a configuration file of the HPCC authors' simulator. The first lines distinguish them.
   *
   * @param path path of the file; {@code -} is standard input
   * @throws InputError when the file, or one that it names, is invalid
   */
  public static Scenario read(Path path) {
    return read(path, Overrides.NONE);
  }

  /** Reads the scenario, and replaces the file's values of some keys. */
  public static Scenario read(Path path, Overrides replacements) {
    return read(text(path), replacements);
  }

  /**
   * Returns the text of a file. A pipe delivers it once.
   *
   * @throws InputError if it is a file of another kind, which a scenario would name
   */
  public static InputText text(Path path) {
    boolean own = path.toString().equals(OWN_INPUT);
    Path shown = own ? STDIN : path;
    Path named = own || InputText.isPipe(path) ? Path.of("FILE") : path;
    Consumer<byte[]> look = bytes -> refuseOthers(named, bytes, SourceLocation.of(shown));
    InputText text = own
        ? InputText.ofForeign(STDIN, InputBytes.readStandardInput(STDIN, System.in, InputBytes.SCENARIO, look))
        : InputText.readForeign(path, InputBytes.SCENARIO, look);
    if (!isConfiguration(text)) {
      text.requireUtf8(); // YAML has no other encoding
    }
    return text;
  }

  private static void refuseOthers(Path named, byte[] head, SourceLocation place) {
    OtherKind.of(head).ifPresent(other -> {
      throw place.error("this is not a scenario but " + other);
    });
    NamedFile.of(named, head).ifPresent(file -> {
      throw (Files.isRegularFile(named) ? NamedFile.open(named) : file).refusal(place);
    });
  }

  /** Reads a scenario from text. */
  public static Scenario read(InputText text, Overrides replacements) {
    boolean configuration = isConfiguration(text);
    if (configuration) {
      text.requireFilesAllowed(text.whole()); // the configuration names its topology and flow files
    } else {
      ReferenceConfig.refuseKeys(replacements);
    }
    return checked(() -> configuration ? ReferenceConfig.read(text, replacements) : ScenarioFile.read(text, replacements));
  }

  /** Reads a YAML scenario from text. */
  public static Scenario readYaml(InputText text, Overrides replacements) {
    return checked(() -> ScenarioFile.read(text, replacements));
  }

  private static Scenario checked(Supplier<Scenario> reading) {
    var warnings = new ArrayList<String>();
    var notes = new ArrayList<String>();
    Scenario scenario = Notices.collect(warnings, notes, reading);
    if (!scenario.setup().whyNothingIsSkipped().isEmpty()) {
      notes.add("fidelity fast leaves nothing out: flows are too short, or start and end too often");
    }
    return Targets.checked(scenario.withWarnings(warnings).withNotes(notes));
  }

  /**
   * Reports whether a text is a configuration of the authors' simulator: some line has an uppercase key, no colon, and values.
   */
  public static boolean isConfiguration(InputText text) {
    return isConfiguration(text.lines().stream());
  }

  /** Reports the same for a file with these first bytes. */
  public static boolean isConfiguration(byte[] head) {
    return isConfiguration(new String(head, StandardCharsets.UTF_8).lines());
  }

  private static boolean isConfiguration(Stream<String> lines) {
    String word = firstWord(lines);
    return word.matches("[A-Z][A-Z0-9_]+") || ReferenceValues.isKey(word);
  }

  /** Keys that a configuration of the authors' simulator or a related one may have. */
  public static Set<String> configurationKeys() {
    return ReferenceKeys.all();
  }

  /** First word outside comments; empty if there is none. */
  private static String firstWord(Stream<String> lines) {
    return lines.map(String::strip).filter(line -> !line.isEmpty() && !ReferenceLines.isComment(line)).findFirst()
        .map(line -> line.split("\\s", 2)[0]).orElse("");
  }
}
