package dev.inflight.sim.collective;

import dev.inflight.net.link.Framing;
import dev.inflight.sim.graph.CollectiveKind;

/**
 * Time of a collective on an idle fabric as a closed form: the busiest link's time, plus the latencies for which it waits. Forms
 * follow from the numbers of ranks, bytes, chunks and cables alone; they look at no operation of a simulated collective.
 *
 * <p>Links outside servers have 400 Gb/s and 500 ns. Without servers all ranks are hosts of one switch. A server has eight ranks
 * on links of 3.6 Tb/s and 25 ns, and a rank's rail switch connects the ranks at its place in all servers. Senders send at line
 * rate.
 *
 * @param ranks number of ranks, a power of two, 8 or more
 * @param ofServer ranks of a server: 8; 1 for hosts of one switch
 * @param slots simultaneous sends of a rank to different others
 */
record ClosedForms(int ranks, int ofServer, int slots) {
  static final long OUTSIDE = 400_000_000_000L;
  static final long INSIDE = 3_600_000_000_000L;
  static final long OUTSIDE_PS = 500_000;
  static final long INSIDE_PS = 25_000;
  static final int PAYLOAD = 8192;
  /** Bytes of a data packet besides its payload, and of an acknowledgement, with preamble and gap. */
  private static final double FRAME = 62 + Framing.ROCEV2.gapBytes();
  private static final double ACK = 64 + Framing.ROCEV2.gapBytes();
  /** A part of a tree or chain outside servers, and the most parts. */
  private static final long PART = 128 << 10;
  private static final int PARTS = 64;
  /** Chunks in servers, and the least chunk. */
  private static final long CHUNK = 512 << 10;
  private static final long LEAST_CHUNK = 32 << 10;
  /** The usual number of a rank's simultaneous sends to different others. */
  static final int USUAL_SLOTS = 8;

  /**
   * Bounds of the time in picoseconds.
   *
   * @param linkPs time of the busiest link
   * @param leastPs time if waits overlap with the busiest link's work as far as they can
   * @param mostPs time if none of these waits overlaps; the same for forms without such waits
   */
  record Bounds(double linkPs, double leastPs, double mostPs) {
    static Bounds exactly(double linkPs, double ps) {
      return new Bounds(linkPs, ps, ps);
    }
  }

  /** A link of a host to a switch. */
  private record Link(long bitsPerSec, long delayPs) {
    /** Transmission time of a message. */
    double sendPs(long bytes) {
      return (bytes + packets(bytes) * FRAME) * 8e12 / bitsPerSec;
    }

    /** Transmission time of a message, and of the acknowledgements for as much data in the other direction. */
    double bothPs(long bytes) {
      return sendPs(bytes) + packets(bytes) * ACK * 8e12 / bitsPerSec;
    }

    /** Time from the end of a transmission to the arrival behind a store-and-forward switch. */
    double afterPs(long bytes) {
      return sendPs(Math.min(bytes, PAYLOAD)) + 2 * delayPs;
    }

    /** Time of a message from rank to rank. */
    double hopPs(long bytes) {
      return bothPs(bytes) + afterPs(bytes);
    }

    private static double packets(long bytes) {
      return Math.ceilDiv(bytes, PAYLOAD);
    }
  }

  private static final Link OUT = new Link(OUTSIDE, OUTSIDE_PS);
  private static final Link IN = new Link(INSIDE, INSIDE_PS);

