package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Second computations of windows: from the bytes of captured packets at fixed offsets, by the lines of HPCC's Algorithm 1, equation
 * 7 and lines 28 to 34 of the draft, in doubles and nanoseconds. They share no code with the program, and agree with its windows.
 */
@Tag("sweep")
class WindowsFromCapturesTest {
  private static final double RATE = 100e9;
  private static final double ETA = 0.95;
  private static final int MAX_STAGE = 5;
  private static final int PAYLOAD = 1000;
  private static final int FLOWS = 100;
  /** Frame check sequence and preamble: a frame leaves before its last bit, by these bytes and its own. */
  private static final int AROUND_FRAME = 12;
  private static final int UDP = 34;
  private static final int BEHIND_UDP = 42;
  private static final int WINDOW_OPCODE = 0xC2;
  private static final int QUEUE_PAIR = 2;

  @TempDir
  private Path folder;

  /** Record of a link: times in nanoseconds, sizes in bytes. */
  private record Link(long ns, long txBytes, long queue) {
    double elapsed(Link earlier) {
      return ns - earlier.ns & 0xFFFFFF;
    }

    /** Line 5 of Algorithm 1. */
    double load(Link earlier, double baseRtt, boolean received) {
      double seconds = elapsed(earlier) * 1e-9;
      double use = (txBytes - earlier.txBytes & (1L << 27) - 1) * 8 / seconds / RATE;
      if (received) {
        use = Math.max(0, use + (queue - earlier.queue) * 8 / seconds / RATE);
      }
      return use + Math.min(queue, earlier.queue) * 8 / (RATE * baseRtt * 1e-9);
    }
  }

  /** Packet of the first flow: when it passed, its opcode and number, and its telemetry. */
  private record Seen(double ns, int length, int opcode, boolean isData, long psn, List<Link> links, long window) {
    static Seen of(double ns, byte[] frame) {
      ByteBuffer bytes = ByteBuffer.wrap(frame);
      boolean isData = (bytes.getShort(UDP + 2) & 0xFFFF) == 64791;
      int telemetry = isData ? BEHIND_UDP : BEHIND_UDP + 12 + 4 + 4; // behind BTH, AETH and the reflection's header
      int bth = isData ? BEHIND_UDP + telemetryBytes(bytes, BEHIND_UDP) : BEHIND_UDP;
      int opcode = bytes.get(bth) & 0xFF;
      boolean reports = isData || opcode == 0x11 && frame.length > telemetry + 4;
      return new Seen(ns, frame.length, opcode, isData, bytes.getInt(bth + 8) & 0xFFFFFF,
          reports ? links(bytes, telemetry) : List.of(), opcode == WINDOW_OPCODE ? bytes.getLong(bth + 12) : 0);
    }

    static int queuePair(byte[] frame) {
      ByteBuffer bytes = ByteBuffer.wrap(frame);
      boolean isData = (bytes.getShort(UDP + 2) & 0xFFFF) == 64791;
      return bytes.getInt((isData ? BEHIND_UDP + telemetryBytes(bytes, BEHIND_UDP) : BEHIND_UDP) + 4) & 0xFFFFFF;
    }

    private static int telemetryBytes(ByteBuffer bytes, int at) {
      return 2 + 8 * (bytes.get(at) >> 4 & 0xF);
    }

    private static List<Link> links(ByteBuffer bytes, int at) {
      var links = new ArrayList<Link>();
      for (int hop = at + 2; hop < at + telemetryBytes(bytes, at); hop += 8) {
        long record = bytes.getLong(hop);
        links.add(new Link(record >>> 36 & 0xFFFFFF, (record >>> 16 & 0xFFFFF) * 128, (record & 0xFFFF) * 80));
      }
      return links;
    }
  }

