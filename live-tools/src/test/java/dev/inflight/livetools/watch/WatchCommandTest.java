package dev.inflight.livetools.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Input that {@code inflight watch} rejects before it opens an interface. */
class WatchCommandTest {
  @TempDir
  private Path folder;

  private static void refuses(String why, String... arguments) {
    Program program = Program.run(arguments);
    assertThat(program.err()).startsWith(why).endsWith("\n");
    assertThat(program.err().lines()).hasSize(1);
    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"--every | 1ms | inflight: --every: 1ms is shorter than 10ms",
      "--every | 5 | inflight: --every: time '5' has no unit; write it as in 5us",
      "--for | 0s | inflight: --for: a time above 0 is needed",
      "--link-rate | 100Gb | inflight: --link-rate: rate '100Gb' has the unknown unit 'Gb'; did you mean 'Gbps'? known: ",
      "--telemetry | nativ | inflight: --telemetry: unknown telemetry format 'nativ'; did you mean 'native'?",
      "--int-dscp | 64 | inflight: --int-dscp: DSCP 64 is outside 0 to 63",
      "--netns | no/where | inflight: --netns: network namespace 'no/where': the name must be one that `ip netns list` shows"})
  void optionsAreChecked(String option, String value, String why) {
    refuses(why, "watch", "lo", option, value);
  }

  @Test
  void namesNearestInterface() {
    refuses("inflight: watch: unknown interface 'loo'; did you mean 'lo'? known: ", "watch", "loo");
  }

  @Test
  void rejectsNonemptyFolder() throws IOException {
    Files.writeString(folder.resolve("mine"), "");
    refuses("inflight: " + folder + ": the folder is not empty; choose another with --out\n", "watch", "lo", "--out",
        folder.toString());
    refuses("inflight: " + folder.resolve("mine") + ": this is not a folder, so results cannot go there\n", "watch", "lo",
        "--out", folder.resolve("mine").toString());
  }
}
