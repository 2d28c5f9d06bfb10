package dev.inflight.lab.result;

import org.jspecify.annotations.Nullable;
import dev.inflight.lab.result.schema.JobFiles;
import dev.inflight.sim.measure.RankSample;
import dev.inflight.sim.measure.FlowValue;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.record.FlowSample;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.PortSample;

/** Writes the time series of flows and ports. */
final class SeriesFiles {
  private final FlowValue[] flowValues = FlowValue.values();
  private final PortValue[] portValues = PortValue.values();
  private final TableOut flows;
  private final TableOut ports;
  private final @Nullable TableOut ranks;

  SeriesFiles(RunFolder folder, boolean hasRanks) {
    flows = new TableOut(folder, ResultFiles.FLOW_SERIES);
    ports = new TableOut(folder, ResultFiles.PORT_SERIES);
    ranks = hasRanks ? new TableOut(folder, JobFiles.RANK_SERIES) : null;
  }

  void write(FlowSample sample) {
    flows.time("time_ns", sample.nowPs()).whole("flow", sample.flow())
        .overTime(flowValues, sample.counts(), sample.rates(), sample.nowPs()).end();
  }

  void write(RankSample sample) {
    if (ranks != null) {
      ranks.time("time_ns", sample.nowPs()).text("job", sample.job()).whole("rank", sample.rank())
          .time("compute_ns", sample.computePs()).decimal("computing", sample.computing()).end();
    }
  }

  void write(PortSample sample) {
    PortName port = sample.port();
    ports.time("time_ns", sample.nowPs()).whole("node", port.node()).whole("port", port.number())
        .overTime(portValues, sample.counts(), sample.rates(), sample.nowPs()).end();
  }
}
