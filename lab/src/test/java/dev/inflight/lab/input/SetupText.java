package dev.inflight.lab.input;

import dev.inflight.net.topology.Topology;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import java.lang.reflect.Field;

/** All values of a setup, as text: equal texts are equal setups, and a difference can be read. */
public final class SetupText {
  private SetupText() {
  }

  public static String of(Setup setup) {
    var text = new StringBuilder();
    var values = new SetupBuilder[1];
    setup.with(builder -> values[0] = builder);
    try {
      for (Field field : SetupBuilder.class.getFields()) {
        text.append(field.getName()).append(": ").append(switch (field.get(values[0])) {
          case Topology topology -> of(topology);
          case FlowTable flows -> of(flows);
          case null -> "none";
          case Object other -> other;
        }).append('\n');
      }
    } catch (IllegalAccessException closed) {
      throw new AssertionError(closed);
    }
    return text.toString();
  }

  private static String of(Topology topology) {
    var text = new StringBuilder();
    for (int node = 0; node < topology.nodeCount(); node++) {
      text.append(topology.name(node)).append(' ');
    }
    topology.links().forEach(link -> text.append("\n  ").append(link));
    return text.toString();
  }

  private static String of(FlowTable flows) {
    var text = new StringBuilder();
    for (int flow = 0; flow < flows.count(); flow++) {
      text.append("\n  ").append(flows.source(flow)).append(" > ").append(flows.destination(flow)).append(" priority ")
          .append(flows.priority(flow)).append(" port ").append(flows.destinationPort(flow)).append(' ')
          .append(flows.sizeBytes(flow)).append(" B at ").append(flows.startPs(flow));
    }
    return text.toString();
  }
}
