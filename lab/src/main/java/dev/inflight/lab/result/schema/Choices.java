package dev.inflight.lab.result.schema;

import dev.inflight.lab.read.EnumNames;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.sim.StallReport;
import dev.inflight.sim.collective.CollectiveAlgorithm;
import dev.inflight.sim.collective.Collectives;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.workload.FlowTable;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Values of fields with few possible values. Readers reject files of results with other values. */
final class Choices {
  private Choices() {
  }

  /** Values of the choice with this name: {@code choice NAME} in a description of fields. */
  static List<Choice> named(String name) {
    return switch (name) {
      case "node" -> plain(List.of("host", "switch"));
      case "pause" -> plain(List.of("pause", "resume"));
      case "packet" -> of(Packet.Kind.values(), Choices::packet);
      case "loss" -> of(LinkObserver.Loss.values(), Choices::loss);
      case "flow" -> of(FlowTable.Kind.values(), Choices::flow);
      case "stall" -> of(StallReport.Reason.values(), Choices::stall);
      case "collective" -> plain(EnumNames.all(CollectiveKind.class));
      case "algorithm" -> plain(Collectives.ALL.stream().map(CollectiveAlgorithm::name).toList());
      case "ties" -> of(TieOrder.values(), Choices::ties);
      case "clock" -> of(SerializationTime.values(), Choices::clock);
      case "framing" -> plain(EnumNames.all(Framing.class));
      default -> throw new IllegalArgumentException("there is no choice '" + name + "'");
    };
  }

  private static List<Choice> plain(List<String> words) {
    return words.stream().map(Choice::plain).toList();
  }

  private static <E extends Enum<E>> List<Choice> of(E[] constants, Function<E, String> meaning) {
    return Arrays.stream(constants).map(constant -> new Choice(EnumNames.of(constant), meaning.apply(constant))).toList();
  }

  private static String packet(Packet.Kind kind) {
    return switch (kind) {
      case DATA -> "application bytes";
      case ACK -> "acknowledgement";
      case NACK -> "acknowledgement that reports missing data";
      case REFUSAL -> "acknowledgement that refuses the request behind it";
      case CNP -> "congestion notification (DCQCN)";
      case PROBE -> "probe that collects telemetry along the path of a flow";
      case NOTIFICATION -> "returns telemetry to the sender";
      case TALLY -> "response to a probe of an unreliable flow: the number of bytes that arrived";
      case WINDOW -> "window or credit from the receiver";
      case SWITCH_ANSWER -> "feedback from a switch to the sender";
      case SWITCH_ANSWER_AHEAD -> "feedback from a switch to the receiver, with receiver-windows";
      case PATH_PROBE -> "probe over one of several paths";
      case PATH_REPORT -> "response to a path-probe";
      case CONTROL -> "sets up or closes a connection";
      case PAUSE -> "PFC frame that pauses a priority";
      case RESUME -> "PFC frame that resumes a priority";
      case TRIMMED -> "header of a data packet that a switch trimmed";
      case TRIM_NACK -> "acknowledgement that names a trimmed packet";
      case PATH_SIGNAL -> "message between leaf switches about a path (ConWeave)";
      case RETURNED -> "header that a switch returned to the sender";
    };
  }

  private static String loss(LinkObserver.Loss cause) {
    return switch (cause) {
      case BUFFER -> "the switch did not admit the packet to its buffer";
      case LINK_DOWN -> "the link was down";
      case RANDOM -> "the loss rate of the cable";
      case NO_ROUTE -> "no route led to the destination";
      case WATCHDOG -> "a PFC watchdog dropped it";
    };
  }

  private static String flow(FlowTable.Kind kind) {
    return switch (kind) {
      case FLOW -> "a flow on a connection of its own";
      case WRITE -> "an RDMA WRITE on a queue pair";
      case READ -> "an RDMA READ on a queue pair: its bytes go from the destination to the source";
    };
  }

  private static String stall(StallReport.Reason reason) {
    return switch (reason) {
      case FAILED -> "an operation on a queue pair that gave up";
      case FLUSHED -> "an operation that was flushed after a failure before it on its queue pair";
      case QUEUED_BEHIND -> "an operation with others before it on its queue pair";
      case CONNECTING -> "an operation on a queue pair that is not set up yet";
      case NOT_STARTED -> "it starts after the end";
      case AWAITING -> "a message of a job with a send that waits for earlier operations";
      case NO_ROUTE -> "no route leads to the destination";
      case WAITING_FOR_SLOT -> "other flows hold all slots of its NIC";
      case PROGRESSING -> "it only needed more time";
      case PAUSED -> "PFC holds its packets or its NIC";
      case QUEUED -> "its packets wait in queues that are not paused";
      case NO_ACK -> "its bytes in flight were not acknowledged";
      case PACED -> "its pace does not let the next packet leave yet";
    };
  }

  private static String ties(TieOrder order) {
    return switch (order) {
      case PORT -> "by destination node and port, independent of how the simulation is divided";
      case SCHEDULING -> "in the order in which events were scheduled, as in the authors' simulator";
    };
  }

  private static String clock(SerializationTime time) {
    return switch (time) {
      case EXACT -> "picoseconds, rounded up";
      case AUTHORS -> "whole nanoseconds, truncated, as in the authors' simulator";
    };
  }
}
