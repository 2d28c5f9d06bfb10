package dev.inflight.sim.answer;

import dev.inflight.net.answer.*;
import dev.inflight.net.carrier.*;
import dev.inflight.net.topology.*;
import dev.inflight.sim.*;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.*;
import dev.inflight.sim.workload.*;
import org.junit.jupiter.api.Test;

class ProbeIt {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;

  static SetupBuilder standing(long delay, long size) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 1, 64, RATE, RATE, delay, 1).build();
    for (int source = 0; source < 64; source++) {
      boolean first = source < 8;
      setup.flows.add(source, 64 + source, 3, 100, first ? 2_000_000 : size, first ? 0 : 300 * US);
    }
    return setup;
  }

  static SetupBuilder incast() {
    var setup = new SetupBuilder();
    setup.topology = new Star(65, RATE, US).build();
    new Incast(64, 64, 500_000, 0, 3, 200).addTo(setup.flows, setup.topology, 1);
    return setup;
  }

  static void say(String what, SetupBuilder builder) {
    long[] peak = new long[2];
    var sim = new Simulation(builder.build(), Recorder.NONE, (from, wire) -> (packet, endPs) -> {
      long q = from.waitingBytes();
      if (from instanceof dev.inflight.net.switching.SwitchPort) peak[0] = Math.max(peak[0], q);
      wire.send(packet, endPs);
    });
    RunResult r = sim.run();
    System.out.printf("%s: peak %d KB end %.1f us answers %d late %d acksWithHops %d finished %d pauses %d below %.2f%n", what, peak[0] / 1000, r.endPs() / 1e6,
        r.switchAnswers(), r.hosts().switchAnswersLate, r.hosts().acksWithHops, r.flowsFinished(), r.pfcPauses(), r.belowLineShare());
  }

  @Test
  void probe() {
    for (long delay : new long[] {US, 5 * US}) {
      say("standing none " + delay, standing(delay, 500_000));
      for (long above : new long[] {20_000, 50_000, 100_000, 200_000}) {
        for (long timer : new long[] {1, 2, 4, 8, 16}) {
          var s = standing(delay, 500_000);
          s.answers = new DirectAnswers(above, timer * US, 4096, 4);
          say("standing " + delay / US + " us, above " + above + " timer " + timer, s);
        }
      }
    }
    say("incast none", incast());
    for (long above : new long[] {20_000, 50_000, 100_000, 200_000}) {
      for (long timer : new long[] {1, 2, 4, 8, 16}) {
        var s = incast();
        s.answers = new DirectAnswers(above, timer * US, 4096, 4);
        say("incast above " + above + " timer " + timer, s);
      }
    }
  }
}
