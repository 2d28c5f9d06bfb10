package dev.inflight.lab.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.digest.SummaryDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares run folders file by file. */
public final class Folders {
  private static final String OF_THE_MACHINE = "  \"("
      + SummaryDigest.OF_THE_MACHINE.stream().sorted().collect(Collectors.joining("|")) + ")\" : [^,]+,";

  private Folders() {
  }

  /** Requires the same files with the same bytes, but for the keys of the summary that depend on the machine. */
  public static void assertSame(Path one, Path other, String about) throws IOException {
    List<String> names = names(one);
    assertThat(names(other)).as(about).isEqualTo(names);
    for (String name : names) {
      if (name.equals(RunFolder.SUMMARY)) {
        assertThat(summary(other)).as("%s of %s", name, about).isEqualTo(summary(one));
      } else if (Files.mismatch(one.resolve(name), other.resolve(name)) >= 0) {
        assertThat(other.resolve(name)).as("%s of %s", name, about).hasSameTextualContentAs(one.resolve(name));
        assertThat(other.resolve(name)).as("%s of %s", name, about).hasSameBinaryContentAs(one.resolve(name));
      }
    }
  }

  private static List<String> names(Path run) throws IOException {
    try (Stream<Path> files = Files.walk(run)) {
      return files.filter(Files::isRegularFile).map(file -> run.relativize(file).toString()).sorted().toList();
    }
  }

  private static String summary(Path run) throws IOException {
    return Files.readString(run.resolve(RunFolder.SUMMARY)).replaceAll(OF_THE_MACHINE, "$1");
  }
}
