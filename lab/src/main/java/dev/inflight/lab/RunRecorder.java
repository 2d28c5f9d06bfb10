package dev.inflight.lab;

import dev.inflight.net.EgressPort;
import dev.inflight.net.Framing;
import dev.inflight.net.MurmurEcmp;
import dev.inflight.net.SwitchPort;
import dev.inflight.net.Topology;
import dev.inflight.sim.FlowResult;
import dev.inflight.sim.FlowSample;
import dev.inflight.sim.PortSample;
import dev.inflight.sim.QueueMonitor;
import dev.inflight.sim.Recorder;
import dev.inflight.sim.Setup;
import org.jspecify.annotations.Nullable;

/** Writes what a run tells while it runs, and keeps of each finished flow what the summary needs. */
final class RunRecorder implements Recorder {
  /** The first line of {@code flows.csv}. */
  static final String FLOW_COLUMNS = "flow,source,destination,source_port,destination_port,group,size_bytes,start_ns,fct_ns,"
      + "standalone_ns,slowdown,retransmitted_bytes,operation";

  private static final long PS_PER_NS = 1000;

  private final Topology topology;
  private final TextOut flows;
  private final TextOut pfc;
  private final @Nullable AuthorsFiles authors;
  private final @Nullable SeriesFiles series;

  private final long[] sizesBytes;
  private final long[] fctPs;
  private final double[] slowdowns;
  private int count;
  private long lastEndPs;

  /** The three files of the authors' simulator, in its formats. */
  private record AuthorsFiles(TextOut fct, TextOut pfc, TextOut qlen) {
  }

  RunRecorder(Setup setup, RunFolder folder) {
    topology = setup.topology;
    int most = setup.flows.count();
    sizesBytes = new long[most];
    fctPs = new long[most];
    slowdowns = new double[most];
    flows = folder.file("flows.csv").text(FLOW_COLUMNS).mark('\n');
    pfc = folder.file("pfc.csv").text("time_ns,node,kind,port,group,state\n");
    authors = setup.framing == Framing.REFERENCE
        ? new AuthorsFiles(folder.file("fct.txt"), folder.file("pfc.txt"), folder.file("qlen.txt"))
        : null;
    series = setup.series.isOn() ? new SeriesFiles(folder) : null;
  }

  @Override
  public void flowSample(FlowSample sample) {
    if (series != null) {
      series.write(sample);
    }
  }

  @Override
  public void portSample(PortSample sample) {
    if (series != null) {
      series.write(sample);
    }
  }

  @Override
  public void flowFinished(FlowResult flow) {
    double slowdown = flow.slowdown();
    sizesBytes[count] = flow.sizeBytes();
    fctPs[count] = flow.fctPs();
    slowdowns[count] = slowdown;
    count++;
    lastEndPs = Math.max(lastEndPs, flow.startPs() + flow.fctPs());
    flows.number(flow.id()).mark(',').number(flow.source()).mark(',').number(flow.destination()).mark(',')
        .number(flow.sourcePort())
        .mark(',').number(flow.destinationPort()).mark(',').number(flow.group()).mark(',').number(flow.sizeBytes()).mark(',')
        .nanoseconds(flow.startPs()).mark(',').nanoseconds(flow.fctPs()).mark(',').nanoseconds(flow.standalonePs()).mark(',')
        .decimal(slowdown, 4).mark(',').number(flow.retransmittedBytes()).mark(',').text(Words.of(flow.kind())).mark('\n');
    if (authors != null) {
      authors.fct.hex(MurmurEcmp.address(flow.source())).mark(' ').hex(MurmurEcmp.address(flow.destination())).mark(' ')
          .number(flow.sourcePort()).mark(' ').number(flow.destinationPort()).mark(' ').number(flow.sizeBytes()).mark(' ')
          .number(flow.startPs() / PS_PER_NS).mark(' ').number(flow.fctPs() / PS_PER_NS).mark(' ')
          .number(flow.standalonePs() / PS_PER_NS).mark('\n');
    }
  }

  @Override
  public void pauseChanged(EgressPort port, int group, boolean paused, long nowPs) {
    boolean isSwitch = topology.isSwitch(port.node());
    pfc.nanoseconds(nowPs).mark(',').number(port.node()).text(isSwitch ? ",switch," : ",host,").number(port.number()).mark(',')
        .number(group).text(paused ? ",pause\n" : ",resume\n");
    if (authors != null) {
      authors.pfc.number(nowPs / PS_PER_NS).mark(' ').number(port.node()).text(isSwitch ? " 1 " : " 0 ")
          .number(port.number()).text(paused ? " 1\n" : " 0\n");
    }
  }

  @Override
  public void queues(long nowPs, QueueMonitor monitor) {
    if (authors == null) {
      return;
    }
    TextOut out = authors.qlen;
    out.text("time: ").number(nowPs / PS_PER_NS).mark('\n');
    for (SwitchPort port : monitor.ports()) {
      out.number(port.node()).mark(' ').number(port.number());
      for (long samples : monitor.histogram(port)) {
        out.mark(' ').number(samples);
      }
      out.mark('\n');
    }
  }

  /** The number of finished flows. */
  int count() {
    return count;
  }

  /** The size of the n-th flow to finish. */
  long sizeBytes(int n) {
    return sizesBytes[n];
  }

  /** The completion time of the n-th flow to finish. */
  long fctPs(int n) {
    return fctPs[n];
  }

  /** The slowdown of the n-th flow to finish. */
  double slowdown(int n) {
    return slowdowns[n];
  }

  /** When the last flow finished; 0 before any has. */
  long lastEndPs() {
    return lastEndPs;
  }
}
