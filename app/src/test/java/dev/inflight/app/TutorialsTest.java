package dev.inflight.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.inflight.app.Documents.Block;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each tutorial, as a shell runs it in an empty folder with the launcher. A block marked {@code sh} ends with exit code 0. Lines of a block
 * marked {@code text} after it are lines of its output, in this order; {@code ...} matches further ones between. A block after a line that
 * ends in "as `NAME`:" becomes that file.
 */
class TutorialsTest {
  private static final Path TUTORIALS = Documents.ROOT.resolve("docs/tutorials");
  private static final Pattern FILE = Pattern.compile(".*\\bas `([\\w.-]+)`:");
  private static final String LIVE = "live.md";

  @TempDir
  private Path folder;

  static Stream<Path> tutorials() throws IOException {
    try (Stream<Path> pages = Files.list(TUTORIALS)) {
      return pages.filter(page -> !page.endsWith(LIVE)).sorted().toList().stream();
    }
  }

  @Tag("sweep")
  @ParameterizedTest
  @MethodSource("tutorials")
  void runsAsPrinted(Path page) throws IOException, InterruptedException {
    run(page);
  }

  @Tag("live")
  @Test
  void liveTutorialRunsAsPrinted() throws IOException, InterruptedException {
    assumeTrue("root".equals(System.getProperty("user.name")) && Files.exists(Path.of("/run/netns")),
        "needs root and namespaces");
    run(TUTORIALS.resolve(LIVE));
  }

  /** The program in ten lines of Java, with the output that README.md shows. */
  @Tag("sweep")
  @Test
  void libraryExampleOfTheReadmePrintsTheShownOutput() throws IOException, InterruptedException {
    List<Block> blocks = Documents.blocks(Documents.ROOT.resolve("README.md"));
    Block java = blocks.stream().filter(block -> block.language().equals("java")).findFirst().orElseThrow();
    Files.writeString(folder.resolve("Flow.java"), java.text());
    assertShown(blocks.get(blocks.indexOf(java) + 1), shell(java() + " Flow.java", java.toString()));
  }

  private void run(Path page) throws IOException, InterruptedException {
    Path launcher = Files.writeString(folder.resolve("inflight"),
        "#!/bin/sh\nexec " + java() + " dev.inflight.lab.cli.Main \"$@\"\n");
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    List<String> lines = Documents.lines(page);
    String output = "";
    int commands = 0;
    for (Block block : Documents.blocks(page)) {
      Matcher file = FILE.matcher(lines.get(Math.max(0, block.line() - 3)));
      if (file.matches()) {
        Files.writeString(folder.resolve(file.group(1)), block.text() + "\n");
      } else if (block.language().equals("sh")) {
        output = shell(block.text(), block.toString());
        commands++;
      } else if (block.language().equals("text")) {
        assertShown(block, output);
      }
    }
    assertThat(commands).as("commands of " + page).isGreaterThan(1);
  }

  private static String java() {
    String classes = Stream.of("java.class.path", "jdk.module.path").map(property -> System.getProperty(property, ""))
        .flatMap(path -> Stream.of(path.split(File.pathSeparator))).filter(path -> !path.isEmpty())
        .map(path -> Path.of(path).toAbsolutePath().toString()).collect(Collectors.joining(File.pathSeparator));
    return "'" + Path.of(System.getProperty("java.home"), "bin", "java") + "' --enable-native-access=ALL-UNNAMED -cp '" + classes
        + "'";
  }

  private String shell(String commands, String where) throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "needs bash");
    var builder = new ProcessBuilder("/bin/bash", "-eu", "-c", commands).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(where + "\n" + output).isZero();
    return output;
  }

  /** Lines between two {@code ...} are printed one below the other, but for empty ones. */
  private static void assertShown(Block shown, String output) {
    List<String> printed = lines(output);
    for (String part : shown.text().split("(?m)^\\.\\.\\.$")) {
      List<String> together = lines(part);
      int at = Collections.indexOfSubList(printed, together);
      assertThat(at).as("%s shows one below the other%n%s%nof%n%s", shown, part, output).isNotNegative();
      printed = printed.subList(at + together.size(), printed.size());
    }
  }

  private static List<String> lines(String text) {
    return text.lines().map(String::stripTrailing).filter(line -> !line.isEmpty()).toList();
  }
}