  /** Time of a collective of this many bytes with the usual channels and chunks. */
  Bounds of(CollectiveKind kind, String algorithm, long bytes) {
    boolean twice = kind == CollectiveKind.ALL_REDUCE;
    boolean chain = kind == CollectiveKind.BROADCAST || kind == CollectiveKind.REDUCE;
    return switch (algorithm) {
      case "ring" -> chain ? chain(bytes) : ring(bytes, twice ? 2 : 1);
      case "halving-doubling" -> halving(bytes, twice ? 2 : 1);
      case "direct", "pairwise" -> exchange(kind, algorithm.equals("pairwise"), bytes);
      case "pairwise-pxn" -> pxn(bytes);
      case "tree" -> kind == CollectiveKind.REDUCE ? rise(bytes) : fall(bytes);
      case "double-tree" -> doubleTree(bytes);
      case "hierarchical" -> hierarchy(kind, 1, bytes);
      case "nvls" -> hierarchy(kind, (ofServer + 1) / (2.0 * (ofServer - 1)), bytes); // half of 1 + 1/n buffers in each phase
      default -> throw new IllegalArgumentException(algorithm);
    };
  }

  private int servers() {
    return ranks / ofServer;
  }

  private boolean isOneServer() {
    return ofServer == ranks;
  }

  private Link nearest() {
    return ofServer > 1 ? IN : OUT;
  }

  private static long part(long bytes, int parts) {
    return Math.ceilDiv(bytes, parts);
  }

  private static int log2(int number) {
    return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(number);
  }

  private int channels(long bytes) {
    return ofServer == 1 || isOneServer() ? 1 : (int) Math.clamp(bytes / (4096L * ranks), 1, ofServer);
  }

  private int chunks(long bytes, int least) {
    return ofServer == 1 ? 1 : (int) Math.max(Math.max(1, Math.ceilDiv(bytes, CHUNK)), Math.min(least, bytes / LEAST_CHUNK));
  }

  private int parts(long bytes) {
    return ofServer == 1 ? (int) Math.clamp(bytes / PART, 1, PARTS) : chunks(bytes, 2 * PARTS);
  }

  /**
   * A ring of n ranks: n - 1 steps, twice for an all-reduce. Over servers the NIC's steps follow each other, unless a chunk needs
   * longer to go round; the slowest chunk leaves out one hop inside a server. With several channels it waits at most for one
   * chunk of another channel on each hop inside a server.
   */
  private Bounds ring(long bytes, int rounds) {
    long ofStep = part(part(bytes, channels(bytes)), ranks);
    long chunk = part(ofStep, chunks(ofStep, 4));
    double steps = rounds * (ranks - 1);
    if (servers() == 1 || ofServer == 1) {
      double hopsPs = steps * Math.max(nearest().bothPs(ofStep), nearest().hopPs(chunk));
      return Bounds.exactly(steps * nearest().bothPs(ofStep),
          hopsPs + 2 * nearest().delayPs() + (chunk < ofStep ? nearest().afterPs(chunk) : 0));
    }
    int inside = ranks - servers() - 1;
    double roundPs = servers() * OUT.hopPs(chunk) + inside * IN.hopPs(chunk);
    double meetPs = channels(bytes) > 1 ? inside * IN.bothPs(chunk) : 0;
    double linkPs = steps * OUT.bothPs(ofStep);
    double busyPs = linkPs + OUT.afterPs(chunk);
    return new Bounds(linkPs, Math.max(busyPs, rounds * roundPs) + 2 * OUTSIDE_PS,
        Math.max(busyPs, rounds * (roundPs + meetPs)) + 2 * OUTSIDE_PS);
  }

  /**
   * A buffer that goes in parts along a chain of all ranks. Over servers it crosses one cable less than there are servers, or as
   * many if it starts within a server; hops inside a server take longer if parts of all channels are there at once.
   */
  private Bounds chain(long bytes) {
    int channels = channels(bytes);
    long own = part(bytes, channels);
    long part = part(own, parts(own));
    if (servers() == 1 || ofServer == 1) {
      Link link = nearest();
      double fillPs = (ranks - 2) * link.hopPs(part) + link.afterPs(PAYLOAD);
      return Bounds.exactly(link.bothPs(own), link.bothPs(own) + fillPs + 2 * link.delayPs());
    }
    double busyPs = OUT.bothPs(own) + 2 * OUTSIDE_PS;
    int inside = ranks - servers() - 1;
    return new Bounds(OUT.bothPs(own), busyPs + (servers() - 2) * OUT.hopPs(part) + inside * IN.hopPs(part),
        busyPs + servers() * OUT.hopPs(part) + inside * (IN.hopPs(part) + (channels - 1) * IN.bothPs(part)));
  }

