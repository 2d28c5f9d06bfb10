package dev.inflight.net.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.inflight.wire.FuzzTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Inputs that the fuzzer found interesting, tried again on every build; {@code scripts/fuzz.sh} finds more. */
class FuzzCorpusTest {
  private static final Path CORPUS = Path.of("src/test/resources/corpus");

  static Set<String> decoders() {
    return FuzzTargets.ALL.keySet();
  }

  @ParameterizedTest
  @MethodSource("decoders")
  void survives(String decoder) throws IOException {
    FuzzTarget target = FuzzTargets.ALL.get(decoder).get();
    List<Path> inputs;
    try (Stream<Path> files = Files.list(CORPUS.resolve(decoder))) {
      inputs = files.toList();
    }
    assertThat(inputs).isNotEmpty();
    for (Path input : inputs) {
      byte[] data = Files.readAllBytes(input);
      assertThatCode(() -> target.accept(data)).as("%s", input).doesNotThrowAnyException();
    }
  }
}
