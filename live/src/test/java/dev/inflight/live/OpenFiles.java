package dev.inflight.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Open descriptors of this process. */
public final class OpenFiles {
  private OpenFiles() {
  }

  /** Number of open descriptors: sockets, pipes, and those of bpf and the like, but not files, which the JVM opens at any time. */
  public static long count() {
    return names().size();
  }

  /** Descriptors counted by {@link #count}, by the kernel's names. */
  public static List<String> names() {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.map(OpenFiles::name).filter(name -> !name.isEmpty() && !name.startsWith("/")).sorted().toList();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static String name(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException closedMeanwhile) {
      return "";
    }
  }
}
