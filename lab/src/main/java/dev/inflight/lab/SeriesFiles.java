package dev.inflight.lab;

import dev.inflight.net.EgressPort;
import dev.inflight.sim.FlowSample;
import dev.inflight.sim.PortSample;

/** Writes the time series of flows and ports. */
final class SeriesFiles {
  /** The series of flows. */
  static final String FLOWS = "flow-series.csv";
  /** The series of ports. */
  static final String PORTS = "port-series.csv";

  private final TextOut flows;
  private final TextOut ports;

  SeriesFiles(RunFolder folder) {
    flows = folder.file(FLOWS).text("time_ns,flow,acked_bytes,goodput_bps,window_bytes,pace_bps\n");
    ports = folder.file(PORTS).text("time_ns,node,port,waiting_bytes,sent_bytes,throughput_bps\n");
  }

  void write(FlowSample sample) {
    flows.nanoseconds(sample.nowPs()).mark(',').number(sample.flow()).mark(',').number(sample.ackedBytes()).mark(',')
        .number(sample.goodputBitsPerSec()).mark(',').number(sample.windowBytes()).mark(',').number(sample.paceBitsPerSec())
        .mark('\n');
  }

  void write(PortSample sample) {
    EgressPort port = sample.port();
    ports.nanoseconds(sample.nowPs()).mark(',').number(port.node()).mark(',').number(port.number()).mark(',')
        .number(sample.waitingBytes()).mark(',').number(sample.sentBytes()).mark(',').number(sample.throughputBitsPerSec())
        .mark('\n');
  }
}
