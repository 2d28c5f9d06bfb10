package dev.inflight.lab.result.schema;

import dev.inflight.lab.read.EnumNames;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.net.event.SerialisationTime;
import dev.inflight.sim.StallReport;
import dev.inflight.sim.collective.CollectiveAlgorithm;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.collective.Collectives;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.workload.FlowTable;
import java.util.List;

/** The values of fields that can have a few only. A file of results with another value is refused when it is read. */
final class Choices {
  private Choices() {
  }

  /** All values of the choice of this name, as {@code choice NAME} in a description of fields. */
  static List<String> named(String name) {
    return switch (name) {
      case "node" -> List.of("host", "switch");
      case "pause" -> List.of("pause", "resume");
      case "packet" -> EnumNames.all(Packet.Kind.class);
      case "loss" -> EnumNames.all(LinkObserver.Loss.class);
      case "flow" -> EnumNames.all(FlowTable.Kind.class);
      case "stall" -> EnumNames.all(StallReport.Reason.class);
      case "collective" -> EnumNames.all(CollectiveKind.class);
      case "algorithm" -> Collectives.ALL.stream().map(CollectiveAlgorithm::name).toList();
      case "ties" -> EnumNames.all(TieOrder.class);
      case "clock" -> EnumNames.all(SerialisationTime.class);
      case "framing" -> EnumNames.all(Framing.class);
      default -> throw new IllegalArgumentException("there is no choice '" + name + "'");
    };
  }
}