  /** Partners exchange a half, a quarter, an eighth and so on of the buffer. */
  private static double halvingPs(int members, long bytes) {
    double ps = 0;
    for (int parts = 2; parts <= members; parts *= 2) {
      ps += OUT.hopPs(part(bytes, parts));
    }
    return ps;
  }

  private Bounds halving(long bytes, int times) {
    double linkPs = 0;
    for (int parts = 2; parts <= ranks; parts *= 2) {
      linkPs += times * OUT.bothPs(part(bytes, parts));
    }
    return Bounds.exactly(linkPs, times * halvingPs(ranks, bytes) + 2 * OUTSIDE_PS);
  }

  /**
   * Messages from each rank to each other one, or between the root and all others. With a window a rank has a bounded number of
   * sends at once. They end together, and at most a whole round trip passes until the next ones start.
   */
  private Bounds exchange(CollectiveKind kind, boolean window, long bytes) {
    if (kind == CollectiveKind.SEND_RECV) {
      return Bounds.exactly(nearest().bothPs(bytes), nearest().hopPs(bytes) + 2 * nearest().delayPs());
    }
    boolean rooted = kind == CollectiveKind.GATHER || kind == CollectiveKind.SCATTER;
    Link link = ofServer > 1 && !isOneServer() ? OUT : nearest();
    int others = link == OUT ? ranks - ofServer : ranks - 1; // those of a server use its switch at the same time
    int cables = ofServer > 1 && link == OUT ? 4 : 2; // over a spine to ranks on other rails
    long part = part(bytes, ranks);
    double sendPs = rooted ? link.sendPs(part) : link.bothPs(part);
    double linePs = others * sendPs + link.afterPs(part);
    double tripPs = 2 * cables * link.delayPs() + (cables - 1) * link.sendPs(Math.min(part, PAYLOAD));
    double ackPs = cables * link.delayPs();
    if (!window) {
      int times = kind == CollectiveKind.ALL_REDUCE ? 2 : 1;
      return Bounds.exactly(times * others * sendPs, times * linePs + ackPs);
    }
    double windows = others / (double) slots;
    double leastPs = Math.max(linePs + ackPs, windows * (tripPs + sendPs));
    return new Bounds(others * sendPs, leastPs, linePs + ackPs + Math.max(0, windows - 1) * tripPs);
  }

  /** Data for a rail crosses the server first; after the first part, and at most as long as all of it takes, NICs are busy. */
  private Bounds pxn(long bytes) {
    long part = part(bytes, ranks);
    if (isOneServer()) {
      return Bounds.exactly((ranks - 1) * IN.bothPs(part), (ranks - 1) * IN.bothPs(part) + IN.afterPs(PAYLOAD) + 2 * INSIDE_PS);
    }
    long ofRail = ofServer * part;
    int parts = Math.min(16, chunks(ofRail, 1));
    double linkPs = (servers() - 1) * OUT.bothPs(ofRail);
    double ps = linkPs + IN.hopPs(part(part, parts)) + OUT.afterPs(PAYLOAD) + 2 * OUTSIDE_PS;
    double insidePs = (servers() - 1) * (ofServer - 1) * IN.bothPs(part);
    double tripsPs = Math.max(0, (servers() - 1.0) / slots) * (4 * OUTSIDE_PS + OUT.sendPs(Math.min(ofRail, PAYLOAD)));
    return new Bounds(linkPs, ps, ps + insidePs + tripsPs);
  }

