package dev.inflight.livetools.live.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** The programs {@code ip} and {@code tc} of iproute2, which make namespaces and interfaces, and queues of these. */
public final class Ip {
  /** It could not do what was asked. */
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
   * Does several things at once, each written as behind {@code ip}.
   *
   * @throws Failure with what {@code ip} says of the first one that it cannot do
   */
  public static void batch(List<String> commands) {
    if (!commands.isEmpty()) {
      run(List.of("ip", "-batch", "-"), String.join("\n", commands) + "\n");
    }
  }

  /** Does several things at once within a namespace. */
  public static void batch(String namespace, List<String> commands) {
    run(List.of("ip", "-netns", namespace, "-batch", "-"), String.join("\n", commands) + "\n");
  }

  /** Does several things at once about queues of interfaces within a namespace, each written as behind {@code tc}. */
  static void queues(String namespace, List<String> commands) {
    run(List.of("tc", "-netns", namespace, "-batch", "-"), String.join("\n", commands) + "\n");
  }

  /**
   * The cause that {@code ip} does not say: it keeps a descriptor open for each line that names a namespace, and takes the name of one that it cannot open
   * for a wrong one.
   *
   * @param said what it says
   * @param lines of its input
   * @param limit open files that a process may have
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
        // It has stopped before it has read all, and says why below.
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
