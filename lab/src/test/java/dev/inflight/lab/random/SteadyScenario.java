package dev.inflight.lab.random;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.run.Load;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws small scenarios with long steady periods, as text: flows of megabytes, jobs that repeat, and interruptions. A text with
 * incompatible keys is rejected when it is read, and drawn again.
 */
final class SteadyScenario {
  private static final int TRIES = 1000;
  private static final double LEAST_HOPS = 20_000;
  private static final double MOST_HOPS = 900_000;
  private static final List<String> SCHEMES = List.of("hpcc", "hpcc", "hpcc", "hpcc-authors", "hpcc-alpha", "dcqcn", "dcqcn",
      "dcqcn-authors", "dctcp", "dctcp-authors", "timely", "timely-authors", "swift", "powertcp", "nscc", "rccc", "fixed-window",
      "none");
  private static final List<String> REDUCTIONS = List.of("ring", "tree", "halving-doubling", "direct", "double-tree",
      "hierarchical", "nvls", "usual");

  private final SplittableRandom random;
  private final StringBuilder text = new StringBuilder();
  private boolean isDivided;
  private boolean hasServers;
  private int hosts;
  private int jobs;

  private SteadyScenario(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Returns the first text that is accepted and neither too small nor too large; the same number has the same text. */
  static String of(long number, Path folder) throws IOException {
    Path file = folder.resolve("drawn.yaml");
    for (int attempt = 0; attempt < TRIES; attempt++) {
      var drawn = new SteadyScenario(number * TRIES + attempt);
      drawn.draw(number);
      Files.writeString(file, drawn.text);
      try {
        double hops = new Load(ScenarioReader.read(file).setup()).packetHopsSimulated();
        if (hops > LEAST_HOPS && hops < MOST_HOPS) {
          return drawn.text.toString();
        }
      } catch (InputError _) { // refused; the next attempt has other keys
        continue;
      }
    }
    throw new AssertionError("none of " + TRIES + " scenarios is accepted, the last one:\n" + Files.readString(file));
  }

  private void draw(long number) {
    key("name", "steady-" + number);
    key("seed", Long.toString(random.nextLong() >>> 20));
    key("topology", topology());
    List<String> flows = traffic();
    text.append("flows:\n");
    flows.forEach(flow -> text.append("  - '").append(flow).append("'\n"));
    key("scheme", any(SCHEMES));
    key("payload", any(List.of("1000", "1000", "4096")));
    switch (random.nextInt(6)) {
      case 0 -> text.append("recovery: irn\npfc: false\n");
      case 1 -> text.append("recovery: selective\npfc: false\n");
      case 2 -> key("recovery", "irn");
      default -> key("recovery", "go-back-n");
    }
    if (one(6)) {
      key("lossRate", any(List.of("0.000001", "0.00001")));
    }
    if (one(6)) {
      key("nic", "engines");
    }
    if (one(6)) {
      key("buffer", any(List.of("300KB", "1MB", "16MB")));
    }
    if (one(8)) {
      key("ties", "scheduling");
    }
    if (one(8)) {
      key("connections", "per-message");
    }
    if (isDivided && one(6)) {
      key("routing", any(List.of("drill", "letflow", "conga", "weighted")));
    }
    if (one(3)) {
      event();
    }
    key("until", "2s");
  }

  private String topology() {
    String rate = any(List.of("25Gbps", "100Gbps", "100Gbps", "400Gbps"));
    String delay = any(List.of("100ns", "1us", "1us", "5us"));
    switch (random.nextInt(6)) {
      case 0, 1 -> {
        hosts = 2 + random.nextInt(11);
        return "star(hosts=" + hosts + ", rate=" + rate + ", delay=" + delay + ")";
      }
      case 2, 3 -> {
        isDivided = true;
        hosts = 8;
        return "leaf-spine(leaves=2, spines=2, hostsPerLeaf=4, hostRate=" + rate + ", fabricRate=" + rate + ", delay=" + delay
            + ")";
      }
      case 4 -> {
        hasServers = true;
        hosts = 8;
        return "rail-optimized(groups=1, serversPerGroup=2, gpusPerServer=4, spines=1)";
      }
      default -> {
        hosts = 4;
        return "dumbbell(left=2, right=2, rate=" + rate + ", bottleneckRate=" + rate + ", delay=" + delay + ")";
      }
    }
  }

  private List<String> traffic() {
    var flows = new ArrayList<String>();
    switch (random.nextInt(12)) {
      case 0 -> flows.add(flow(0));
      case 1, 2 -> flows.add("incast(senders=" + (1 + random.nextInt(hosts - 1)) + ", size=" + size() + ")");
      case 3 -> flows.add("permutation(size=" + size() + ")");
      case 4 -> {
        for (int count = 2 + random.nextInt(4); count > 0; count--) {
          flows.add(flow(random.nextInt(2000)));
        }
      }
      case 5 -> {
        flows.add(flow(0));
        flows.add("periodic(from=1, to=0, size=" + (1 + random.nextInt(200)) + "KB, count=" + (1 + random.nextInt(20))
            + ", every=" + (50 + random.nextInt(500)) + "us)");
      }
      case 6 -> {
        flows.add(flow(0));
        flows.add("poisson(load=0." + (1 + random.nextInt(5)) + ", sizes=\"0 0, 1000 60, 50000 100\", duration=200us)");
      }
      case 7, 8 -> flows.add(collective());
      case 9 -> {
        flows.add(collective());
        flows.add(one(2) ? collective() : flow(random.nextInt(1000)));
      }
      case 10 -> flows.add("training(layers=" + (2 + random.nextInt(12)) + ", hidden=512, sequence=256, vocabulary=1024, tp="
          + any(List.of("1", "2", "4")) + ", pp=" + any(List.of("1", "1", "2")) + ", microbatches=" + (1 + random.nextInt(4))
          + ", layer=" + (20 + random.nextInt(100)) + "us)");
      default -> {
        flows.add("collective(op=all-reduce, size=1MB, repeat=" + (1 + random.nextInt(20)) + ", job=first)");
        flows.add("collective(op=all-gather, size=" + size() + ", job=second, after=first)");
      }
    }
    return flows;
  }

  private String flow(int startUs) {
    int from = random.nextInt(hosts);
    int to = (from + 1 + random.nextInt(hosts - 1)) % hosts;
    return "flow(from=" + from + ", to=" + to + ", size=" + size() + ", start=" + startUs + "us)";
  }

  private String collective() {
    jobs++;
    int repeat = one(3) ? 1 : 1 + random.nextInt(60);
    String how = switch (random.nextInt(6)) {
      case 0 -> "op=all-to-all";
      case 1 -> "op=all-gather, algorithm=" + any(List.of("ring", "pairwise", "direct"));
      case 2 -> "op=broadcast, algorithm=" + any(List.of("ring", "tree"));
      default -> "op=all-reduce, algorithm=" + any(REDUCTIONS);
    };
    String size = repeat == 1 ? 1 + random.nextInt(12) + "MB" : 16 + random.nextInt(400) + "KB";
    return "collective(" + how + ", size=" + size + ", repeat=" + repeat
        + (one(2) ? ", compute=" + random.nextInt(60) + "us" : "") + (hasServers && one(3) ? ", channels=4" : "")
        + (one(4) ? ", chunk=64KB" : "") + (one(4) ? ", start=" + random.nextInt(500) + "us" : "") + ", job=j" + jobs + ")";
  }

  private String size() {
    return one(3) ? 100 + random.nextInt(2000) + "KB" : 1 + random.nextInt(30) + "MB";
  }

  private void event() {
    int atUs = 50 + random.nextInt(1500);
    if (isDivided) {
      String link = "link: [" + (8 + random.nextInt(2)) + ", " + (10 + random.nextInt(2)) + "]";
      text.append("events:\n");
      if (one(2)) {
        text.append("  - {at: ").append(atUs).append("us, ").append(link).append(", state: down}\n");
        text.append("  - {at: ").append(atUs + 50 + random.nextInt(800)).append("us, ").append(link).append(", state: up}\n");
      } else {
        text.append("  - {at: ").append(atUs).append("us, ").append(link).append(", state: degraded, rate: ")
            .append(any(List.of("10Gbps", "20Gbps"))).append("}\n");
      }
      key("retransmitTimeout", "200us");
    } else if (jobs > 0) {
      text.append("events:\n  - {at: ").append(atUs).append("us, node: 1, state: slow-compute, factor: 3}\n");
    }
  }

  private void key(String key, String value) {
    text.append(key).append(": ").append(value).append('\n');
  }

  private boolean one(int of) {
    return random.nextInt(of) == 0;
  }

  private String any(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
