package dev.inflight.sim.setup;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.net.event.SerialisationTime;
import dev.inflight.net.link.Framing;
import dev.inflight.net.nic.NicModel;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.net.profile.Profile;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.queue.QueueDiscipline;
import dev.inflight.net.switching.queue.RoundRobinQueues;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Everything that determines a simulation. Two equal setups give equal trajectories. Fields hold the defaults until they are set. */
public final class Setup {
  /** Hosts, switches and cables. */
  public Topology topology = new Topology(1, new BitSet(), List.of());
  /** The flows to run. */
  public FlowTable flows = new FlowTable();
  /** The congestion control of all flows. */
  public Scheme scheme = Hpcc.DEFAULT;

  /** Sizes of packets, and with them the {@link #profile}. */
  public Framing framing = Framing.ROCEV2;
  /** Arithmetic of times. */
  public SerialisationTime clock = SerialisationTime.EXACT;
  /** Tie order. */
  public TieOrder ties = TieOrder.PORT;

  /** Seed of every random choice in the fabric. */
  public long seed = 1;
  /** The simulation ends here at the latest, in picoseconds. */
  public long untilPs = Long.MAX_VALUE;

  /** Payload of a full packet, in bytes, 1 to 9000. */
  public int payloadBytes = 1000;
  /** Shared buffer of each switch, in bytes. */
  public long bufferBytes = 32L << 20;
  /** Whether switches send PFC pauses; without, they drop. */
  public boolean pfc = true;
  /** Without PFC: a queue longer than this many times the free buffer takes no packet, above 0. */
  public double egressAlpha = 1;
  /** How the ports of switches order what waits in their queues. */
  public QueueDiscipline queues = RoundRobinQueues.DEFAULT;
  /** ECN thresholds by link rate in bit/s; empty for no marking. */
  public Map<Long, EcnThresholds> ecn = new TreeMap<>();
  /** Whether acknowledgements ignore pauses of the data's priority group at the sending NIC. */
  public boolean acksIgnorePause = false;
  /** The receiver acknowledges every this many packets (and always the last one, and out-of-order ones), 1 or more. */
  public int ackEveryPackets = 1;
  /** The receiver acknowledges at the latest after this time, in picoseconds. */
  public long ackDelayPs = 10_000_000L;
  /** What both ends do about losses. Waits shorter than four base RTTs become as long. */
  public Recovery recovery = GoBackN.DEFAULT;
  /**
   * With {@link GoBackN}: a flow that hears nothing for this long sends again from the last acknowledged byte, in picoseconds; where four
   * base RTTs are longer than that, they count.
   */
  public long retransmitTimeoutPs = 4_000_000_000L;
  /** How a host's NICs schedule their flows, and how many; without limits where the profile knows none. */
  public NicModel nic = UnlimitedNic.DEFAULT;
  /** Whether pacing follows the scheme's rate; otherwise only the window limits a flow. */
  public boolean paced = true;
  /** Use the largest base RTT and bandwidth-delay product of any two hosts for all flows, in place of each pair's own. */
  public boolean globalBaseRtt = true;
  /** The header that data packets carry where the scheme asks for it. */
  public TelemetryFormat telemetry = NativeFormat.DEFAULT;
  /** Whether receivers seal the telemetry that they send back under a key that both ends hold. */
  public boolean sealTelemetry = false;

  /** The loss rate of cables whose own is 0, 0 to 1. */
  public double lossRate = 0;
  /** Failures and repairs of cables. */
  public List<LinkEvent> linkEvents = new ArrayList<>();

  /** First queue sample, in picoseconds; negative: at the first flow's start. */
  public long sampleFromPs = -1;
  /** Last queue sample, in picoseconds. */
  public long sampleUntilPs = Long.MAX_VALUE;
  /** Time between queue samples, in picoseconds. */
  public long samplePeriodPs = 100_000L;
  /** What is written down of flows and ports at equal times. */
  public Series series = Series.NONE;

  /** Whose small rules hold: those that go with the framing. */
  public Profile profile() {
    return Profile.of(framing);
  }

  /** All reasons why values do not go together; empty when the setup can run, as far as that shows without building the fabric. */
  public List<Problem> problems() {
    return SetupCheck.of(this);
  }
}
