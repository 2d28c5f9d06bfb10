package dev.inflight.lab.input;

import dev.inflight.lab.read.InputBytes;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.ScenarioFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads what the user wants simulated. */
public final class ScenarioReader {
  /** What traces begin with: those of GOAL, and connection matrices of htsim. */
  private static final Set<String> TRACES = Set.of("num_ranks", "Nodes");
  private static final Pattern COMMENT = Pattern.compile("//.*|/\\*(?s:.*?)\\*/");
  private static final String OWN_INPUT = "-";
  /** What the program's own input is called in messages, and by default in results. */
  private static final Path STDIN = Path.of("stdin");

  private ScenarioReader() {
  }

  /**
   * Reads a scenario in YAML, or a configuration file of the HPCC authors' simulator: what it is shows in its first line.
   *
   * @param path the file; {@code -} is the program's own input
   * @throws InputError when the file, or one that it names, is not what it should be
   */
  public static Scenario read(Path path) {
    return read(path, Overrides.NONE);
  }

  /** The same with other values for some keys than the file's. */
  public static Scenario read(Path path, Overrides replacements) {
    return read(text(path), replacements);
  }

  /** What the file holds, of which a pipe tells once. */
  public static InputText text(Path path) {
    return path.toString().equals(OWN_INPUT)
        ? InputText.of(STDIN, InputBytes.readStandardInput(STDIN, System.in, InputBytes.SCENARIO))
        : InputText.read(path, InputBytes.SCENARIO);
  }

  /** A scenario of which the text is there. */
  public static Scenario read(InputText text, Overrides replacements) {
    if (isTrace(text)) {
      throw text.whole().error("this is a trace, which says nothing of a fabric; a scenario runs it by flows: trace(path=FILE),"
          + " as scenarios/ai/pipeline.yaml does");
    }
    var warnings = new ArrayList<String>();
    Scenario scenario = Notices.collect(warnings,
        () -> isConfiguration(text) ? ReferenceConfig.read(text, replacements) : ScenarioFile.read(text, replacements));
    return scenario.withWarnings(warnings);
  }

  /** Comments of GOAL are those of C. */
  private static boolean isTrace(InputText text) {
    String word = firstWord(text);
    if (!word.startsWith("//") && !word.startsWith("/*")) {
      return TRACES.contains(word);
    }
    String rest = COMMENT.matcher(String.join("\n", text.lines())).replaceAll(" ").strip();
    return TRACES.contains(rest.split("\\s", 2)[0]);
  }

  /** A line of the authors' files is a key in capitals and values; in YAML a colon follows a key. */
  private static boolean isConfiguration(InputText text) {
    String word = firstWord(text);
    return word.matches("[A-Z][A-Z0-9_]+") || ReferenceValues.isKey(word);
  }

  /** Comments are not counted; empty where there is nothing else. */
  private static String firstWord(InputText text) {
    return text.lines().stream().map(String::strip).filter(line -> !line.isEmpty() && !line.startsWith("#")).findFirst()
        .map(line -> line.split("\\s", 2)[0]).orElse("");
  }
}
