package dev.inflight.lab.result;

import dev.inflight.sim.record.FlowSample;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.PortSample;

/** Writes the time series of flows and ports. */
final class SeriesFiles {
  private final TableOut flows;
  private final TableOut ports;

  SeriesFiles(RunFolder folder) {
    flows = new TableOut(folder, ResultFiles.FLOW_SERIES);
    ports = new TableOut(folder, ResultFiles.PORT_SERIES);
  }

  void write(FlowSample sample) {
    flows.time("time_ns", sample.nowPs()).whole("flow", sample.flow()).whole("acked_bytes", sample.ackedBytes())
        .whole("goodput_bps", sample.goodputBitsPerSec()).whole("window_bytes", sample.windowBytes())
        .whole("pace_bps", sample.paceBitsPerSec()).end();
  }

  void write(PortSample sample) {
    PortName port = sample.port();
    ports.time("time_ns", sample.nowPs()).whole("node", port.node()).whole("port", port.number())
        .whole("waiting_bytes", sample.waitingBytes()).whole("sent_bytes", sample.sentBytes())
        .whole("throughput_bps", sample.throughputBitsPerSec()).whole("ecn_marks", sample.ecnMarks()).end();
  }
}
