package dev.inflight.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.read.InputError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One wrong input and the message it must give, from a text file: blocks, separated by blank lines, of a comment, the input, and the
 * message after {@code =}, a line for each error.
 *
 * @param title the comment
 * @param input the lines of the input
 * @param message the exact message
 */
public record GoldenErrors(String title, List<String> input, String message) {
  public static Stream<GoldenErrors> of(String file) {
    try {
      String text = Files.readString(Path.of("src/test/resources/errors", file));
      return Arrays.stream(text.strip().split("\n{2,}")).map(block -> block.lines().toList()).map(lines -> new GoldenErrors(
          lines.getFirst().substring(2), lines.stream().skip(1).filter(line -> !line.startsWith("= ")).toList(),
          lines.stream().filter(line -> line.startsWith("= ")).map(line -> line.substring(2)).collect(Collectors.joining("\n"))));
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }

  /** Runs a reading that must fail; folder names are cut from its message. */
  public void check(Path folder, Runnable reading) {
    try {
      reading.run();
    } catch (InputError error) {
      assertThat(error.getMessage().replace(folder + "/", "")).isEqualTo(message);
      return;
    }
    throw new AssertionError("nothing was refused; expected: " + message);
  }

  @Override
  public String toString() {
    return title;
  }
}
