package dev.inflight.lab.random;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Draws small scenarios with any keys, as text. Keys that do not go together are refused when the text is read. */
final class RandomScenario {
  private static final List<String> SCHEMES = List.of("hpcc", "hpcc", "hpcc(react=per-rtt)", "hpcc-authors", "hpcc-alpha",
      "dcqcn", "dctcp", "timely", "swift", "swift", "powertcp", "nscc", "rccc", "none", "none");
  private static final List<String> RECOVERIES = List.of("go-back-n", "go-back-n", "irn", "selective", "selective", "unreliable",
      "tcp");
  private static final List<String> SPRAYS = List.of("spray", "'spray(ports=4, by=oblivious)'", "'spray(ports=16, by=reps)'",
      "'spray(ports=7, by=bitmap)'");
  private static final List<String> ROUTINGS = List.of("drill", "'drill(choices=1, memory=3)'", "letflow", "'letflow(gap=1us)'",
      "conga", "conweave", "'conweave(reply=3us, busy=1us, inactive=20us, resume=10us, extra=2us, queues=2)'", "weighted",
      "'ecmp(fields=addresses)'", "'ecmp(fields=queue-pair, perSwitch=false, seed=5)'");
  private static final List<String> PROFILES = List.of("dynamic", "dynamic(th=2, xonOffset=0B)", "static(xoff=30KB, xon=10KB)",
      "static(xoff=5KB, xon=0B, headroom=2KB)", "sonic(platform=spectrum-1)", "sonic-lookup(cableMeters=5)");
  private static final List<String> FORMATS = List.of("native", "draft", "int", "ifa", "ioam", "csig", "pint", "busiest");
  private static final List<String> CARRIERS = List.of("one-in", "per-rtt", "on-queue(above=5KB)", "subscribed", "probes");

  private final SplittableRandom random;
  private final StringBuilder text = new StringBuilder();
  private String recovery = "";
  private int hosts;

