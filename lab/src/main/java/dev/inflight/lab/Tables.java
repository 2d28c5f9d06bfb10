package dev.inflight.lab;

import dev.inflight.net.EgressPort;
import dev.inflight.net.Topology;

/** Writes the tables that are known when a run has ended, as CSV with units in the column names. */
final class Tables {
  private static final String PORT_COLUMNS = "node,kind,port,peer,rate_bps";

  private final RunFolder folder;
  private final Outcome outcome;
  private final Topology topology;

  Tables(RunFolder folder, Outcome outcome) {
    this.folder = folder;
    this.outcome = outcome;
    topology = outcome.scenario().setup().topology;
  }

  void write() {
    queues();
    links();
    slowdown();
  }

  private void queues() {
    TextOut out = folder.file("queues.csv").text(PORT_COLUMNS + ",samples,mean_bytes,p50_bytes,p95_bytes,p99_bytes,max_bytes\n");
    for (Queues.OfPort port : outcome.queues().byPort()) {
      Queues.Lengths lengths = port.lengths();
      port(out, port.port()).mark(',').number(lengths.samples()).mark(',').decimal(lengths.meanBytes(), 1).mark(',')
          .number(lengths.p50Bytes()).mark(',').number(lengths.p95Bytes()).mark(',').number(lengths.p99Bytes()).mark(',')
          .number(lengths.maxBytes()).mark('\n');
    }
  }

  private void links() {
    TextOut out = folder.file("links.csv").text(PORT_COLUMNS + ",sent_bytes,sent_frames,utilisation,pauses_received,paused_ns\n");
    for (LinkUse link : outcome.links()) {
      EgressPort port = link.port();
      port(out, port).mark(',').number(port.sentBytes()).mark(',').number(port.sentFrames()).mark(',')
          .decimal(link.utilisation(), 6).mark(',').number(port.pausesReceived()).mark(',').nanoseconds(link.pausedPs())
          .mark('\n');
    }
  }

  private TextOut port(TextOut out, EgressPort port) {
    return out.number(port.node()).text(topology.isSwitch(port.node()) ? ",switch," : ",host,").number(port.number()).mark(',')
        .number(port.peer().node()).mark(',').number(port.rateBitsPerSec());
  }

  private void slowdown() {
    TextOut out = folder.file("slowdown.csv").text("smallest_bytes,largest_bytes,flows,mean,p50,p95,p99,max\n");
    for (Slowdowns.Bucket bucket : outcome.slowdowns().bySize()) {
      out.number(bucket.smallestBytes()).mark(',').number(bucket.largestBytes()).mark(',').number(bucket.flows()).mark(',')
          .decimal(bucket.mean(), 4).mark(',').decimal(bucket.p50(), 4).mark(',').decimal(bucket.p95(), 4).mark(',')
          .decimal(bucket.p99(), 4).mark(',').decimal(bucket.max(), 4).mark('\n');
    }
  }
}