  /** A broadcast on a binary tree: a rank's two sends share its link, so that both end together. */
  private Bounds fall(long bytes) {
    long part = part(bytes, parts(bytes));
    double fillPs = 0;
    for (int member = 1; 2 * member + 1 < ranks; member = 2 * member + 1) { // the deepest path has the lowest numbers
      fillPs += (2 * member + 2 < ranks ? 2 : 1) * OUT.sendPs(part) + OUT.afterPs(part);
    }
    double linkPs = OUT.sendPs(bytes) + OUT.bothPs(bytes);
    return Bounds.exactly(linkPs, linkPs + OUT.afterPs(part) + fillPs + 2 * OUTSIDE_PS);
  }

  /** A reduce on a binary tree: each level waits for one part, or for one of each child; at most the root waits, too. */
  private Bounds rise(long bytes) {
    long part = part(bytes, parts(bytes));
    int levels = log2(ranks);
    double linkPs = OUT.sendPs(bytes) + OUT.bothPs(bytes);
    double busyPs = linkPs + levels * OUT.afterPs(part) + 2 * OUTSIDE_PS;
    return new Bounds(linkPs, busyPs + (levels - 1) * OUT.sendPs(part), busyPs + levels * 2 * OUT.sendPs(part));
  }

  /**
   * Two trees, each with half of a channel's bytes, through the chains of servers. A rank sends four such halves: up and twice
   * down in one tree, up in the other. The first part's four are not counted twice. At most each level but the highest waits for
   * one more part, and parts of all channels meet on each hop inside a server.
   */
  private Bounds doubleTree(long bytes) {
    int channels = channels(bytes);
    long own = part(part(bytes, channels), 2);
    long part = part(own, parts(own));
    Link link = isOneServer() ? IN : OUT;
    int levels = log2(servers());
    double hopsPs = 2 * (levels * OUT.hopPs(part) + (ofServer - 1) * IN.hopPs(part));
    double ps = Math.max(hopsPs, 4 * link.bothPs(own) + hopsPs - 4 * link.bothPs(part)) + 2 * nearest().delayPs();
    double meetPs = 2 * (ofServer - 1) * (isOneServer() ? 1 : channels - 1) * IN.sendPs(part);
    return new Bounds(4 * link.bothPs(own), ps, ps + 2 * Math.max(0, levels - 1) * OUT.sendPs(part) + meetPs);
  }

  /**
   * Phases in servers and on rails. In one piece they follow each other. In several pieces the busier of the two is at work all
   * the time, but for the first and last piece in servers.
   *
   * @param share bytes of a message in a server, as a share of a rank's part
   */
  private Bounds hierarchy(CollectiveKind kind, double share, long bytes) {
    int phases = kind == CollectiveKind.ALL_REDUCE ? 2 : 1;
    int pieces = (int) Math.clamp(bytes / ranks / LEAST_CHUNK, 1, PARTS);
    double insidePs = insidePs(bytes, share);
    double ackPs = 2 * (kind == CollectiveKind.REDUCE_SCATTER && !isOneServer() ? OUTSIDE_PS : INSIDE_PS);
    if (isOneServer()) {
      return Bounds.exactly(phases * insidePs, phases * insidePs + IN.afterPs(PAYLOAD) + ackPs);
    }
    long ofRail = part(bytes, ofServer);
    double onePiecePs = phases * (halvingPs(servers(), ofRail) + insidePs + IN.afterPs(PAYLOAD)) + ackPs;
    double busyPs = Math.max(phases * (servers() - 1) * OUT.bothPs(part(ofRail, servers())), phases * insidePs);
    if (pieces == 1) {
      return Bounds.exactly(busyPs, onePiecePs);
    }
    double firstPs = insidePs(part(bytes, pieces), share) + IN.afterPs(PAYLOAD);
    return new Bounds(busyPs, busyPs + firstPs + log2(servers()) * OUT.afterPs(PAYLOAD) + ackPs, onePiecePs);
  }

  private double insidePs(long bytes, double share) {
    return (ofServer - 1) * IN.bothPs((long) (part(bytes, ofServer) * share));
  }
}
