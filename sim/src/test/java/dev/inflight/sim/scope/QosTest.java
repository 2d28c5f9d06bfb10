package dev.inflight.sim.scope;

import static dev.inflight.sim.scope.SharedPort.HIGHER;
import static dev.inflight.sim.scope.SharedPort.HPCC;
import static dev.inflight.sim.scope.SharedPort.OTHER;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.net.switching.scope.PortScope;
import dev.inflight.net.switching.scope.QueueScope;
import dev.inflight.net.switching.scope.RecordScope;
import dev.inflight.net.switching.scope.RecordScope.Queueing;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.net.link.Framing;
import java.util.List;
import org.junit.jupiter.api.Test;

class QosTest {
  @Test
  void figures() {
    for (long delay : List.of(1L, 3L)) for (int payload : List.of(1000, 4000, 9000)) for (TelemetryFormat format : Formats.ALL) {
      if (format.name().equals("authors") || format.name().equals("draft") || format.name().equals("csig")
          || format.name().equals("ioam-incremental"))
        continue;
      for (RecordScope scope : List.of(new PortScope(Queueing.LENGTH), new PortScope(Queueing.SOJOURN),
          new QueueScope(Queueing.LENGTH, 0), new QueueScope(Queueing.SOJOURN, 0))) {
        if (scope.of(format) == null) continue;
        for (int kind = 1; kind < 5; kind++) {
          if (kind == 3 && format.name().startsWith("csig")) continue;
          if (kind != 1 && payload > 1000) continue;
          var port = new SharedPort().flow(0, HPCC);
          port.setup.topology = new dev.inflight.net.topology.Star(5, SharedPort.RATE, delay * 1000000).build();
          if (kind != 4) port.flow(1, HPCC);
          if (kind == 1) port.uncontrolled(2, OTHER);
          if (kind == 2) port.flow(2, OTHER, Hpcc.DEFAULT);
          if (kind == 2) port.setup.classes.set(0, new dev.inflight.sim.setup.FlowClass("x", Hpcc.DEFAULT, format));
          if (kind == 3) for (int n = 0; n < 250; n++) {
            port.setup.flows.add(2, 4, 6, 200, 46_000, n * 8 * 1000000L);
            if (n == 0)
              port.setup.classes.add(new dev.inflight.sim.setup.FlowClass("x", dev.inflight.cc.rival.LineRate.DEFAULT, format));
            port.setup.flows.classify(port.setup.flows.count() - 1, 1, 0);
          }
          port.setup.telemetry = format;
          if (format.placement().needsIpv6()) port.setup.framing = Framing.ROCEV2_IPV6;
          port.setup.scope = scope;
          port.setup.payloadBytes = payload;
          if (!port.setup.build().problems().isEmpty()) { System.out.println("FIG" + port.setup.build().problems()); continue; }
          port.run();
          System.out.printf(
              "FIG %d us %d B %s %s %s: share %.4f goodput %.4f p95 sojourn %.2f us | other %.4f p95 %.2f | higher %.4f%n", delay,
              payload, format.name(),
              scope.toString().replace("Scope[queueing=", "(").replace(", intervalPs=0]", ")").replace("]", ")"),
              List.of("alone", "uncontrolled", "hpcc3:1", "strict", "single").get(kind), port.share(HPCC), port.goodput(HPCC),
              port.p95SojournPs(HPCC) / 1e6, port.share(OTHER), port.p95SojournPs(OTHER) / 1e6, port.share(HIGHER));
        }
      }
    }
  }
}