  private RandomScenario(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Returns the scenario's text; the same number has the same text. */
  static String of(long seed) {
    var drawn = new RandomScenario(seed);
    drawn.draw(seed);
    return drawn.text.toString();
  }

  private void draw(long seed) {
    key("name", "random-" + seed);
    key("seed", Long.toString(random.nextLong() >>> 20));
    key("topology", "'" + topology() + "'");
    traffic();
    transport();
    fabric();
    telemetry();
    records();
    if (one(4)) {
      key("routing", any(ROUTINGS));
    }
    key("until", one(3) ? 20 + random.nextInt(200) + "us" : "3ms"); // what loses its only path would try for a second
    if (!text.toString().contains("pfc: false")) {
      pauses();
    }
  }

  private void pauses() {
    if (one(2)) {
      key("pfcProfile", any(PROFILES));
    }
    if (one(4)) {
      key("pfcPriorities", any(List.of("[3]", "[1, 3, 5]", "[2, 6]", "all")));
    } else if (one(4)) {
      key("bufferProfiles", any(List.of("[{priority: 3, pfcProfile: static}]",
          "[{priority: 3, pfcProfile: dynamic(th=-1)}, {priority: 5, pfcProfile: by-rate}]")));
    }
    if (one(4)) {
      key("pauseResponse", any(List.of("ieee", "200ns", "{nics: 2us}", "{switches: 300ns, nics: ieee}")));
    }
  }

  private String topology() {
    String delay = any(List.of("0ps", "1ps", "3ns", "100ns", "735ns", "1us", "1us", "2500ns"));
    String host = any(List.of("25Gbps", "100Gbps", "200Gbps"));
    String fabric = any(List.of("25Gbps", "100Gbps", "400Gbps"));
    String rates = "hostRate=" + host + ", fabricRate=" + fabric + ", delay=" + delay;
    return switch (random.nextInt(9)) {
      case 0 -> {
        hosts = 3 + random.nextInt(6);
        yield "star(hosts=" + hosts + ", rate=" + host + ", delay=" + delay + ")";
      }
      case 1 -> {
        hosts = 6;
        yield "dumbbell(left=3, right=3, rate=" + host + ", bottleneckRate=" + fabric + ", delay=" + delay + ")";
      }
      case 2, 3, 4 -> {
        int leaves = 2 + random.nextInt(3);
        hosts = 3 * leaves;
        yield "leaf-spine(leaves=" + leaves + ", spines=" + (1 + random.nextInt(3)) + ", hostsPerLeaf=3, " + rates
            + ", uplinksPerSpine=" + (1 + random.nextInt(2)) + ")";
      }
      case 5 -> {
        hosts = 8;
        yield "parking-lot(hops=3, " + rates + ")";
      }
      case 6 -> {
        hosts = 8;
        yield "dual-plane(leavesPerPlane=2, spinesPerPlane=2, hostsPerLeaf=4, " + rates + ")";
      }
      case 7 -> {
        hosts = 8;
        yield "dual-tor(racks=2, spines=2, hostsPerRack=4, " + rates + ")";
      }
      default -> {
        hosts = 8;
        yield "rail-optimized(groups=2, serversPerGroup=2, gpusPerServer=2, spines=2, hostRate=" + host + ", fabricRate=" + fabric
            + ")";
      }
    };
  }

  private void traffic() {
    List<String> flows = IntStream.rangeClosed(0, random.nextInt(4)).mapToObj(_ -> workload()).toList();
    text.append("flows:\n");
    flows.forEach(flow -> text.append("  - '").append(flow).append("'\n"));
  }

  private String workload() {
    String priority = one(3) ? ", priority=" + (1 + random.nextInt(6)) : "";
    int from = random.nextInt(hosts);
    int to = (from + 1 + random.nextInt(hosts - 1)) % hosts;
    String pair = "from=" + from + ", to=" + to;
    return switch (random.nextInt(10)) {
      case 0 -> "flow(" + pair + ", size=" + size(200_000) + ", start=" + random.nextInt(50) + "us" + priority + ")";
      case 1 -> "flow(" + pair + ", size=" + (1 + random.nextInt(2000)) + "B" + priority + ")";
      case 2, 3 ->
        "incast(senders=" + (2 + random.nextInt(hosts - 2)) + ", receiver=" + from + ", size=" + size(100_000) + priority + ")";
      case 4 ->
        "poisson(load=0." + (1 + random.nextInt(9)) + ", sizes=\"0 0, 1000 60, 50000 100\", duration=100us" + priority + ")";
      case 5 -> "incast-load(fanIn=2, size=" + size(30_000) + ", load=0.3, duration=60us" + priority + ")";
      case 6 -> "permutation(size=" + size(80_000) + priority + ")";
      case 7 ->
        "periodic(" + pair + ", size=" + size(5000) + ", count=20, every=" + (1 + random.nextInt(9000)) + "ns" + priority + ")";
      case 8 -> "rdma(op=" + any(List.of("read", "write")) + ", " + pair + ", size=" + size(50_000) + ", messages=5, queuePairs=2"
          + priority + ")";
      default -> "collective(op=" + any(List.of("all-reduce", "all-gather", "all-to-all", "broadcast")) + ", size="
          + size(100_000) + ", repeat=2, compute=" + random.nextInt(9) + "us" + priority + ")";
    };
  }

  private String size(int most) {
    return 1 + random.nextInt(most) + "B";
  }

  private void transport() {
    key("scheme", any(SCHEMES));
    recovery = any(RECOVERIES);
    key("recovery", recovery);
    if (recovery.equals("go-back-n") && one(2)) {
      key("retransmitTimeout", any(List.of("100us", "1ms")));
    }
    if (one(3)) {
      key("payload", Integer.toString(16 + random.nextInt(4000)));
    }
    if (one(3) && !recovery.equals("tcp")) {
      key("acks", "{every: " + (1 + random.nextInt(5)) + ", delay: " + (1 + random.nextInt(20)) + "us}");
    }
    if (one(4)) {
      key("nic", one(2) ? "engines" : "'engines(engines=1, flowsPerEngine=2)'");
    }
    if (one(4)) {
      key("paths", "'chosen(ports=8, below=0.95, gain=1)'");
    } else if (one(2)) {
      key("paths", any(SPRAYS));
    }
    if (one(6)) {
      key("paced", "false");
    }
    if (one(4)) {
      key("globalBaseRtt", "false");
    }
  }

  private void fabric() {
    if (one(2)) {
      key("pfc", "false");
      key("buffer", 20 + random.nextInt(100) + "KB");
      if (recovery.equals("selective") && one(2)) {
        key("trim", any(List.of("true", "{to: sender}")));
        key("queues", "strict-dwrr");
      }
    } else {
      key("buffer", any(List.of("150KB", "250KB", "400KB", "800KB", "2MB"))); // too small for some fabrics
    }
    if (one(4) && !text.toString().contains("queues:")) {
      key("queues", "strict-dwrr");
    }
    if (one(3)) {
      key("lossRate", any(List.of("0.0001", "0.01", "0.2")));
    }
    if (one(2)) {
      text.append("ecn:\n");
      List.of("25Gbps", "100Gbps", "200Gbps", "400Gbps", "1600Gbps")
          .forEach(rate -> text.append("  - {rate: ").append(rate).append(", kmin: 5KB, kmax: 50KB, pmax: 0.3}\n"));
    }
    if (one(3)) {
      failures();
    }
  }

  /** Cables of the first switches, some of which do not exist. */
  private void failures() {
    text.append("events:\n");
    int a = one(3) ? random.nextInt(hosts) : hosts + random.nextInt(2);
    int b = Math.max(a + 1, hosts) + random.nextInt(3);
    int at = random.nextInt(60);
    text.append("  - {at: ").append(at).append("us, link: [").append(a).append(", ").append(b).append("], state: down}\n");
    if (one(2)) {
      text.append("  - {at: ").append(at + 1 + random.nextInt(90)).append("us, link: [").append(a).append(", ").append(b)
          .append("], state: up}\n");
    }
  }

  private void telemetry() {
    if (one(2)) {
      key("telemetry", any(FORMATS));
    }
    if (recovery.equals("unreliable") || recovery.equals("tcp")) {
      key("telemetryPackets", "probes");
    } else if (one(4)) {
      key("telemetryPackets", any(CARRIERS));
      key("feedback", any(List.of("acks", "acks-with-flows", "notifications", "receiver-windows")));
    }
    if (one(4)) {
      key("switchFeedback", "direct(above=20KB)");
    }
    if (one(3)) {
      key("authenticateFeedback", "true");
      if (one(2)) {
        key("feedbackValidation", "checked");
      }
    }
  }

  private void records() {
    if (one(3)) {
      key("sample", "{from: " + random.nextInt(20) + "us, every: " + (1 + random.nextInt(3000)) + "ns"
          + (one(2) ? ", until: 90us" : "") + "}");
    }
    if (one(3)) {
      key("series", "{every: " + (500 + random.nextInt(5000)) + "ns, ports: " + any(List.of("all", "none", "to-hosts"))
          + (one(2) ? ", until: 80us" : "") + "}");
    }
  }

  private void key(String name, String value) {
    text.append(name).append(": ").append(value.contains("(") && !value.startsWith("'") ? "'" + value + "'" : value).append('\n');
  }

  private boolean one(int in) {
    return random.nextInt(in) == 0;
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
