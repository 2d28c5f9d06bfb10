package dev.inflight.lab.extension;

import dev.inflight.lab.listing.Listed;
import dev.inflight.lab.result.RunFolder;
import java.io.PrintStream;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;

/**
 * Source of commands from another module, on which this module does not depend. The module names its class in
 * {@code META-INF/services/dev.inflight.lab.extension.Extension}, for {@link java.util.ServiceLoader}. The program's jar names
 * the class in {@code META-INF/inflight-extensions}. With that jar on the class path the program has only the extensions that the
 * jar names; to add one, add its class there too.
 */
public interface Extension {
  /**
   * Streams and files that a command writes to.
   *
   * @param out standard output
   * @param err standard error
   * @param disk opener of the files of a run's folder
   */
  record Streams(PrintStream out, PrintStream err, RunFolder.Opener disk) {
  }

  /** Command with subcommands, as {@code live} is. */
  interface Group {
    /** Returns an object with picocli's annotations and its subcommands. picocli takes as long to create them as a short run. */
    Object withSubcommands();
  }

  /**
   * Command of the program.
   *
   * @param summary description in the help of the program, which creates no command: it reads neither classes nor annotations
   * @param maker returns an object of a class with picocli's annotations, or a specification of picocli
   */
  record Entry(String summary, Function<Streams, Object> maker) {
  }

  /** Commands of the extension, by name and in the order of the help. */
  SequencedMap<String, Entry> commands();

  /** Kinds of names that {@code list} shows besides those of scenarios. */
  default List<Listed> listed() {
    return List.of();
  }

  /** Returns all extensions, by the name of their first command. */
  static List<Extension> all() {
    // The start-up cache does not contain Comparator.comparing.
    return ExtensionIndex.read().stream().sorted((one, other) -> first(one).compareTo(first(other))).toList();
  }

  private static String first(Extension extension) {
    return extension.commands().firstEntry().getKey();
  }
}
