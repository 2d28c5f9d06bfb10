package dev.inflight.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Runs that processes share, each with something else that crosses the cuts between them. */
enum SharedRun {
  /** Most flows do not finish: they are the same ones. */
  CUT_OFF("training", "--until", "100us") {
    @Override
    void checkThatItHappened(Path run) throws IOException {
      assertThat(lines(run.resolve("stalled.csv"))).isGreaterThan(10);
      assertThat(lines(run.resolve("flows.csv"))).isGreaterThan(100);
    }
  },
  LINK_FAILURE("link-failure", "--set", "series.every=10us", "--set", "flows=permutation(size=10MB)") {
    @Override
    void checkThatItHappened(Path run) throws IOException {
      assertNot(run, "linkDown");
      assertThat(run.resolve("stalled.csv")).doesNotExist();
      assertThat(lines(run.resolve("flow-series.csv"))).isGreaterThan(500);
      assertThat(lines(run.resolve("port-series.csv"))).isGreaterThan(500);
    }
  },
  LOSSES("lossy-irn", "--set", "flows=permutation(size=1MB)") {
    @Override
    void checkThatItHappened(Path run) {
      assertNot(run, "random");
    }
  },
  /** Simultaneous pauses in several processes are recorded in the order of one. */
  PAUSES("leafspine", "--until", "250us", "--set", "buffer=1MiB") {
    @Override
    void checkThatItHappened(Path run) throws IOException {
      assertThat(lines(run.resolve("pauses.csv"))).isGreaterThan(10);
    }
  },
  MARKS("leafspine", "--until", "300us", "--scheme", "dcqcn", "--seed", "7") {
    @Override
    void checkThatItHappened(Path run) {
      assertNot(run, "congestionNotifications");
    }
  },
  SWITCH_FEEDBACK("leafspine", "--until", "150us", "--set", "switchFeedback=direct(above=20KB)", "--set",
      "telemetryPackets=subscribed", "--set", "feedbackValidation=checked", "--set", "authenticateFeedback=true") {
    @Override
    void checkThatItHappened(Path run) {
      assertNot(run, "switchAnswers");
    }
  },
  SWITCH_FEEDBACK_IRN("leafspine", "--until", "150us", "--set", "switchFeedback=direct(above=20KB)", "--set",
      "telemetryPackets=subscribed(share=1,by=dscp)", "--set", "recovery=irn", "--set", "authenticateFeedback=true") {
    @Override
    void checkThatItHappened(Path run) {
      assertNot(run, "switchAnswers");
    }
  },
  DATAGRAMS("leafspine", "--until", "150us", "--set", "telemetryPackets=probes(period=2us)", "--set", "recovery=unreliable",
      "--set", "authenticateFeedback=true") {
    @Override
    void checkThatItHappened(Path run) {
      assertNot(run, "notifications");
    }
  },
  /** Losses at full queues over a cut, so that acknowledgements with blocks cross it, and probes with their acknowledgements. */
  TCP_HPCC("leafspine", "--scheme", "hpcc", "--set", "pfc=false", "--set", "buffer=200KB", "--set", "recovery=tcp(burst=16KB)",
      "--set", "telemetryPackets=probes(first=at-once)", "--set", "flows=incast(senders=16, size=200KB)") {
    @Override
    void checkThatItHappened(Path run) {
      assertNot(run, "retransmittedBytes");
      assertNot(run, "notifications");
    }
  },
  TCP_DCTCP("leafspine", "--scheme", "dctcp", "--set", "pfc=false", "--set", "buffer=200KB", "--set", "recovery=tcp(burst=16KB)",
      "--set", "ecn=[{rate: 100Gbps, kmin: 30KB, kmax: 30KB, pmax: 1}, {rate: 400Gbps, kmin: 30KB, kmax: 30KB, pmax: 1}]",
      "--set", "flows=incast(senders=16, size=200KB)") {
    @Override
    void checkThatItHappened(Path run) {
      assertNot(run, "retransmittedBytes");
      assertNot(run, "ecnMarks");
    }
  },
  /** Data, probes and acknowledgements of several source ports of one flow, between processes that find their paths anew. */
  CHOSEN_PATHS("hpccpp/paths", "--until", "300us", "--set", "authenticateFeedback=true") {
    @Override
    void checkThatItHappened(Path run) {
      assertNot(run, "moves");
    }
  },
  /** Leaves in several processes, with the values that they write into packets for each other. */
  CONGA("leafspine", "--until", "200us", "--scheme", "dcqcn", "--set", "routing=conga(gap=2us)") {
    @Override
    void checkThatItHappened(Path run) {
      assertThat(run.resolve("summary.json")).content().contains("conga");
    }
  },
  /** Leaves in several processes that also send each other signals. */
  CONWEAVE("leafspine", "--until", "300us", "--scheme", "dcqcn", "--set", "routing=conweave(reply=5us)") {
    @Override
    void checkThatItHappened(Path run) {
      assertNot(run, "heldBackPackets");
    }
  },
  /** Two classes of flows in two priorities, with sealed feedback. */
  CLASSES("") {
    @Override
    List<String> arguments(Path folder) throws IOException {
      return List.of(Files.writeString(folder.resolve("classes.yaml"), """
          name: classes
          topology: leaf-spine(leaves=4, spines=2, hostsPerLeaf=4)
          flows: poisson(load=0.2, sizes=fb-hadoop, duration=100us)
          authenticateFeedback: true
          classes:
            - name: incast
              priority: 5
              scheme: dcqcn
              flows: incast(senders=9, receiver=15, size=100kB)
            - name: many
              priority: 4
              scheme: hpcc(eta=0.9)
              telemetry: ioam
              flows: permutation(size=200kB)
          queues: strict-dwrr(weight3=3, weight4=1)
          acks: {every: 2}
          """).toString());
    }

    @Override
    void checkThatItHappened(Path run) {
      assertThat(run.resolve("summary.json")).content().contains("\"name\" : \"many\"");
    }
  };

  private final String scenario;
  private final List<String> changes;

  SharedRun(String scenario, String... changes) {
    this.scenario = scenario;
    this.changes = List.of(changes);
  }

  /** Returns the command line after {@code run}. */
  List<String> arguments(Path folder) throws IOException {
    return Stream.concat(Stream.of(Ranked.scenario(scenario)), changes.stream()).toList();
  }

  /** Fails when a run lacks the event that it is for. */
  abstract void checkThatItHappened(Path run) throws IOException;

  private static void assertNot(Path run, String counter) {
    assertThat(run.resolve("summary.json")).content().contains("\"" + counter + "\" : ")
        .doesNotContain("\"" + counter + "\" : 0,");
  }

  private static long lines(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    }
  }
}
