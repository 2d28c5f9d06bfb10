package dev.inflight.lab.result;

import dev.inflight.sim.measure.RankSample;
import dev.inflight.lab.print.TextWriter;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.result.flow.FinishedFlows;
import dev.inflight.lab.result.flow.JobOfFlow;
import dev.inflight.net.route.MurmurEcmp;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.graph.Job;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.FlowSample;
import dev.inflight.sim.record.PacketLoss;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.PortSample;
import dev.inflight.sim.record.QueueHistogram;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes the results that a running simulation reports, and keeps the values of each finished flow for the summary. */
public final class RunRecorder implements Recorder {
  private static final long PS_PER_NS = 1000;

  private final Topology topology;
  private final TableOut flows;
  private final TableOut pfc;
  private final TableOut drops;
  private final @Nullable AuthorsFiles authors;
  private final @Nullable SeriesFiles series;

  private final FinishedFlows finished;
  private final List<FlowClass> classes;
  private final FlowTable inOrder;
  private final JobOfFlow jobs;
  private long lastEndPs;

  /** Three files in the formats of the authors' simulator. */
  private record AuthorsFiles(TextWriter fct, TextWriter pfc, TextWriter qlen) {
  }

  public RunRecorder(Setup setup, RunFolder folder) {
    classes = setup.classes();
    inOrder = setup.flows().sortedByStart();
    jobs = new JobOfFlow(inOrder);
    finished = new FinishedFlows(inOrder);
    topology = setup.topology();
    flows = new TableOut(folder, ResultFiles.flows(!classes.isEmpty(), !inOrder.jobs().isEmpty()));
    pfc = new TableOut(folder, ResultFiles.PAUSES);
    drops = new TableOut(folder, ResultFiles.DROPS);
    authors = setup.profile().writesAuthorsFiles()
        ? new AuthorsFiles(folder.file("fct.txt"), folder.file("pfc.txt"), folder.file("qlen.txt"))
        : null;
    series = setup.series().isOn() ? new SeriesFiles(folder, setup.series().ranks() && !inOrder.jobs().isEmpty()) : null;
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
  public void rankSample(RankSample sample) {
    if (series != null) {
      series.write(sample);
    }
  }

  @Override
  public void flowFinished(FlowResult flow) {
    finished.add(flow);
    lastEndPs = Math.max(lastEndPs, flow.startPs() + flow.fctPs());
    flows.whole("flow", flow.id()).whole("source", flow.source()).whole("destination", flow.destination())
        .whole("source_port", flow.sourcePort()).whole("destination_port", flow.destinationPort())
        .whole("priority", flow.priority()).whole("size_bytes", flow.sizeBytes()).time("start_ns", flow.startPs())
        .time("fct_ns", flow.fctPs()).time("ideal_fct_ns", flow.idealFctPs()).decimal("slowdown", flow.slowdown())
        .whole("retransmitted_bytes", flow.retransmittedBytes()).choice("operation", EnumNames.of(flow.kind()));
    writeClass(inOrder.flowClass(flow.id()));
    writeJob(flow.id());
    flows.end();
    if (authors != null) {
      authors.fct.hex(MurmurEcmp.address(flow.source())).mark(' ').hex(MurmurEcmp.address(flow.destination())).mark(' ')
          .number(flow.sourcePort()).mark(' ').number(flow.destinationPort()).mark(' ').number(flow.sizeBytes()).mark(' ')
          .number(flow.startPs() / PS_PER_NS).mark(' ').number(flow.fctPs() / PS_PER_NS).mark(' ')
          .number(flow.idealFctPs() / PS_PER_NS).mark('\n');
    }
  }

  private void writeClass(int number) {
    if (classes.isEmpty()) {
      return;
    }
    if (number == 0) {
      flows.none("class");
    } else {
      flows.word("class", classes.get(number - 1).name());
    }
  }

  private void writeJob(int flow) {
    if (inOrder.jobs().isEmpty()) {
      return;
    }
    Job job = jobs.of(flow);
    if (job == null) {
      flows.none("job");
    } else {
      flows.text("job", job.name());
    }
  }

  @Override
  public boolean recordsLosses() {
    return true;
  }

  @Override
  public void packetLost(PacketLoss loss) {
    PortName port = loss.port();
    drops.time("time_ns", loss.nowPs()).whole("node", port.node()).choice("kind", kind(port)).whole("port", port.number())
        .whole("flow", loss.flow()).choice("packet", EnumNames.of(loss.kind())).whole("sequence", loss.sequence())
        .whole("size_bytes", loss.sizeBytes()).choice("reason", EnumNames.of(loss.why())).end();
  }

  private String kind(PortName port) {
    return topology.kind(port.node());
  }

  @Override
  public void pauseChanged(PortName port, int priority, boolean paused, long nowPs) {
    boolean isSwitch = topology.isSwitch(port.node());
    pfc.time("time_ns", nowPs).whole("node", port.node()).choice("kind", kind(port)).whole("port", port.number())
        .whole("priority", priority).choice("state", paused ? "pause" : "resume").end();
    if (authors != null) {
      authors.pfc.number(nowPs / PS_PER_NS).mark(' ').number(port.node()).text(isSwitch ? " 1 " : " 0 ").number(port.number())
          .text(paused ? " 1\n" : " 0\n");
    }
  }

  @Override
  public void queues(long nowPs, Supplier<List<QueueHistogram>> histograms) {
    if (authors == null) {
      return;
    }
    TextWriter out = authors.qlen;
    out.text("time: ").number(nowPs / PS_PER_NS).mark('\n');
    for (QueueHistogram queue : histograms.get()) {
      out.number(queue.port().node()).mark(' ').number(queue.port().number());
      for (long samples : queue.bins()) {
        out.mark(' ').number(samples);
      }
      out.mark('\n');
    }
  }

  /** Finished flows. */
  public FinishedFlows finished() {
    return finished;
  }

  /** Time in ps at which the last flow finished; 0 before the first one. */
  long lastEndPs() {
    return lastEndPs;
  }
}
