package dev.inflight.app.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.net.balance.Routing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.route.EcmpHash;
import dev.inflight.net.route.PortChoice;
import dev.inflight.net.switching.admission.AdmissionPolicy;
import dev.inflight.net.switching.admission.AdmissionRule;
import dev.inflight.net.switching.ecn.EcnMarker;
import dev.inflight.net.switching.ecn.EcnMarking;
import dev.inflight.net.switching.ecn.MarkingRule;
import dev.inflight.net.switching.pfc.PfcLimits;
import dev.inflight.net.switching.pfc.PfcProfile;
import dev.inflight.net.switching.queue.PortQueues;
import dev.inflight.net.switching.queue.QueueDiscipline;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.sim.testing.AdmissionContract;
import dev.inflight.sim.testing.MarkingContract;
import dev.inflight.sim.testing.PfcProfileContract;
import dev.inflight.sim.testing.QueueContract;
import dev.inflight.sim.testing.RoutingContract;
import dev.inflight.sim.testing.TopologyContract;
import dev.inflight.sim.testing.WorkloadContract;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.Workload;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each rule of each contract fails on an example that breaks it, and the message names the violation. */
class BrokenKindsTest {
  private static int calls;
  private static @Nullable Object made;

  private static int next() {
    return ++calls;
  }

  private static boolean makes() {
    made = new byte[16];
    return made != null;
  }

  /** Each rule has an example, which breaks it. */
  private static <E extends Enum<E>, T> void eachBreaks(Class<E> contract, Map<E, T> broken, BiConsumer<E, T> check) {
    assertThat(broken.keySet()).containsExactlyInAnyOrder(contract.getEnumConstants());
    broken.forEach((rule, one) -> breaks(rule, one, check));
  }

