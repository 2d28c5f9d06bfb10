package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.hpcc.HpccAuthors;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.cc.rival.DcqcnAuthors;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.cc.rival.TimelyAuthors;
import dev.inflight.net.link.Framing;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.switching.pfc.PfcRules;
import dev.inflight.net.switching.pfc.PfcProfile;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hundreds of flows of two priorities on one NIC, with pauses, a cable that fails and connections that fall idle. The fingerprints are
 * those of a NIC that looked at its flows one after the other for every packet.
 */
class CrowdedNicTest {
  private static final long US = 1_000_000;
  private static final long G = 1_000_000_000;

  /** A run, and its results. */
  private record Case(String name, Scheme scheme, boolean authors, boolean irn, long packetHops, String fingerprint) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> cases() {
    return Stream.of(new Case("hpcc", Hpcc.DEFAULT, false, false, 43920, "3a9bba102a7237f7"),
        new Case("hpcc-irn", Hpcc.DEFAULT, false, true, 43878, "63a923df29ea111b"),
        new Case("dcqcn", Dcqcn.DEFAULT, false, false, 43904, "50bfcabb98ebc51d"),
        new Case("line-rate", NoControl.DEFAULT, false, false, 43892, "1aa75b5bd1a51fc0"),
        new Case("hpcc-authors", HpccAuthors.DEFAULT, true, false, 30239, "920eb37688b636a4"),
        new Case("dcqcn-authors", DcqcnAuthors.DEFAULT, true, false, 30254, "f09c41d7a0d625df"),
        new Case("timely-authors", TimelyAuthors.DEFAULT, true, false, 30247, "bce9bcb4815b69e4"));
  }

  private static SetupBuilder setup(Case example) {
    var setup = new SetupBuilder();
    setup.topology = new Star(5, 100 * G, US).build();
    setup.scheme = example.scheme;
    // As much to share in all of them: two priorities of flows, and that of DCQCN's notification packets.
    int priorities = example.authors
        ? 1
        : PfcRules.DEFAULT.setAside(1 << 3 | 1 << 4, example.scheme.cnpIntervalPs() > 0, Framing.ROCEV2);
    setup.bufferBytes = 600_000 + (priorities - 1) * 5
        * setup.pfcRules.profile().limits(new PfcProfile.Cable(100 * G, US, Framing.ROCEV2, 0), 100 * G).setAsideBytes();
    setup.ecn.put(PortClass.ofRate(100 * G), new EcnThresholds(20_000, 80_000, 0.2));
    setup.events.addAll(List.of(new LinkDown(400 * US, 1, 5), new LinkUp(700 * US, 1, 5), new LinkDown(900 * US, 0, 5),
        new LinkUp(950 * US, 0, 5)));
    if (example.irn) {
      setup.recovery = Irn.DEFAULT;
      setup.pfc = false;
      setup.bufferBytes = 600_000;
    }
    if (example.authors) {
      setup.likeReference();
      setup.telemetry = new AuthorsFormat(1);
    }
    var random = new SplittableRandom(5);
    for (int flow = 0; flow < 500; flow++) {
      long startPs = flow < 200 ? 10 * US : random.nextLong(600) * US;
      setup.flows.add(flow % 10 == 9 ? 4 : 0, 1 + flow % 3, 3 + flow % 7 % 2, 100,
          1 + random.nextLong(random.nextInt(3) == 0 ? 900 : 40_000), startPs);
    }
    for (int pair = 0; pair < 100 && !example.authors; pair++) {
      int queuePair = setup.flows.newQueuePair();
      for (int operation = 0; operation < 3; operation++) {
        setup.flows.addOperation(queuePair, FlowTable.Kind.WRITE, 0, 1 + pair % 3, 3, 100, 1 + random.nextLong(20_000),
            random.nextLong(1200) * US);
      }
    }
    return setup;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theScheduleIsThatOfALookAtOneFlowAfterTheOther(Case example) {
    RunResult result = new Simulation(setup(example).build(), Recorder.NONE).run();
    assertThat(result.flowsFinished()).isGreaterThan(400);
    assertThat(result.packetHops() + " " + Long.toHexString(result.fingerprint()))
        .isEqualTo(example.packetHops + " " + example.fingerprint);
  }
}
