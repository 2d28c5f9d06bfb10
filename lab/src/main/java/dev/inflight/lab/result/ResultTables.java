package dev.inflight.lab.result;

import dev.inflight.lab.result.flow.Slowdowns;
import dev.inflight.lab.result.job.JobSummary;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.result.schema.JobFiles;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.job.state.CollectiveResult;
import dev.inflight.sim.job.state.RankResult;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.PortTotals;

/** Writes the tables that are complete only at the end of a run, as CSV with units in the column names. */
public final class ResultTables {
  private final RunFolder folder;
  private final RunSummary outcome;
  private final Topology topology;

  public ResultTables(RunFolder folder, RunSummary outcome) {
    this.folder = folder;
    this.outcome = outcome;
    topology = outcome.scenario().setup().topology();
  }

  public void write() {
    queues();
    queueLengths();
    ports();
    nodes();
    slowdown();
    if (outcome.jobs().stream().anyMatch(job -> !job.collectives().isEmpty())) {
      collectives();
    }
    if (!outcome.jobs().isEmpty()) {
      ranks();
    }
  }

  private void collectives() {
    var out = new TableOut(folder, JobFiles.COLLECTIVES);
    for (JobSummary job : outcome.jobs()) {
      for (int number = 0; number < job.collectives().size(); number++) {
        CollectiveResult result = job.collectives().get(number);
        Collective what = result.collective();
        out.text("job", result.job()).whole("number", number).text("name", what.name()).choice("op", EnumNames.of(what.kind()))
            .choice("algorithm", what.algorithm()).whole("ranks", what.ranks()).whole("size_bytes", what.sizeBytes());
        if (result.startPs() < 0) {
          out.none("start_ns");
        } else {
          out.time("start_ns", result.startPs());
        }
        if (result.isComplete()) {
          out.time("duration_ns", result.durationPs()).whole("algbw_bps", Math.round(result.algorithmBitsPerSec()))
              .whole("busbw_bps", Math.round(result.busBitsPerSec())).whole("slowest_rank", result.slowestRank());
        } else {
          out.none("duration_ns").none("algbw_bps").none("busbw_bps").none("slowest_rank");
        }
        out.end();
      }
    }
  }

  private void ranks() {
    var out = new TableOut(folder, JobFiles.RANKS);
    for (JobSummary job : outcome.jobs()) {
      for (RankResult rank : job.ranks()) {
        boolean done = rank.endPs() >= 0;
        out.text("job", rank.job()).whole("rank", rank.rank()).whole("host", rank.host());
        if (done) {
          out.time("end_ns", rank.endPs()).time("compute_ns", rank.computePs()).time("exposed_ns", rank.exposedPs());
        } else {
          out.none("end_ns").time("compute_ns", rank.computePs()).none("exposed_ns");
        }
        out.whole("operations_done", rank.operationsDone()).whole("operations", rank.operations())
            .text("host_name", name(rank.host())).end();
      }
    }
  }

  private void queues() {
    var out = new TableOut(folder, ResultFiles.QUEUES);
    for (QueueStats.OfPort port : outcome.queues().byPort()) {
      QueueStats.Lengths lengths = port.lengths();
      port(out, port.port()).whole("samples", lengths.samples());
      if (lengths.samples() == 0) {
        out.none("mean_bytes").none("p50_bytes").none("p95_bytes").none("p99_bytes");
      } else {
        out.decimal("mean_bytes", lengths.meanBytes()).whole("p50_bytes", lengths.p50Bytes())
            .whole("p95_bytes", lengths.p95Bytes()).whole("p99_bytes", lengths.p99Bytes());
      }
      names(out.whole("max_bytes", lengths.maxBytes()), port.port()).end();
    }
  }

  private void queueLengths() {
    var out = new TableOut(folder, ResultFiles.QUEUE_LENGTHS);
    outcome.queues().bins().forEach(bin -> out.whole("largest_bytes", bin.largestBytes()).whole("samples", bin.samples()).end());
  }

  private void ports() {
    var out = new TableOut(folder, ResultFiles.PORTS);
    for (PortTotals port : outcome.ports()) {
      names(port(out, port.port()).atEnd(PortValue.values(), port.counts(), outcome.totals().span()), port.port()).end();
    }
  }

  private void nodes() {
    var ports = new int[topology.nodeCount()];
    for (Topology.Link link : topology.links()) {
      ports[link.a()]++;
      ports[link.b()]++;
    }
    var out = new TableOut(folder, ResultFiles.NODES);
    for (int node = 0; node < ports.length; node++) {
      out.whole("node", node).choice("kind", topology.kind(node)).text("name", name(node)).whole("ports", ports[node]).end();
    }
  }

  private TableOut port(TableOut out, PortName port) {
    return out.whole("node", port.node()).choice("kind", topology.kind(port.node())).whole("port", port.number())
        .whole("peer", port.peerNode()).whole("rate_bps", port.rateBitsPerSec());
  }

  private TableOut names(TableOut out, PortName port) {
    return out.text("node_name", name(port.node())).text("peer_name", name(port.peerNode()));
  }

  private String name(int node) {
    return topology.names().name(node);
  }

  private void slowdown() {
    var out = new TableOut(folder, ResultFiles.SLOWDOWN);
    for (Slowdowns.Bucket bucket : outcome.slowdowns().bySize()) {
      out.whole("smallest_bytes", bucket.smallestBytes()).whole("largest_bytes", bucket.largestBytes())
          .whole("flows", bucket.flows()).decimal("mean", bucket.mean()).decimal("p50", bucket.percentiles().p50())
          .decimal("p95", bucket.percentiles().p95()).decimal("p99", bucket.percentiles().p99())
          .decimal("max", bucket.percentiles().max()).end();
    }
  }
}
