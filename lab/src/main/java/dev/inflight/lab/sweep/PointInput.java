package dev.inflight.lab.sweep;

import dev.inflight.lab.print.Version;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.ScenarioWriter;
import dev.inflight.net.topology.Topology.Link;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.graph.Job;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** All that a point's results follow from, as a hash: the program's version, the resolved scenario, and the flows and cables that it stands for. */
final class PointInput {
  private PointInput() {
  }

  /** The hash, in hexadecimal digits. */
  static String hash(Scenario scenario) {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every JVM has SHA-256", missing);
    }
    digest.update(
        (Version.number() + ' ' + Version.commit() + '\n' + ScenarioWriter.write(scenario)).getBytes(StandardCharsets.UTF_8));
    ByteBuffer row = ByteBuffer.allocate(6 * Long.BYTES);
    FlowTable flows = scenario.setup().flows;
    for (int flow = 0; flow < flows.count(); flow++) {
      digest.update(row.clear().putLong(flows.source(flow)).putLong(flows.destination(flow)).putLong(flows.sizeBytes(flow))
          .putLong(flows.startPs(flow)).flip());
    }
    for (Job job : flows.jobs()) {
      OperationGraph graph = job.graph();
      for (int operation = 0; operation < graph.operations(); operation++) {
        digest.update(row.clear().putLong(graph.kind(operation).ordinal()).putLong(job.host(operation))
            .putLong(graph.sizeBytes(operation)).putLong(graph.partner(operation)).putLong(graph.dependents(operation)).flip());
        for (int number = 0; number < graph.dependents(operation); number++) {
          digest.update(row.clear().putLong(graph.dependent(operation, number))
              .putLong(graph.requiresBeginning(operation, number) ? 1 : 0).flip());
        }
      }
    }
    for (Link link : scenario.setup().topology.links()) {
      digest.update(row.clear().putLong(link.a()).putLong(link.b()).putLong(link.rateBitsPerSec()).putLong(link.delayPs())
          .putDouble(link.lossRate()).flip());
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
