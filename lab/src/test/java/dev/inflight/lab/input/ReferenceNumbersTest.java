package dev.inflight.lab.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.inflight.cc.rival.DcqcnAuthors;
import dev.inflight.lab.Program;
import dev.inflight.lab.read.InputError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers of a configuration that are out of range, do not fit or are none: each is an error of its line. */
class ReferenceNumbersTest {
  private static final List<String> ODD = List.of("", "0", "-1", "-5", "0.5", "NaN", "inf", "1e19", "-1e19", "1e400",
      "99999999999999999999", "9223372036854775807", "9223372036854", "2147483647", "0x7f", "x");
  private static final List<String> OF_SCHEMES = List.of("ALPHA_RESUME_INTERVAL", "RATE_DECREASE_INTERVAL", "RP_TIMER",
      "FAST_RECOVERY_TIMES", "EWMA_GAIN", "RATE_AI", "RATE_HAI", "DCTCP_RATE_AI", "MIN_RATE", "CLAMP_TARGET_RATE", "U_TARGET",
      "MI_THRESH", "FAST_REACT", "SAMPLE_FEEDBACK", "HAS_WIN", "VAR_WIN", "INT_MULTI", "PACKET_PAYLOAD_SIZE", "LINK_DOWN");

  @TempDir
  private Path folder;
  private ConfigFolder config;

  @BeforeEach
  void write() throws IOException {
    config = new ConfigFolder(folder).write();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"RP_TIMER 0 | RP_TIMER 0 is outside 1 to ", "RP_TIMER -5 | RP_TIMER -5 is outside 1 to ",
      "ALPHA_RESUME_INTERVAL 0.5 | ALPHA_RESUME_INTERVAL 0.5, cut to 0, is outside 1 to ",
      "ALPHA_RESUME_INTERVAL 20000000000000 | ALPHA_RESUME_INTERVAL 20000000000000 is outside 1 to ",
      "RATE_DECREASE_INTERVAL 1e19 | RATE_DECREASE_INTERVAL 1e19 is outside 1 to ",
      "RP_TIMER nan | RP_TIMER 'nan' is not a number"})
  void refusesTimersByLine(String line, String message) throws IOException {
    config.with(ConfigFolder.PLAIN + line + "\n");
    assertThatThrownBy(() -> config.read("CC_MODE=1")).isInstanceOf(InputError.class)
        .hasMessageStartingWith(config.config() + ":14: " + message);
  }

  @Test
  void cutsTimersToWholeMicrosecondsWithAWarning() throws IOException {
    config.with(ConfigFolder.PLAIN + "RATE_DECREASE_INTERVAL 4.7\nALPHA_RESUME_INTERVAL 1e1\n");
    var scenario = config.read("CC_MODE=1");
    assertThat(scenario.warnings()).containsExactly(
        config.config() + ":14: RATE_DECREASE_INTERVAL 4.7 is read as 4, as by the authors' simulator");
    assertThat(scenario.setup().scheme()).isInstanceOfSatisfying(DcqcnAuthors.class, scheme -> {
      assertThat(scheme.decreaseIntervalPs()).isEqualTo(4_000_000);
      assertThat(scheme.alphaIntervalPs()).isEqualTo(10_000_000);
    });
  }

  /** Failures that are no errors of the user are reported as bugs, with exit code 1. */
  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "3", "7", "8", "12"})
  void refusesOddValuesOfEachKeyByLine(String mode) throws IOException {
    var all = new SoftAssertions();
    for (String key : mode.equals("3") ? ReferenceKeys.all() : OF_SCHEMES) {
      for (String value : ODD) {
        config.with(ConfigFolder.PLAIN.replace("CC_MODE 3", "CC_MODE " + mode) + key + " " + value + "\n");
        Throwable thrown = catchThrowable(() -> config.read());
        if (thrown != null) {
          all.assertThat(thrown).as(key + " " + value).isInstanceOf(InputError.class)
              .hasMessageStartingWith(config.config() + ":");
        }
      }
    }
    all.assertAll();
  }

  @Test
  void exitsWithTheCodeOfBadInput() throws IOException {
    config.with(ConfigFolder.PLAIN + "RP_TIMER 0\n");
    Program run = Program.run("run", config.config().toString(), "--set", "CC_MODE=1", "--out", folder.resolve("out").toString());
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).startsWith("inflight: " + config.config() + ":14: RP_TIMER 0 is outside 1 to ");
  }

  /** Each configuration that passes the check runs. */
  @ParameterizedTest
  @ValueSource(strings = {"1", "3", "7", "8"})
  void runsOddValuesOfSchemes(String mode) throws IOException {
    // Marks from the first queued packet on, so that what follows a mark runs too.
    Files.writeString(folder.resolve("topology.txt"), "3 1 2\n2\n0 2 100Gbps 1us 0\n1 2 25Gbps 1us 0\n");
    Files.writeString(folder.resolve("flow.txt"), "2\n0 1 3 100 50000 2.0\n0 1 3 101 50000 2.0\n");
    String marks = "KMIN_MAP 1 25000000000 0\nKMAX_MAP 1 25000000000 1\nPMAX_MAP 1 25000000000 1\n";
    var all = new SoftAssertions();
    for (String key : OF_SCHEMES) {
      for (String value : List.of("0", "0.5", "1e19", "4611686018427", "9223372036854775807", "2147483647")) {
        config.with(ConfigFolder.PLAIN.replace("CC_MODE 3", "CC_MODE " + mode) + marks + key + " " + value + "\n");
        Program run = Program.run("run", config.config().toString(), "--quiet", "--force", "--out",
            folder.resolve("out").toString());
        all.assertThat(run.exit()).as(key + " " + value + ": " + run.err()).isNotEqualTo(1);
      }
    }
    all.assertAll();
  }
}
