package dev.inflight.sim.htsim;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.rival.Nscc;
import dev.inflight.cc.rival.Rccc;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.switching.Trimming;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.net.topology.KAry;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * An experiment of {@code cases.csv}, and its results in htsim's model of Ultra Ethernet: 128 hosts on a k-ary fat-tree of 8-port switches,
 * packets of 4096 bytes payload and 4180 on the wire, sprayed over 64 ports.
 *
 * @param scheme nscc, rccc, or both on one flow
 * @param flows sources, destinations and starts of flows, and their numbers of packets
 * @param by the choice of ports
 * @param ackEvery packets an acknowledgement answers for
 * @param gbps rate of all links
 * @param trim true if switches trim at a queue of a bandwidth-delay product; otherwise queues are long enough for everything
 * @param seeds number of htsim's seeds
 * @param meanUs mean completion time in htsim, over flows and seeds
 * @param maxUs longest completion time in htsim, mean over seeds
 * @param leastTrims trimmed packets in htsim, of the seed with the fewest
 * @param meanTrims mean over all seeds
 * @param mostTrims that of the seed with the most
 */
record HtsimCase(String scheme, String flows, Sprayed.By by, int ackEvery, int gbps, boolean trim, int seeds, double meanUs,
    double maxUs, int leastTrims, double meanTrims, int mostTrims) {
  private static final long US = 1_000_000;
  private static final int PAYLOAD = 4096;
  private static final int WIRE = 4180;
  /**
   * An acknowledgement is 20 bytes longer on the wire here (preamble and gap). Cables are shorter by half that time, so that a round trip
   * over a hop takes as long as in htsim: else packets of near and far senders arrive at a shared port in another order.
   */
  private static final int EXTRA_ACK_BITS = 20 * 8;
  private static final int LAST = 127;
  private static final int ROUND = 488; // packets of a flow, 2 MB
  private static final long BUFFER = 2_000_000_000;

  static List<HtsimCase> all() {
    return resource("cases.csv").lines().skip(1).map(HtsimCase::of).toList();
  }

  private static String resource(String name) {
    try (InputStream in = Objects.requireNonNull(HtsimCase.class.getResourceAsStream("/htsim/" + name), name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static HtsimCase of(String line) {
    String[] cell = line.split(",");
    return new HtsimCase(cell[0], cell[1], Sprayed.By.valueOf(cell[2].toUpperCase(Locale.ROOT)), Integer.parseInt(cell[3]),
        Integer.parseInt(cell[4]), cell[5].equals("yes"), Integer.parseInt(cell[6]), Double.parseDouble(cell[7]),
        Double.parseDouble(cell[8]), Integer.parseInt(cell[9]), Double.parseDouble(cell[10]), Integer.parseInt(cell[11]));
  }

  /** The experiment in this simulator. */
  SetupBuilder setup(long seed) {
    long rate = gbps * 1_000_000_000L;
    var setup = new SetupBuilder();
    setup.topology = new KAry(8, 1, rate, rate, US - EXTRA_ACK_BITS * 1000L / gbps / 2).build();
    setup.seed = seed;
    setup.payloadBytes = PAYLOAD;
    setup.scheme = chosenScheme();
    setup.paths = new Sprayed(64, by);
    setup.pfc = false;
    setup.queues = StrictOverDeficit.DEFAULT;
    setup.trim = trim ? Trimming.DEFAULT : null;
    setup.ackEveryPackets = ackEvery;
    boolean fast = gbps == 400;
    int queuePackets = !trim ? 4000 : fast ? 150 : 42;
    setup.bufferBytes = BUFFER;
    setup.egressAlpha = (double) queuePackets * WIRE / BUFFER;
    setup.ecn.put(PortClass.ofRate(rate),
        fast ? new EcnThresholds(30 * WIRE, 120 * WIRE, 1) : new EcnThresholds(9 * WIRE, 34 * WIRE, 1));
    long queuePs = queuePackets * WIRE * 8000L / gbps;
    setup.recovery = new Selective(0, 15 * US + 6 * queuePs, Selective.DEFAULT.reach()); // htsim's timeout
    addFlows(setup.flows);
    return setup;
  }

  private Scheme chosenScheme() {
    return switch (scheme) {
      case "nscc" -> Nscc.DEFAULT;
      case "rccc" -> Rccc.DEFAULT;
      case "both" -> new Rccc(Rccc.DEFAULT.initialBdps(), Rccc.DEFAULT.rate(), Rccc.DEFAULT.quantumPackets(), true);
      default -> throw new IllegalArgumentException(scheme);
    };
  }

  private void addFlows(FlowTable table) {
    String[] words = flows.split("-");
    if (words[0].startsWith("incast")) {
      int senders = Integer.parseInt(words[0].substring("incast".length()));
      for (int sender = 0; sender < senders; sender++) {
        add(table, sender, LAST, Integer.parseInt(words[1]), 0);
      }
      return;
    }
    switch (flows) {
      case "single" -> add(table, 0, LAST, ROUND, 0);
      case "permutation" -> resource("permutation.csv").lines().skip(1).map(line -> line.split(","))
          .forEach(pair -> add(table, Integer.parseInt(pair[0]), Integer.parseInt(pair[1]), ROUND, 0));
      case "all-to-all" -> addAllToAll(table);
      case "both-ways" -> {
        for (int host = 0; host < 8; host++) {
          add(table, host, 64 + host, ROUND, 0);
          add(table, 64 + host, host, ROUND, 0);
        }
      }
      case "late2" -> {
        add(table, 0, LAST, 4880, 0);
        add(table, 20, LAST, 1220, 200 * US);
      }
      case "late4" -> {
        for (int sender = 0; sender < 4; sender++) {
          add(table, 20 * sender, LAST, 2440, 200 * US * sender);
        }
      }
      case "near" -> List.of(124, 125, 126, 112, 116, 120, 0, 64).forEach(sender -> add(table, sender, LAST, ROUND, 0));
      default -> throw new IllegalArgumentException(flows);
    }
  }

  private static void addAllToAll(FlowTable table) {
    for (int from = 0; from < 16; from++) {
      for (int to = 0; to < 16; to++) {
        if (from != to) {
          add(table, 8 * from, 8 * to, 122, 0);
        }
      }
    }
  }

  private static void add(FlowTable table, int from, int to, int packets, long startPs) {
    table.add(from, to, 3, 100, (long) packets * PAYLOAD, startPs);
  }

  @Override
  public String toString() {
    return scheme + " " + flows + (by == Sprayed.By.BITMAP ? "" : " " + by.name().toLowerCase(Locale.ROOT))
        + (ackEvery == 1 ? "" : ", " + ackEvery + " packets an ACK") + (gbps == 100 ? "" : ", " + gbps + " Gb/s")
        + (trim ? "" : ", no trimming");
  }
}
