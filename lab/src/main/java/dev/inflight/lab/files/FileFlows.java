package dev.inflight.lab.files;

import dev.inflight.lab.read.YamlNode;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.Workload;
import java.nio.file.Path;

/**
 * Flows from a file in the format of the HPCC authors' simulator.
 *
 * @param path the file
 * @param startAs how start times are parsed
 * @param columns how the columns are found
 */
public record FileFlows(String path, StartTimeStyle startAs, FlowColumnOrder columns) implements Workload, InFile<Workload> {
  public static final FileFlows DEFAULT = new FileFlows("", StartTimeStyle.DECIMAL, FlowColumnOrder.AUTO);

  @Override
  public String name() {
    return "file";
  }

  @Override
  public FileFlows relativeTo(YamlNode from) {
    if (path.isBlank()) {
      throw new IllegalArgumentException("file needs a path, as in file(path=flow.txt)");
    }
    return new FileFlows(from.sibling(path).toString(), startAs, columns);
  }

  @Override
  public FileFlows absolute() {
    return new FileFlows(Path.of(path).toAbsolutePath().normalize().toString(), startAs, columns);
  }

  @Override
  public String example() {
    return "file(nic-limit.txt)";
  }

  @Override
  public void addTo(FlowTable flows, Topology topology, long seed) {
    FlowFile.read(Path.of(path), startAs, columns, topology, flows);
  }
}
