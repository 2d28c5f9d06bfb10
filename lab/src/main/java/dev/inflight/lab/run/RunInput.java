package dev.inflight.lab.run;

import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.print.Version;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.result.digest.DigestStream;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.ScenarioWriter;
import dev.inflight.lab.scenario.names.NodeNaming;
import dev.inflight.lab.store.StoredRun;
import dev.inflight.lab.store.check.Finding;
import dev.inflight.lab.store.check.FolderCheck;
import dev.inflight.net.topology.Topology.Link;
import dev.inflight.net.topology.name.NodeNames;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.script.Script;
import dev.inflight.sim.wildcard.OpenMessages;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.graph.Job;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Complete input of a run's results, with a hash in their folder: program version, resolved scenario, flows and cables.
 * By the hash, runs of many scenarios keep results that are still valid.
 */
public final class RunInput {
  private final Path folder;
  private final Path file;
  private final String scenario;
  private final String hash;

  /** Creates the input of a scenario for a run into a folder. */
  public RunInput(Path folder, Scenario scenario) {
    this.folder = folder;
    file = folder.resolve(RunFolder.INPUT);
    this.scenario = ScenarioWriter.write(scenario);
    hash = hash(this.scenario, scenario);
  }

  /** Reports whether the folder holds the complete results of this input. */
  public boolean isThere() {
    try {
      return Files.exists(folder.resolve(RunFolder.SUMMARY)) && Files.exists(file) && Files.readString(file).strip().equals(hash);
    } catch (IOException unreadable) {
      throw SourceLocation.of(file).error("this cannot be read: " + unreadable.getMessage());
    }
  }

  /** Exit code of the existing run; 0 if an older version wrote it. */
  public int exitCode() {
    Long code = SummaryFile.read(folder.resolve(RunFolder.SUMMARY)).whole("exitCode");
    return code == null ? 0 : code.intValue();
  }

  /** Returns later changes to the folder's files. Its run must {@linkplain #isThere exist}. */
  public List<Finding> changes() {
    return FolderCheck.files(StoredRun.open(List.of(folder), true), FolderCheck.ALL);
  }

  /** Reports whether the folder holds complete results of another scenario, by any version of the program. */
  public boolean isOfAnotherScenario() {
    try {
      return Files.exists(file) && !Files.readString(folder.resolve(RunFolder.SCENARIO)).equals(scenario);
    } catch (IOException unreadable) {
      throw SourceLocation.of(folder.resolve(RunFolder.SCENARIO)).error("this cannot be read: " + unreadable.getMessage());
    }
  }

  /** Records this input as that of the folder's results, once they are complete. */
  public void note() {
    try {
      Files.writeString(file, hash + '\n');
    } catch (IOException failed) {
      throw new OutputError(folder, "write " + RunFolder.INPUT, failed);
    }
  }

  private static void update(MessageDigest digest, Job job, Script script) {
    digest.update(
        (job.startPs() + " " + (job.after() == null ? "" : job.after().name()) + " " + Arrays.toString(job.hosts()) + '\n')
            .getBytes(StandardCharsets.UTF_8));
    for (int step = 0; step < script.steps(); step++) {
      digest.update((script.description(step) + '\n').getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Returns the hash in hexadecimal. */
  private static String hash(String text, Scenario scenario) {
    MessageDigest digest = DigestStream.sha256();
    digest.update(
        (Version.number() + ' ' + Version.commit() + '\n' + text).getBytes(StandardCharsets.UTF_8));
    ByteBuffer row = ByteBuffer.allocate(6 * Long.BYTES);
    FlowTable flows = scenario.setup().flows();
    for (int flow : flows.rowsInColumns().toArray()) {
      digest.update(row.clear().putLong(flows.source(flow)).putLong(flows.destination(flow)).putLong(flows.sizeBytes(flow))
          .putLong(flows.startPs(flow)).flip());
    }
    for (Job job : flows.jobs()) {
      if (job.program() instanceof Script script) {
        update(digest, job, script);
      }
      if (!(job.program() instanceof OperationGraph graph)) {
        continue;
      }
      for (int operation = 0; operation < graph.operations(); operation++) {
        digest.update(row.clear().putLong(graph.kind(operation).ordinal()).putLong(job.host(operation))
            .putLong(graph.sizeBytes(operation)).putLong(graph.partner(operation)).putLong(graph.dependents(operation)).flip());
        digestOpen(digest, graph.open(), graph.kind(operation), operation);
        for (int number = 0; number < graph.dependents(operation); number++) {
          digest.update(row.clear().putLong(graph.dependent(operation, number))
              .putLong(graph.requiresBeginning(operation, number) ? 1 : 0).flip());
        }
      }
    }
    for (Link link : scenario.setup().topology().links()) {
      digest.update(row.clear().putLong(link.a()).putLong(link.b()).putLong(link.rateBitsPerSec()).putLong(link.delayPs())
          .putDouble(link.lossRate()).flip());
    }
    NodeNames names = scenario.setup().topology().names();
    // a file of cables may change without the scenario
    for (int node = 0; node < scenario.setup().topology().nodeCount(); node++) {
      digest.update((scenario.setup().topology().kind(node) + names.name(node) + '\n').getBytes(StandardCharsets.UTF_8));
    }
    for (NodeNaming.Entry entry : scenario.names().entries()) { // so may a file of names
      digest.update((entry.nodes() + '\n' + entry.pattern() + '\n').getBytes(StandardCharsets.UTF_8));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Adds the receives that may match a message, if its arrival decides which. */
  private static void digestOpen(MessageDigest digest, OpenMessages open, OperationGraph.Kind kind, int operation) {
    if (!open.isOpen(operation)) {
      return;
    }
    if (kind == OperationGraph.Kind.RECEIVE) {
      digest.update((" class " + open.classOf(operation)).getBytes(StandardCharsets.UTF_8));
    } else {
      for (int number = 0; number < open.accepting(operation); number++) {
        digest.update((" for " + open.accepting(operation, number)).getBytes(StandardCharsets.UTF_8));
      }
    }
  }
}
