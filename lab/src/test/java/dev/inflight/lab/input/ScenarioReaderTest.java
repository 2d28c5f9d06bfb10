package dev.inflight.lab.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.read.InputError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Any file is read, or rejected with a sentence that starts with a file's name; no other exception occurs. */
class ScenarioReaderTest {
  private static final Path DUMBBELL = Path.of("src/test/resources/reference/dumbbell-2to1-hpcc");
  private static final String[] FILES = {"config.txt", "topology.txt", "flow.txt"};
  private static final String YAML = """
      name: x
      topology: star(hosts=4, rate=100Gbps)
      flows:
        - incast(senders=3, size=5KB, start=2us)
        - "flow(from=0, to=1)"
      scheme: hpcc(eta=0.9, react=per-rtt)
      until: 5ms
      ecn: [{rate: 100Gbps, kmin: 400KB, kmax: 1600KB, pmax: 0.2}]
      acks: {every: 2, delay: 3us}
      sample: {from: 1us, until: 2us, every: 10ns}
      events:
        - {at: 10us, link: [0, 4], state: down}
      """;

  private static final String CHARACTERS = "0159-. \n\t\0:,()[]{}\"'#&*%eEab\u00FC";

  @TempDir
  private Path folder;

  @Test
  void damagedExperimentsAreReadOrRefused() throws IOException {
    var random = new Random(5);
    int refused = 0;
    for (int i = 0; i < 600; i++) {
      int damaged = random.nextInt(FILES.length);
      for (int file = 0; file < FILES.length; file++) {
        String text = Files.readString(DUMBBELL.resolve(FILES[file]));
        write(FILES[file], file == damaged ? damage(text, random) : text);
      }
      refused += isRefused("config.txt") ? 1 : 0;
    }
    assertThat(refused).isGreaterThan(200);
  }

  @Test
  void damagedScenariosAreReadOrRefused() throws IOException {
    var random = new Random(6);
    int refused = 0;
    for (int i = 0; i < 600; i++) {
      write("s.yaml", damage(YAML, random));
      refused += isRefused("s.yaml") ? 1 : 0;
    }
    assertThat(refused).isGreaterThan(200);
  }

  private boolean isRefused(String file) {
    try {
      ScenarioReader.read(folder.resolve(file));
      return false;
    } catch (InputError error) {
      assertThat(error).message().startsWith(folder.toString()).contains(": ");
      return true;
    }
  }

  private void write(String file, String text) throws IOException {
    Files.write(folder.resolve(file), text.getBytes(ISO_8859_1));
  }

  /** Changes, inserts, removes or doubles a little of the text. */
  private static String damage(String text, Random random) {
    var damaged = new StringBuilder(text);
    for (int n = 1 + random.nextInt(2); n > 0; n--) {
      int at = random.nextInt(damaged.length() - 8);
      String some = String.valueOf(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
      switch (random.nextInt(4)) {
        case 0 -> damaged.replace(at, at + 1, some);
        case 1 -> damaged.insert(at, some);
        case 2 -> damaged.delete(at, at + 1 + random.nextInt(8));
        default -> damaged.insert(at, damaged.substring(at, at + 1 + random.nextInt(8)));
      }
    }
    return damaged.toString();
  }
}
