package dev.inflight.sim;

import dev.inflight.sim.period.OmittedMessages;
import java.util.function.LongConsumer;
import dev.inflight.sim.job.Jobs;
import dev.inflight.sim.loop.Timeline;
import dev.inflight.sim.parts.DividedLoop;
import dev.inflight.sim.parts.RankCollectives;
import dev.inflight.sim.ranks.PortTotalsForm;
import dev.inflight.sim.record.BulkHistory;
import dev.inflight.sim.record.PartSamplers;
import dev.inflight.sim.record.PortNames;
import dev.inflight.sim.record.PortTotals;
import dev.inflight.sim.record.QueueMonitor;
import dev.inflight.sim.record.QueueSampler;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.record.Samples;
import dev.inflight.sim.record.SeriesSampler;
import dev.inflight.sim.setup.FabricBuilder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.symmetry.Symmetry;
import dev.inflight.net.paths.OnePath;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.sim.fast.CreditedCounters;
import dev.inflight.sim.fidelity.Skipped;
import dev.inflight.sim.measure.MeasureReader;
import dev.inflight.sim.measure.MeasuredValues;
import dev.inflight.sim.measure.SwitchValue;
import dev.inflight.sim.fast.FastForward;
import dev.inflight.sim.fast.SkippingTimeline;
import dev.inflight.sim.job.Repeats;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Measurements of a run's ports: samples of queues, series of flows and ports, and the totals of each port. */
final class Measurements {
  final PortNames portNames;
  final QueueMonitor queues;
  final PortTally tally;
  final Samples samples;
  final @Nullable Symmetry symmetry;
  private final Setup setup;
  private final Timeline loop;
  private final RankCollectives others;
  private final SeriesSampler series;
  private final BulkHistory bulk;
  private @Nullable FastForward fast;
  private final @Nullable CreditedCounters credited;
  private final LongSupplier deliveredBytes;
  private @Nullable List<PortTotals> portsEverywhere;

  /**
   * Makes measurements that have not started.
   *
   * @param symmetry symmetry of a run of which one block is simulated; null: all of it is
   * @param recorder supplies the present receiver of samples and series
   * @param jobs supplies the jobs of the run
   * @param losses packets lost so far, by {@link RunResult#lossIndex}
   * @param bulkWidthPs the first distance of the times of {@link BulkHistory}
   */
  Measurements(Setup setup, FabricBuilder assembly, @Nullable Symmetry symmetry, Supplier<Recorder> recorder, Supplier<Jobs> jobs,
      IntToLongFunction losses, long bulkWidthPs) {
    this.setup = setup;
    this.symmetry = symmetry;
    loop = assembly.loop;
    others = assembly.others;
    portNames = new PortNames(assembly.fabric, symmetry == null ? port -> port : symmetry::representativePort);
    queues = new QueueMonitor(assembly.fabric, portNames);
    credited = assembly.skipping == null
        ? null
        : new CreditedCounters(assembly.fabric, assembly.skipping, portNames.ports().toList(), losses, RunResult.LOSSES);
    MeasureReader reader = credited == null ? MeasureReader.COUNTED : credited;
    deliveredBytes = credited == null
        ? () -> others.sum(assembly.fabric.deliveredBytes())
        : () -> assembly.fabric.deliveredBytes() + credited.deliveredBytes();
    bulk = new BulkHistory(loop, assembly.fabric.cabling().ports(), portNames.ports().toList(), deliveredBytes, reader,
        bulkWidthPs);
    tally = new PortTally(portNames, bulk, reader);
    DividedLoop divided = assembly.divided;
    samples = divided == null
        ? new QueueSampler(setup, queues, recorder, loop)
        : new PartSamplers(setup, queues, recorder, divided);
    LongConsumer ranks = setup.series().ranks() ? new RankSampler(jobs, recorder)::sample : _ -> {
    };
    series = new SeriesSampler(setup.series(), assembly.fabric, portNames, recorder, loop, reader, ranks);
  }

  /**
   * Samplers of parts that run in parallel.
   *
   * @throws IllegalStateException if one loop runs the whole fabric
   */
  PartSamplers partSamplers() {
    if (samples instanceof PartSamplers inParts) {
      return inParts;
    }
    throw new IllegalStateException("the fabric is not divided into parts");
  }

