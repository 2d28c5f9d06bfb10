package dev.inflight.sim.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.rival.Dctcp;
import dev.inflight.cc.rival.Swift;
import dev.inflight.net.link.Framing;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A window that is in use grows, whatever holds the next packet back: the window, the pace, or a burst that needs more room (RFC 9002 §7.8). */
class WindowGrowthTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final int OTHERS = 7;
  private static final long SIZE = 1_000_000;

  private static RunResult run(String scheme, Recovery recovery) {
    var setup = new SetupBuilder();
    setup.topology = new Star(OTHERS + 2, RATE, US).build();
    setup.recovery = recovery;
    setup.framing = recovery instanceof Tcp ? Framing.TCP : Framing.ROCEV2;
    Scheme control = scheme.equals("dctcp") ? Dctcp.DEFAULT : Swift.DEFAULT;
    setup.scheme = control;
    setup.pfc = false;
    setup.bufferBytes = 10_000_000;
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(30_000, 30_000, 1));
    int receiver = OTHERS + 1;
    setup.flows.add(0, receiver, 3, 100, 2 * OTHERS * SIZE, 0);
    for (int other = 1; other <= OTHERS; other++) {
      setup.flows.add(other, receiver, 3, 100 + other, SIZE, 0);
    }
    return new Simulation(setup.build(), Recorder.NONE).run();
  }

  /** Eight flows share a link, with windows of an eighth; when seven have ended the last one takes all of it. */
  @ParameterizedTest
  @CsvSource({"dctcp, 0", "dctcp, 1", "dctcp, 16384", "dctcp, 65536", "swift, 0", "swift, 1", "swift, 16384", "swift, 65536"})
  void theLinkIsUsed(String scheme, long burstBytes) {
    Recovery recovery = burstBytes == 0 ? Irn.DEFAULT : new Tcp(1000 * US, 1, 0, burstBytes);
    RunResult result = run(scheme, recovery);
    assertThat(result.flowsFinished()).isEqualTo(OTHERS + 1);
    double goodput = 3.0 * OTHERS * SIZE * 8e12 / result.endPs();
    assertThat(goodput / RATE).isGreaterThan(0.85);
  }
}
