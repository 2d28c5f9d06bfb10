package dev.inflight.lab.extension;

import dev.inflight.lab.listing.Listed;
import dev.inflight.lab.result.RunFolder;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.SequencedMap;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * Commands that another module adds to the program. It is found on the class path by {@link ServiceLoader}: a module names its class in
 * {@code META-INF/services/dev.inflight.lab.extension.Extension}, and this one does not know it.
 */
public interface Extension {
  /**
   * Where a command prints and writes.
   *
   * @param out standard output
   * @param err standard error
   * @param disk opens the files of a run's folder
   */
  record Streams(PrintStream out, PrintStream err, RunFolder.Opener disk) {
  }

  /** A command with subcommands, as {@code live} is. */
  interface Group {
    /** The same for picocli, with its subcommands. To make them takes picocli as long as a short run. */
    Object withSubcommands();
  }

  /**
   * What makes its commands, each of a class that picocli knows by its annotation, by name and in the order of the help. The help of the
   * program makes all of them, so making one costs nothing until picocli reads it.
   */
  SequencedMap<String, Function<Streams, Object>> commands();

  /** The kinds of names that {@code list} shows besides those of scenarios. */
  default List<Listed> listed() {
    return List.of();
  }

  /** All extensions, by the name of their first command. */
  static List<Extension> all() {
    return ServiceLoader.load(Extension.class).stream().map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(extension -> extension.commands().firstEntry().getKey())).toList();
  }
}
