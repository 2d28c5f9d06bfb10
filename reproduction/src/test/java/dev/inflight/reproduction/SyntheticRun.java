package dev.inflight.reproduction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Run folder with given numbers, in the files that a figure under random load reads. Each number is where a run would have
 * written it.
 */
final class SyntheticRun {
  private static final String FLOWS = "flow,source,destination,source_port,destination_port,priority,size_bytes,start_ns,fct_ns,ideal_fct_ns,"
      + "slowdown,retransmitted_bytes,operation\n";
  private static final String QUEUES = "node,kind,port,peer,rate_bps,samples,mean_bytes,p50_bytes,p95_bytes,p99_bytes,max_bytes\n";
  private static final String PORTS = "node,kind,port,peer,rate_bps,sent_bytes,sent_frames,utilization,pauses_received,paused_ns,ecn_marks\n";
  private static final int INCAST_PORT = 200;
  private static final int RANDOM_PORT = 100;
  private static final double SECONDS = 0.1;

  private final StringBuilder flows = new StringBuilder(FLOWS);
  private final StringBuilder queues = new StringBuilder(QUEUES);
  private final StringBuilder ports = new StringBuilder(PORTS);
  private final StringBuilder pauses = new StringBuilder("time_ns,node,kind,port,priority,state\n");
  private long drops;
  private long pfcPauses;
  private int count;

  SyntheticRun() {
    String incast = flow(INCAST_PORT, 500_000, 400, 1e5);
    for (int at = 0; at < 3; at++) { // flows of an incast do not belong to the load
      add(incast);
    }
  }

  /** Row of a flow after its source port; flows that differ only in their numbers share it. */
  private static String flow(int port, long sizeBytes, double slowdown, double aloneNs) {
    return String.format(Locale.ROOT, ",%d,3,%d,0.000,%.3f,%.3f,%.6f,0,flow\n", port, sizeBytes, slowdown * aloneNs, aloneNs,
        slowdown);
  }

  private void add(String flow) {
    flows.append(count).append(",1,2,").append(10_000 + count).append(flow);
    count++;
  }

  /** Adds flows of a size with three slowdowns: of nine tenths, of the next seven percent, and of the rest. */
  SyntheticRun flows(int number, long sizeBytes, double aloneNs, double median, double p95, double p99) {
    String usual = flow(RANDOM_PORT, sizeBytes, median, aloneNs);
    String slow = flow(RANDOM_PORT, sizeBytes, p95, aloneNs);
    String slowest = flow(RANDOM_PORT, sizeBytes, p99, aloneNs);
    for (int at = 0; at < number; at++) {
      double place = (at + 0.5) / number;
      add(place < 0.9 ? usual : place < 0.97 ? slow : slowest);
    }
    return this;
  }

  /** Adds flows of one size and slowdown, for claims about one percentile. */
  SyntheticRun flows(int number, long sizeBytes, double slowdown) {
    return flows(number, sizeBytes, 10_000, 0.6 * slowdown, slowdown, 1.5 * slowdown);
  }

  /** Adds the queue of a switch port with a rate. */
  SyntheticRun queue(long rateBitsPerSec, double p50Bytes, double p95Bytes, double p99Bytes) {
    queues.append(String.format(Locale.ROOT, "40,switch,1,0,%d,1000,1.0,%.0f,%.0f,%.0f,%.0f\n", rateBitsPerSec, p50Bytes,
        p95Bytes, p99Bytes, p99Bytes));
    return this;
  }

  /** Adds a port and the share of time for which it was paused. */
  SyntheticRun port(String kind, int node, int peer, long rateBitsPerSec, double pausedPercent) {
    ports.append(String.format(Locale.ROOT, "%d,%s,1,%d,%d,1,1,0.5,0,%.3f,0\n", node, kind, peer, rateBitsPerSec,
        pausedPercent / 100 * SECONDS * 1e9));
    return this;
  }

  /** Adds two ports that are paused for this share of the time on average. */
  SyntheticRun paused(double percent) {
    return port("host", 1, 40, 100_000_000_000L, 0.5 * percent).port("switch", 40, 1, 100_000_000_000L, 1.5 * percent);
  }

  SyntheticRun drops(long packets) {
    drops = packets;
    return this;
  }

  SyntheticRun pfcPauses(long frames) {
    pfcPauses = frames;
    return this;
  }

  /** Adds the start or the end of a port's pause. */
  SyntheticRun pause(double atNs, String kind, int node, boolean begins) {
    pauses.append(String.format(Locale.ROOT, "%.3f,%d,%s,1,3,%s\n", atNs, node, kind, begins ? "pause" : "resume"));
    return this;
  }

  void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("flows.csv"), flows);
    Files.writeString(folder.resolve("queues.csv"), queues);
    Files.writeString(folder.resolve("ports.csv"), ports);
    Files.writeString(folder.resolve("pauses.csv"), pauses);
    Files.writeString(folder.resolve("summary.json"), "{\"simulatedSeconds\": " + SECONDS + ", \"drops\": " + drops
        + ", \"pfcPauses\": " + pfcPauses
        + ", \"retransmittedBytes\": 5000, \"queueBytes\": {\"samples\": 9, \"p50\": 0, \"p95\": 7000, \"p99\": 9000, \"max\": 9000}}");
  }
}
