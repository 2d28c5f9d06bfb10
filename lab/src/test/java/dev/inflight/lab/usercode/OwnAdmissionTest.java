package dev.inflight.lab.usercode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rule by which switches admit packets, from users' code. */
class OwnAdmissionTest {
  private static final String LIMIT = """
      import dev.inflight.net.link.Packet;
      import dev.inflight.net.switching.admission.AdmissionPolicy;
      import dev.inflight.net.switching.admission.AdmissionRule;

      /**
       * A limit for each queue.
       *
       * @param mostBytes a queue holds, 1 or more
       */
      public record Limit(int mostBytes) implements AdmissionRule {
        public static final Limit DEFAULT = new Limit(20_000);
        static Object made;

        public String name() {
          return "limit";
        }

        public AdmissionPolicy policy(Memory memory) {
          return new AdmissionPolicy() {
            @Override
            public boolean admits(Packet packet, int port, int queueBytes, long freeBytes) {
              return queueBytes + packet.sizeBytes <= mostBytes;
            }
          };
        }
      }
      """;
  private static final String CONDITION = "queueBytes + packet.sizeBytes <= mostBytes";
  private static final String INCAST = "topology: star(hosts=5)\nflows: incast(senders=4, size=100KB)\nscheme: none\n"
      + "recovery: irn\nbuffer: 100KB\n";

  @TempDir
  private Path folder;

  private Program run(String out, String source, String keys) throws IOException {
    Path scenario = Sources.write(folder, out + ".yaml", INCAST + keys);
    Path code = Sources.write(folder, out + "-code/Limit.java", source);
    return Program.run("run", scenario.toString(), "--with", code.toString(), "--out", folder.resolve(out).toString());
  }

  private String summary(String out, String key) throws IOException {
    return Files.readString(folder.resolve(out).resolve("summary.json")).replaceAll("(?s).*\"" + key + "\" : ([^,\\n]*).*", "$1");
  }

  @Test
  void lowerLimitDropsMore() throws IOException {
    Program low = run("low", LIMIT, "pfc: false\nadmission: limit(most=10KB)\n");
    assertThat(low.err()).isEmpty();
    assertThat(low.out()).contains("4 of 4 finished", "admission limit(most=10KB)");
    Program high = run("high", LIMIT, "pfc: false\nadmission: limit(most=90KB)\n");
    assertThat(high.exit()).isZero();
    int lowDrops = Integer.parseInt(summary("low", "drops"));
    assertThat(lowDrops).isGreaterThan(Integer.parseInt(summary("high", "drops")));
    assertThat(Files.readString(folder.resolve("low/scenario.yaml"))).contains("admission: 'limit(most=10KB)'",
        "gives: ['limit']");
  }

  /** So the built-in path, which calls no policy, gives the same result as a policy of the same rule. */
  @Test
  void customDynamicThresholdsGiveTheRunOfTheBuiltInOnes() throws IOException {
    String own = LIMIT.replace(CONDITION, "queueBytes <= memory.alpha() * freeBytes");
    assertThat(run("own", own, "pfc: false\negressAlpha: 0.5\nadmission: limit\n").err()).isEmpty();
    assertThat(run("usual", own, "pfc: false\negressAlpha: 0.5\n").err()).isEmpty();
    assertThat(Integer.parseInt(summary("usual", "drops"))).isPositive();
    assertThat(summary("own", "fingerprint")).isEqualTo(summary("usual", "fingerprint"));
    assertThat(run("always", own, "pfc: false\negressAlpha: 0.5\nadmission: complete-sharing\n").out())
        .contains("admission complete-sharing");
    assertThat(summary("always", "fingerprint")).isNotEqualTo(summary("usual", "fingerprint"));
  }

  @Test
  void exceptionsAndAllocationsPerPacketEndTheRun() throws IOException {
    Program thrown = run("thrown", LIMIT.replace(CONDITION, "queueBytes / (mostBytes - mostBytes) > 0"),
        "pfc: false\nadmission: limit\n");
    assertThat(thrown.exit()).isEqualTo(2);
    assertThat(thrown.err()).contains(
        "admission limit, class Limit$1: method admits has thrown java.lang.ArithmeticException: / by" + " zero, at Limit.java:");
    assertThat(folder.resolve("thrown/FAILED")).exists();
    assertThat(folder.resolve("thrown/summary.json")).doesNotExist();
    Program none = run("none", LIMIT.replace("new AdmissionPolicy() {", "mostBytes > 0 ? null : new AdmissionPolicy() {"),
        "pfc: false\nadmission: limit\n");
    assertThat(none.err()).contains("admission limit, class Limit: method policy has thrown ", "policy returned null");
    Program makes = run("makes", LIMIT.replace(CONDITION, "(made = new byte[queueBytes + 1]) != null"),
        "pfc: false\nadmission: limit\n");
    assertThat(makes.exit()).isEqualTo(2);
    assertThat(makes.err())
        .contains("admission limit, class Limit$1: method admits has made objects in each of 32 calls in a row");
  }

  @Test
  void pfcAndTrimmingReplaceAdmission() throws IOException {
    String sentence = ":6:12: admission decides which packets switches drop; with PFC they pause lossless priorities, and drop others by"
        + " egressAlpha; set pfc: false, or remove admission";
    assertThat(run("pfc", LIMIT, "admission: limit\n").err()).contains("pfc.yaml" + sentence);
    assertThat(run("some", LIMIT, "admission: limit\npfcPriorities: [5]\n").err()).as("all flows are of a lossy priority")
        .contains("some.yaml" + sentence);
    assertThat(run("trim", LIMIT, "pfc: false\ntrim: true\nadmission: limit\n").err()).contains(
        "trim cuts packets that dynamic thresholds do not admit, and this admission uses no such thresholds; remove trim"
            + " or admission");
    assertThat(run("name", LIMIT, "pfc: false\nadmission: limits(most=1KB)\n").err())
        .contains("unknown admission rule 'limits'; did you mean 'limit'? known: dynamic-threshold, complete-sharing, limit");
  }
}
