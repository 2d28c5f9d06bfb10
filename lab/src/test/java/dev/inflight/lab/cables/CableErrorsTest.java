package dev.inflight.lab.cables;

import dev.inflight.lab.GoldenErrors;
import dev.inflight.lab.files.FileTopology;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.spec.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Errors in a list of cables are reported with their line: the cases are {@code errors/cables.txt}, the first line of each is the file. */
class CableErrorsTest {
  @TempDir
  private Path folder;

  static Stream<GoldenErrors> cases() {
    return GoldenErrors.of("cables.txt");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void rejectsInvalidCables(GoldenErrors wrong) throws IOException {
    List<String> lines = wrong.input();
    Path file = folder.resolve(lines.getFirst().replaceAll(",.*", ""));
    Files.writeString(file, String.join("\n", lines.subList(1, lines.size())).replace("\\x07", "\u0007").replace("\\t", "\t"));
    Spec spec = Spec.parse("file(" + folder + "/" + lines.getFirst() + ")", SourceLocation.of("topology"));
    var topology = (FileTopology) Catalog.TOPOLOGIES.bind(spec, SourceLocation.of("topology"));
    wrong.check(folder, () -> Notices.collect(new ArrayList<>(), topology::build));
  }
}
