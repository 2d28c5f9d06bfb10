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

  /** How many there are: sockets, pipes, and those of bpf and the like, but no files, which the virtual machine opens as it likes. */
  public static long count() {
    return names().size();
  }

  /** What {@link #count} counts, each by the kernel's name for it. */
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