  private static <E extends Enum<E>, T> void breaks(E rule, T broken, BiConsumer<E, T> check) {
    assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> check.accept(rule, broken))
        .withMessageContaining(" breaks " + rule + ": ");
  }

  /** Rule that admits a packet, with the bytes of its queue. */
  @FunctionalInterface
  private interface Admits {
    boolean test(int queueBytes);
  }

  private record Admission(String name, Admits admits) implements AdmissionRule {
    @Override
    public AdmissionPolicy policy(Memory memory) {
      return new AdmissionPolicy() {
        @Override
        public boolean admits(Packet packet, int port, int queueBytes, long freeBytes) {
          return admits.test(queueBytes);
        }
      };
    }
  }

  @Test
  void admissionContractFindsEachViolation() {
    var broken = new EnumMap<AdmissionContract, AdmissionRule>(AdmissionContract.class);
    broken.put(AdmissionContract.HAS_A_NAME, new Admission("My Rule", _ -> true));
    broken.put(AdmissionContract.EMPTY_BUFFER_ADMITS, new Admission("none", queueBytes -> queueBytes > 0));
    broken.put(AdmissionContract.SWITCHES_SHARE_NOTHING, new Admission("shared", _ -> next() % 3 > 0));
    broken.put(AdmissionContract.PACKETS_ALLOCATE_NOTHING, new Admission("makes", _ -> makes()));
    eachBreaks(AdmissionContract.class, broken, AdmissionContract::check);
  }

  /** Rule that marks a packet. */
  @FunctionalInterface
  private interface Marks {
    boolean test(Packet packet, int behindBytes);
  }

  private record Marking(String name, boolean marksThere, Marks marks) implements MarkingRule {
    @Override
    public @Nullable EcnMarking at(@Nullable EcnMarking thresholds) {
      return !marksThere ? null : (_, _) -> new EcnMarker() {
        @Override
        public boolean marks(Packet packet, int queue, int behindBytes, long nowPs) {
          return marks.test(packet, behindBytes);
        }
      };
    }
  }

  @Test
  void markingContractFindsEachViolation() {
    var broken = new EnumMap<MarkingContract, MarkingRule>(MarkingContract.class);
    broken.put(MarkingContract.HAS_A_NAME, new Marking("", true, (_, _) -> false));
    broken.put(MarkingContract.MARKS_SOMEWHERE, new Marking("none", false, (_, _) -> false));
    broken.put(MarkingContract.ONLY_DATA_IS_MARKED, new Marking("all", true, (_, behindBytes) -> behindBytes > 0));
    broken.put(MarkingContract.PORTS_SHARE_NOTHING,
        new Marking("shared", true, (packet, _) -> packet.kind.measured && next() % 3 == 0));
    broken.put(MarkingContract.PACKETS_ALLOCATE_NOTHING,
        new Marking("makes", true, (packet, _) -> packet.kind.measured && makes()));
    eachBreaks(MarkingContract.class, broken, MarkingContract::check);
    breaks(MarkingContract.MARKS_SOMEWHERE, new Marking("never", true, (_, _) -> false), MarkingContract::check);
    breaks(MarkingContract.MARKS_SOMEWHERE,
        new Marking("short", true, (packet, behind) -> packet.kind.measured && behind <= 80_000), MarkingContract::check);
  }

  /** Computes headroom of a cable. */
  @FunctionalInterface
  private interface HeadroomOf {
    long bytes(PfcProfile.Cable cable);
  }

  private record Profile(String name, @Nullable String problem, HeadroomOf headroom) implements PfcProfile {
    @Override
    public PfcLimits limits(Cable port, long nicRateBitsPerSec) {
      return new PfcLimits(4096, headroom.bytes(port), 0, name.equals("zero") ? 0 : PfcLimits.NEVER, 0,
          name.equals("ahead") ? -1 : 3000);
    }

    @Override
    public @Nullable String problem(Cable port) {
      return problem != null && (name.equals("never") || port.delayPs() > 1_000_000) ? problem : null;
    }
  }

  @Test
  void pfcProfileContractFindsEachViolation() {
    var broken = new EnumMap<PfcProfileContract, PfcProfile>(PfcProfileContract.class);
    broken.put(PfcProfileContract.HAS_A_NAME, new Profile("Deep Buffers", null, _ -> 10_000));
    broken.put(PfcProfileContract.LIMITS_ARE_IN_RANGE, new Profile("negative", null, _ -> -1));
    broken.put(PfcProfileContract.PROBLEMS_HAVE_NO_LIMITS, new Profile("short", "too long", _ -> 10_000));
    broken.put(PfcProfileContract.HEADROOM_GROWS, new Profile("shrinks", null, cable -> 100_000 - cable.delayPs() / 1000));
    broken.put(PfcProfileContract.SAME_CABLE_SAME_LIMITS, new Profile("changes", null, _ -> next()));
    eachBreaks(PfcProfileContract.class, broken, PfcProfileContract::check);
    for (String one : new String[] {"zero", "ahead"}) {
      breaks(PfcProfileContract.LIMITS_ARE_IN_RANGE, new Profile(one, null, _ -> 10_000), PfcProfileContract::check);
    }
    breaks(PfcProfileContract.LIMITS_ARE_IN_RANGE, new Profile("never", "none", _ -> 10_000), PfcProfileContract::check);
    breaks(PfcProfileContract.HEADROOM_GROWS, new Profile("responds", null, cable -> 10_000_000 - cable.responsePs()),
        PfcProfileContract::check);
  }

  /** Choice of the next queue. */
  @FunctionalInterface
  private interface Chooses {
    int of(int ready);
  }

  private record Queues(String name, Chooses chooses) implements QueueDiscipline {
    @Override
    public PortQueues queues(boolean counted) {
      return new PortQueues(counted) {
        @Override
        public int choose(int ready) {
          return chooses.of(ready);
        }
      };
    }
  }

  @Test
  void queueContractFindsEachViolation() {
    var broken = new EnumMap<QueueContract, QueueDiscipline>(QueueContract.class);
    broken.put(QueueContract.HAS_A_NAME, new Queues("-", Integer::numberOfTrailingZeros));
    broken.put(QueueContract.CHOOSES_A_READY_QUEUE, new Queues("first", _ -> 1));
    broken.put(QueueContract.PORTS_SHARE_NOTHING, new Queues("shared",
        ready -> next() % 2 == 0 ? Integer.numberOfTrailingZeros(ready) : 31 - Integer.numberOfLeadingZeros(ready)));
    broken.put(QueueContract.PACKETS_ALLOCATE_NOTHING,
        new Queues("makes", ready -> makes() ? Integer.numberOfTrailingZeros(ready) : 0));
    eachBreaks(QueueContract.class, broken, QueueContract::check);
  }

  private record Choice(String name, PortChoice chosen) implements Routing {
    @Override
    public PortChoice choice(EcmpHash usual) {
      return chosen;
    }
  }

  @Test
  void routingContractFindsEachViolation() {
    var broken = new EnumMap<RoutingContract, Routing>(RoutingContract.class);
    broken.put(RoutingContract.HAS_A_NAME, new Choice("1st", (_, _, _, _, _, _) -> 0));
    broken.put(RoutingContract.CHOOSES_A_PORT, new Choice("second", (_, _, _, _, _, _) -> 1));
    broken.put(RoutingContract.FLOWS_KEEP_THEIR_PORT, new Choice("turns", (ports, _, _, _, _, _) -> next() % ports.length));
    eachBreaks(RoutingContract.class, broken, RoutingContract::check);
  }

  /** Two hosts on separate switches, which a third host joins. */
  private record ThroughHost(String name) implements TopologyGenerator {
    @Override
    public Topology build() {
      var builder = new Topology.Builder();
      int first = builder.hosts(3);
      for (int side = 0; side < 2; side++) {
        int center = builder.switches(1);
        builder.link(first + side, center, 100_000_000_000L, 1_000_000);
        builder.link(first + 2, center, 100_000_000_000L, 1_000_000);
      }
      return builder.build();
    }
  }

  private record Hosts(String name, int count, boolean joined) implements TopologyGenerator {
    @Override
    public Topology build() {
      var builder = new Topology.Builder();
      int first = builder.hosts(count);
      int center = builder.switches(1);
      int other = builder.switches(1);
      for (int host = 0; host < count; host++) {
        builder.link(first + host, host == 0 ? center : other, 100_000_000_000L, 1_000_000);
      }
      if (joined) {
        builder.link(center, other, 100_000_000_000L, name.equals("grows") ? 1_000_000L * next() : 1_000_000);
      }
      return builder.build();
    }
  }

  @Test
  void topologyContractFindsEachViolation() {
    var broken = new EnumMap<TopologyContract, TopologyGenerator>(TopologyContract.class);
    broken.put(TopologyContract.HAS_A_NAME, new Hosts("Two", 2, true));
    broken.put(TopologyContract.HOSTS_COME_FIRST, new Hosts("one", 1, true));
    broken.put(TopologyContract.HOSTS_REACH_EACH_OTHER, new Hosts("apart", 2, false));
    broken.put(TopologyContract.BUILDS_THE_SAME, new Hosts("grows", 2, true));
    eachBreaks(TopologyContract.class, broken, TopologyContract::check);
    breaks(TopologyContract.HOSTS_REACH_EACH_OTHER, new ThroughHost("through-host"), TopologyContract::check);
  }

  /** Adds flows. */
  @FunctionalInterface
  private interface Adds {
    void to(FlowTable flows, Topology topology);
  }

  private record Flows(String name, Adds adds) implements Workload {
    @Override
    public void addTo(FlowTable flows, Topology topology, long seed) {
      adds.to(flows, topology);
    }
  }

  @Test
  void workloadContractFindsEachViolation() {
    var broken = new EnumMap<WorkloadContract, Workload>(WorkloadContract.class);
    broken.put(WorkloadContract.HAS_A_NAME, new Flows("two words", (flows, _) -> flows.add(0, 1, 3, 200, 1, 0)));
    broken.put(WorkloadContract.FLOWS_ARE_OF_HOSTS,
        new Flows("center", (flows, topology) -> flows.add(0, topology.hostCount(), 3, 200, 1, 0)));
    broken.put(WorkloadContract.SAME_SEED_SAME_FLOWS, new Flows("grows", (flows, _) -> flows.add(0, 1, 3, 200, next(), 0)));
    eachBreaks(WorkloadContract.class, broken, WorkloadContract::check);
    breaks(WorkloadContract.SAME_SEED_SAME_FLOWS,
        new Flows("priorities", (flows, _) -> flows.add(0, 1, 1 + next() % 7, 200, 1, 0)), WorkloadContract::check);
    breaks(WorkloadContract.SAME_SEED_SAME_FLOWS, new Flows("ports", (flows, _) -> flows.add(0, 1, 3, next(), 1, 0)),
        WorkloadContract::check);
  }
}
