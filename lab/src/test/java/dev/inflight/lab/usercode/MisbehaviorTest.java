package dev.inflight.lab.usercode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** End of a run whose extension throws an exception, or returns an invalid result. */
class MisbehaviorTest {
  @TempDir
  private Path folder;

  private String failure(String source, String flows, String... more) throws IOException {
    Path file = Sources.write(folder, "Mine.java", source);
    Path scenario = Sources.write(folder, "s.yaml",
        "topology: star(hosts=5)\nflows: " + flows + "\nscheme: mine\n" + String.join("\n", more));
    Path out = folder.resolve("out");
    Program run = Program.run("run", scenario.toString(), "--with", file.toString(), "--out", out.toString(), "--force",
        "--quiet");
    assertThat(run.exit()).as(run.err()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(out.resolve("summary.json")).doesNotExist();
    String sentence = run.err().replace("inflight: " + scenario + ": ", "").strip();
    assertThat(Files.readString(out.resolve("FAILED")).replaceAll("\\s+", " ")).contains(sentence.substring(0, 60));
    return sentence;
  }

  private String incast(String source) throws IOException {
    return failure(source, "incast(senders=4, size=50KB)");
  }

  @Test
  void exceptionsNameClassMethodAndFlow() throws IOException {
    assertThat(incast(Sources.mine("return true;", "return ack.ackedBytes / (ack.ackedBytes - ack.ackedBytes) > 0;")))
        .isEqualTo("scheme mine, class Mine$Flow: method onAck for flow 0 (host 0 to host 4) has thrown"
            + " java.lang.ArithmeticException: / by zero, at Mine.java:40");
    assertThat(incast(Sources.mine("return true;", "return onAck(ack);")))
        .contains("class Mine$Flow: method onAck for flow 0 (host 0 to host 4) has thrown java.lang.StackOverflowError");
    assertThat(incast(Sources.mine("return new Flow(path, bdps);", "throw new IllegalStateException(\"not today\");")))
        .isEqualTo("scheme mine, class Mine: method start for flow 0 (host 0 to host 4) has thrown"
            + " java.lang.IllegalStateException: not today, at Mine.java:34");
    assertThat(incast(Sources.mine("return new Flow(path, bdps);", "return null;"))).contains("start returned null");
  }

  @Test
  void namesImpossibleWindowsAndPaces() throws IOException {
    assertThat(incast(Sources.mine("return (long) (path.bdpBytes() * bdps);", "return -5;"))).isEqualTo(
        "scheme mine, class Mine$Flow: method windowBytes for flow 0 (host 0 to host 4) has returned -5; a window is 1 bytes or more"
            + " (a double that is NaN becomes 0)");
    assertThat(incast(Sources.mine("return (long) (path.bdpBytes() * bdps);", "return (long) (0.0 / 0.0 * bdps);")))
        .contains("method windowBytes for flow 0").contains("has returned 0; a window is");
    assertThat(incast(Sources.mine("return path.lineRateBitsPerSec();", "return 0;"))).contains(
        "method paceBitsPerSec for flow 0 (host 0 to host 4) has returned 0; a pace is above 0 and at most the line rate,"
            + " 100000000000 bit/s");
    assertThat(incast(Sources.mine("return path.lineRateBitsPerSec();", "return 2 * path.lineRateBitsPerSec();")))
        .contains("has returned 200000000000; a pace is above 0");
    assertThat(incast(Sources.mine("return true;\n    }",
        "return true;\n    }\n    @Override public int timers() { return 1; }\n    @Override public long timerPs(int timer) { return 5; }")))
        .contains("method onAck for flow 0 (host 0 to host 4) at ", " ps has set timer 0 to 5 ps, which has passed");
  }

  private static String allocating(String body) {
    return Sources.mine("return true;\n    }", body + "\n return true;\n }\n private static Object last;\n");
  }

  /**
   * A scheme may not allocate an object at each call, as code does that makes a list or boxes a number; it may allocate sometimes, as code
   * does that grows an array.
   */
  @Test
  void objectsForEachPacketEndTheRun() throws IOException {
    assertThat(failure(allocating("last = new long[2];"), "incast(senders=4, size=200KB)"))
        .startsWith("scheme mine, class Mine$Flow: method onAck for flow ")
        .contains(" has made objects in each of 32 calls in a row, 32 bytes a call; what runs for each packet makes none");
    Path file = Sources.write(folder, "Mine.java", allocating("if (ack.ackedBytes / 1000 % 2 == 0) { last = new long[2]; }"));
    Path scenario = Sources.write(folder, "s.yaml",
        "topology: star(hosts=5)\nflows: incast(senders=4, size=200KB)\nscheme: mine\n");
    Program run = Program.run("run", scenario.toString(), "--with", file.toString(), "--out",
        folder.resolve("every-other").toString());
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
  }

  private String overriding(String method, String... signals) throws IOException {
    return incast(Sources.mine("return true;\n    }", "return true;\n    }\n    @Override public " + method).replace(
        "return Set.of();",
        "return Set.of(" + Stream.of(signals).map("Signal."::concat).collect(Collectors.joining(", ")) + ");"));
  }

  @Test
  void namesRareCallsOfAControlToo() throws IOException {
    String no = " { throw new IllegalStateException(\"no\"); }";
    assertThat(overriding("boolean sendsOnlyWhatFits()" + no)).isEqualTo("scheme mine, class Mine$Flow: method sendsOnlyWhatFits"
        + " for flow 0 (host 0 to host 4) has thrown java.lang.IllegalStateException: no, at Mine.java:42");
    assertThat(overriding("int timers()" + no)).contains("class Mine$Flow: method timers for flow 0 ", "has thrown");
    assertThat(overriding("int timers() { return -1; }")).contains("class Mine$Flow: method timers for flow 0 ",
        "has returned -1; it is 0 or more");
    assertThat(incast(Sources.mine("return true;\n    }",
        "acked = true;\n return true;\n }\n private static boolean acked;\n"
            + "@Override public int timers() { return acked ? 1 : 0; }")))
        .contains("class Mine$Flow: method timers for flow ",
            "has returned 1, and at the start of the flow 0; it is always the same number");
    String question = "dev.inflight.telemetry.PathQuery nextQuestion()";
    assertThat(overriding(question + no, "HOPS")).contains("class Mine$Flow: method nextQuestion for flow 0 ", "has thrown");
    assertThat(overriding(question + " { return null; }", "HOPS")).contains("class Mine$Flow: method nextQuestion for flow 0 ",
        "has returned null; it is one of [UTILIZATION, QUEUEING, WAIT, INFLIGHT, LOAD]");
  }

  @Test
  void namesFlowsOfMessagesAndReceiversToo() throws IOException {
    String throwing = Sources.mine("return true;", "throw new IllegalStateException(\"no\");");
    assertThat(failure(throwing, "collective(ranks=4, size=100KB)")).contains("method onAck for flow ", "has thrown");
    assertThat(failure(
        throwing.replace("return Set.of();", "return Set.of(Signal.HOPS);").replace("@Override\n  public Set<Signal>",
            "@Override public boolean runsAtReceivers() { return true; }\n  @Override\n  public Set<Signal>"),
        "incast(senders=4, size=50KB)", "feedback: receiver-windows")).contains("method onAck for flow 0 (host 0 to host 4)");
  }

  @Test
  void runOnSeveralThreadsEndsToo() throws IOException {
    Path file = Sources.write(folder, "Mine.java", Sources.mine("return true;", "throw new IllegalStateException(\"no\");"));
    Path scenario = Sources.write(folder, "s.yaml", "topology: leaf-spine\nflows: permutation\nscheme: mine\n");
    Program run = Program.run("run", scenario.toString(), "--with", file.toString(), "--out", folder.resolve("out").toString(),
        "--threads", "2", "--quiet");
    assertThat(run.exit()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains("scheme mine, class Mine$Flow: method onAck for flow ");
  }
}