  /** Makes the fast-forward of the run, which skips stretches and credits the counters. */
  FastForward fast(FabricBuilder assembly, Repeats repeats, OmittedMessages omitted, BooleanSupplier isBusy) {
    SkippingTimeline skipping = Objects.requireNonNull(assembly.skipping);
    fast = new FastForward(assembly.fabric, skipping, Objects.requireNonNull(credited), repeats, omitted, isBusy,
        haveOnePath(assembly), isUndisturbed(assembly), setup.payloadBytes(), setup.framing().gapBytes(), assembly.largestRttPs(),
        setup.fidelity().error(), setup.seed());
    return fast;
  }

  private boolean haveOnePath(FabricBuilder assembly) {
    return !setup.routing().switchesChoose() && IntStream.rangeClosed(0, setup.classes().size()).mapToObj(assembly::setupOf)
        .allMatch(own -> own.paths() instanceof OnePath);
  }

  /** True if only its scheme and queues hold a flow back, and receivers acknowledge each packet. */
  private boolean isUndisturbed(FabricBuilder assembly) {
    return setup.lossRate() == 0 && setup.events().isEmpty() && setup.nic().equals(new UnlimitedNic())
        && setup.ackEveryPackets() == 1
        && IntStream.rangeClosed(0, setup.classes().size()).allMatch(one -> assembly.setupOf(one).packetsPerAck() == 1)
        && setup.topology().links().stream().allMatch(link -> link.lossRate() == 0);
  }

  /** Number of equal blocks of hosts of which one is simulated; 1: all hosts are. */
  int blocks() {
    return symmetry == null ? 1 : symmetry.blocks();
  }

  /** Time and data skipped so far. */
  Skipped skipped() {
    return fast == null ? Skipped.nothing(setup.whyNothingIsSkipped()) : fast.skipped(setup.framing().gapBytes());
  }

  /** Adds skipped counts to hosts' counters. */
  HostCounters of(HostCounters counted) {
    return credited == null ? counted : credited.with(counted);
  }

  /** Adds skipped counts to switches' counters. */
  MeasuredValues<SwitchValue> of(MeasuredValues<SwitchValue> counted) {
    return credited == null ? counted : credited.with(counted);
  }

  /** Number of packets credited as lost in the skipped time, by {@link RunResult#lossIndex}. */
  long creditedLosses(int index) {
    return credited == null ? 0 : credited.losses(index);
  }

  /** The series of flows and ports; null when the setup requests none. */
  @Nullable
  SeriesSampler series() {
    return setup.series().isOn() ? series : null;
  }

  /** Schedules the first samples of a run with its first flow at this time. */
  void begin(long firstStartPs) {
    long sampleFromPs = setup.sampleFromPs() >= 0 ? setup.sampleFromPs() : firstStartPs;
    if (sampleFromPs <= setup.sampleUntilPs()) {
      samples.begin(sampleFromPs);
    }
    series.schedule(firstStartPs);
    bulk.begin(firstStartPs);
  }

  /** Records the end of the last flow. */
  void over(long nowPs) {
    tally.over(nowPs, loop);
    series.endsNow(nowPs);
    bulk.over();
  }

  /**
   * The run has ended; for all processes at once.
   *
   * @param atRest true if no event is left, so that the remaining samples are known
   */
  void finish(long endPs, boolean atRest) {
    if (atRest) {
      samples.skipToEnd();
    }
    series.finish(endPs);
    tally.found(bulk.bulk(endPs, deliveredBytes.getAsLong()));
    others.ship();
    if (others.size() > 1) {
      portsEverywhere = PortTotalsForm.read(others.gather(PortTotalsForm.write(tally.totals(endPs, queues))));
    }
  }

  /** The bulk time, in picoseconds; to be called after {@link #finish}. */
  long bulkPs() {
    return tally.bulkPs();
  }

  /** Number of events that only read the delivered bytes. */
  long eventsOfBulk() {
    return bulk.fired();
  }

  /** The totals of each port, in order of number, in a run that ended at this time; after {@link #finish} of all processes. */
  List<PortTotals> portTotals(long endPs) {
    return portsEverywhere != null ? portsEverywhere : tally.totals(endPs, queues);
  }
}
