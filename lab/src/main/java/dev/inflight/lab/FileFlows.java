package dev.inflight.lab;

import dev.inflight.net.Topology;
import dev.inflight.sim.FlowTable;
import dev.inflight.sim.Workload;
import java.nio.file.Path;

/**
 * Flows that stand in a file, in the format of the HPCC authors' simulator.
 *
 * @param path the file
 * @param startAs how start times are understood
 */
record FileFlows(String path, StartAs startAs) implements Workload {
  static final FileFlows DEFAULT = new FileFlows("", StartAs.DECIMAL);

  @Override
  public String name() {
    return "file";
  }

  /** The same, named from where the user is, given that {@code path} stands in this part of a scenario. */
  FileFlows relativeTo(YamlNode from) {
    if (path.isBlank()) {
      throw new IllegalArgumentException("which file? write it as in file(path=flow.txt)");
    }
    return new FileFlows(from.sibling(path).toString(), startAs);
  }

  FileFlows absolute() {
    return new FileFlows(Path.of(path).toAbsolutePath().normalize().toString(), startAs);
  }

  @Override
  public void addTo(FlowTable flows, Topology topology, long seed) {
    FlowFile.read(Path.of(path), startAs, topology, flows);
  }
}