  /** Packets of a capture that belong to the first flow. */
  private static List<Seen> seen(Path capture) throws IOException {
    ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(capture)).order(ByteOrder.LITTLE_ENDIAN);
    file.position(24);
    var all = new ArrayList<Seen>();
    while (file.hasRemaining()) {
      double ns = file.getInt() * 1e9 + file.getInt();
      byte[] frame = new byte[file.getInt()];
      file.getInt();
      file.get(frame);
      if (Seen.queuePair(frame) == QUEUE_PAIR) {
        all.add(Seen.of(ns, frame));
      }
    }
    return all;
  }

  private Path run(String topology, String scheme, String port, String... options) {
    var arguments = new ArrayList<>(List.of("run", "../scenarios/incast.yaml", "--set", "topology=" + topology, "--scheme",
        scheme, "--set", "series={every: 50ns, until: 150us, flows: all}", "--until", "150us", "--pcap", port, "--out",
        folder.toString(), "--force", "--quiet"));
    arguments.addAll(Arrays.asList(options));
    Program program = Program.run(arguments.toArray(String[]::new));
    assertThat(program.exit()).as(program.err()).isLessThanOrEqualTo(3);
    return folder.resolve("pcap").resolve(port.replace(':', '-') + ".pcap");
  }

  /** Windows of the first flow in time: each a time in nanoseconds and bytes. */
  private List<double[]> windows() throws IOException {
    var all = new ArrayList<double[]>();
    for (String line : Files.readAllLines(folder.resolve("flow-series.csv"))) {
      String[] cells = line.split(",");
      if (cells[1].equals("0")) {
        all.add(new double[] {Double.parseDouble(cells[0]), Double.parseDouble(cells[4])});
      }
    }
    return all;
  }

  /** State of a flow's sender or receiver. */
  private abstract static class Second {
    final double first;
    final double baseRtt;
    final double additive;
    double window;
    List<Link> earlier = List.of();

    Second(double first) {
      this.first = first;
      window = first;
      baseRtt = first * 8 / RATE * 1e9;
      additive = first * (1 - ETA) / FLOWS;
    }

    double clip(double bytes) {
      return Math.min(Math.max(bytes, PAYLOAD), first);
    }

    /** Keeps the older record of a link with a clock that has not moved. */
    void keep(List<Link> now) {
      var kept = new ArrayList<Link>();
      for (int link = 0; link < now.size(); link++) {
        boolean moved = earlier.isEmpty() || now.get(link).elapsed(earlier.get(link)) != 0;
        kept.add(moved ? now.get(link) : earlier.get(link));
      }
      earlier = kept;
    }

    boolean moved(List<Link> now) {
      for (int link = 0; link < now.size(); link++) {
        if (now.get(link).elapsed(earlier.get(link)) != 0) {
          return true;
        }
      }
      return false;
    }

    abstract void take(List<Link> now, boolean updates);
  }

  /** Lines 1 to 20 of Algorithm 1. */
  private static final class Paper extends Second {
    private final boolean received;
    private double reference;
    private double utilization = 1;
    private int stage;

    Paper(double first, boolean received) {
      super(first);
      this.received = received;
      reference = first;
    }

    @Override
    void take(List<Link> now, boolean updates) {
      double highest = 0;
      double tau = 0;
      for (int link = 0; link < now.size(); link++) {
        if (now.get(link).elapsed(earlier.get(link)) != 0) {
          double load = now.get(link).load(earlier.get(link), baseRtt, received);
          if (load > highest) {
            highest = load;
            tau = now.get(link).elapsed(earlier.get(link));
          }
        }
      }
      tau = Math.min(tau, baseRtt);
      utilization = (1 - tau / baseRtt) * utilization + tau / baseRtt * highest;
      boolean multiplies = utilization >= ETA || stage >= MAX_STAGE;
      window = clip(multiplies ? reference / (utilization / ETA) + additive : reference + additive);
      if (updates) {
        stage = multiplies ? 0 : stage + 1;
        reference = window;
      }
    }
  }

  /** Equation 7: a rate for each link, and their alpha-fair combination. */
  private static final class AlphaFair extends Second {
    private final double alpha;
    private double[] rates = {};
    private double[] references = {};
    private double[] loads = {};

    AlphaFair(double first, double alpha) {
      super(first);
      this.alpha = alpha;
    }

    @Override
    void take(List<Link> now, boolean updates) {
      double most = first * Math.pow(now.size(), 1 / alpha);
      if (rates.length == 0) {
        rates = filled(now.size(), most);
        references = rates.clone();
        loads = filled(now.size(), 1);
      }
      for (int link = 0; link < rates.length; link++) {
        double elapsed = now.get(link).elapsed(earlier.get(link));
        if (elapsed != 0) {
          double weight = Math.min(elapsed, baseRtt) / baseRtt;
          loads[link] = (1 - weight) * loads[link] + weight * now.get(link).load(earlier.get(link), baseRtt, false);
          rates[link] = Math.min(Math.max(references[link] / (loads[link] / ETA) + additive, PAYLOAD), 16 * most);
        }
      }
      double sum = 0;
      for (double rate : rates) {
        sum += Math.pow(rate, -alpha);
      }
      window = clip(Math.pow(sum, -1 / alpha));
      if (updates) {
        references = rates.clone();
      }
    }

    private static double[] filled(int length, double value) {
      var values = new double[length];
      Arrays.fill(values, value);
      return values;
    }
  }

  /** Lines 21 to 27 at the sender; compares each window that a sample shows before the next acknowledgement. */
  private static int compared(List<Seen> packets, List<double[]> samples, Second second) {
    List<Seen> sent = packets.stream().filter(Seen::isData).toList();
    List<Seen> acks = packets.stream().filter(packet -> !packet.isData && !packet.links.isEmpty()).toList();
    long lastUpdate = 0;
    int compared = 0;
    int next = 0;
    long highest = 0;
    int sample = 0;
    for (int number = 0; number < acks.size(); number++) {
      Seen ack = acks.get(number);
      while (next < sent.size() && sent.get(next).ns - (sent.get(next).length + AROUND_FRAME) * 8 / 100.0 <= ack.ns) {
        highest = Math.max(highest, (sent.get(next++).psn + 1) * PAYLOAD);
      }
      if (second.earlier.isEmpty()) {
        lastUpdate = highest;
      } else if (second.moved(ack.links)) {
        boolean updates = (ack.psn + 1) * PAYLOAD > lastUpdate;
        second.take(ack.links, updates);
        lastUpdate = updates ? highest : lastUpdate;
      }
      second.keep(ack.links);
      double until = number + 1 < acks.size() ? acks.get(number + 1).ns : Double.MAX_VALUE;
      while (sample < samples.size() && samples.get(sample)[0] <= ack.ns) {
        sample++;
      }
      if (sample < samples.size() && samples.get(sample)[0] < until) {
        assertThat(samples.get(sample)[1]).as("acknowledgement %d at %.0f ns", number, ack.ns).isBetween(second.window - 1.01,
            second.window + 1.01);
        compared++;
      }
    }
    return compared;
  }

  /** Lines 1 to 27, also with rxRate (Figure 6). */
  @ParameterizedTest
  @ValueSource(strings = {"hpcc", "hpcc(rate=received)"})
  void windowsFollowAlgorithm1(String scheme) throws IOException {
    Path capture = run("star(hosts=5)", scheme, "0:1", "--set", "flows=incast(senders=4, size=400KB)");
    List<double[]> samples = windows();
    assertThat(compared(seen(capture), samples, new Paper(samples.getFirst()[1], scheme.contains("received"))))
        .isGreaterThan(200);
  }

  /** Equation 7 over two links. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void windowsFollowEquation7(int alpha) throws IOException {
    Path capture = run("parking-lot(hops=2)", "hpcc-alpha(alpha=" + alpha + ")", "0:1", "--set",
        "flows=[\"flow(from=0, to=1, size=1MB)\", \"flow(from=2, to=3, size=1MB)\", \"flow(from=4, to=5, size=1MB)\"]");
    List<double[]> samples = windows();
    assertThat(compared(seen(capture), samples, new AlphaFair(samples.getFirst()[1], alpha))).isGreaterThan(200);
  }

  /** Lines 28 to 34 at the receiver: each update of W is sent, in T after the last one. */
  @Test
  void receiversSendTheWindowsOfTheDraft() throws IOException {
    Path capture = run("star(hosts=6)", "hpcc", "5:1", "--set", "flows=incast(senders=5, size=400KB)", "--set",
        "feedback=receiver-windows(form=draft, countFlows=false)");
    var second = new Paper(windows().getFirst()[1], false);
    double updated = Double.NEGATIVE_INFINITY;
    var expected = new ArrayList<Double>();
    var sent = new ArrayList<Double>();
    for (Seen packet : seen(capture)) {
      if (packet.opcode == WINDOW_OPCODE) {
        sent.add((double) packet.window);
      } else if (packet.isData) {
        if (!second.earlier.isEmpty() && second.moved(packet.links)) {
          boolean updates = packet.ns > updated + second.baseRtt;
          second.take(packet.links, updates);
          if (updates) {
            updated = packet.ns;
            expected.add(second.window);
          }
        }
        second.keep(packet.links);
      }
    }
    assertThat(sent).hasSizeGreaterThan(20);
    for (int number = 0; number < sent.size(); number++) {
      assertThat(sent.get(number)).as("window %d", number).isBetween(expected.get(number) - 1.01, expected.get(number) + 1.01);
    }
  }
}
