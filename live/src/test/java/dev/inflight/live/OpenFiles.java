package dev.inflight.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Open descriptors of this process. */
public final class OpenFiles {
  private OpenFiles() {
  }

  /** How many there are: sockets, pipes, and those of bpf and the like, but no files, which the virtual machine opens as it likes. */
  public static long count() {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.filter(OpenFiles::isNoFile).count();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static boolean isNoFile(Path descriptor) {
    try {
      return !Files.readSymbolicLink(descriptor).toString().startsWith("/");
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }
}
