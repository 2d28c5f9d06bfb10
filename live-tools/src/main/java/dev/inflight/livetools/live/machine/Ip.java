package dev.inflight.livetools.live.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** Programs {@code ip} and {@code tc} of iproute2, which create namespaces, interfaces and their queues. */
public final class Ip {
  /** Failure of one of the programs. */
  public static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Failure(String message) {
      super(message);
    }
  }

  private static final int OWN_DESCRIPTORS = 8;
  private static final Pattern INVALID = Pattern.compile("Invalid \"?netns\"? value");

  private Ip() {
  }

  /**
   * Runs several commands of {@code ip} at once, each without the program's name.
   *
   * @throws Failure with the message of {@code ip} about the first failed command
   */
  public static void batch(List<String> commands) {
    if (!commands.isEmpty()) {
      run(List.of("ip", "-batch", "-"), String.join("\n", commands) + "\n");
    }
  }

  /** Runs several commands of {@code ip} at once within a namespace. */
  public static void batch(String namespace, List<String> commands) {
    run(List.of("ip", "-netns", namespace, "-batch", "-"), String.join("\n", commands) + "\n");
  }

  /** Runs several commands of {@code tc} at once within a namespace, each without the program's name. */
  static void queues(String namespace, List<String> commands) {
    run(List.of("tc", "-netns", namespace, "-batch", "-"), String.join("\n", commands) + "\n");
  }

  /**
   * Cause of a failure that {@code ip} reports wrongly: it keeps a descriptor open for each line with a namespace, and calls a
   * name invalid if it has no descriptor left to open it.
   *
   * @param said message of {@code ip}
   * @param lines number of lines of its input
   * @param limit limit of a process's open files
   */
  static String outOfDescriptors(String said, long lines, long limit) {
    return INVALID.matcher(said).find() && lines + OWN_DESCRIPTORS > limit
        ? ". The cause: too many open files. It needs one for each of " + lines + " lines, and may have " + limit
            + " (ulimit -n): a limit of 4096 is enough"
        : "";
  }

  private static void run(List<String> command, String input) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (var in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      } catch (IOException ended) {
        // The program has stopped before the end of its input, and reports the reason below.
      }
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new Failure("`" + String.join(" ", command) + "` says: " + said.strip()
            + outOfDescriptors(said, input.lines().count(), OpenFilesLimit.ofProcess()));
      }
    } catch (IOException missing) {
      throw new Failure("the program `" + command.getFirst() + "` of iproute2 cannot be run: " + missing.getMessage());
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      throw new Failure("interrupted while `" + command.getFirst() + "` ran");
    }
  }
}
