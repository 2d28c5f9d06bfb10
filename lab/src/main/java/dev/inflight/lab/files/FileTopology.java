package dev.inflight.lab.files;

import dev.inflight.lab.read.YamlNode;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.TopologyGenerator;
import java.nio.file.Path;

/**
 * A topology that stands in a file, in the format of the HPCC authors' simulator, of SimAI or of htsim.
 *
 * @param path the file
 */
public record FileTopology(String path) implements TopologyGenerator, InFile<TopologyGenerator> {
  public static final FileTopology DEFAULT = new FileTopology("");

  @Override
  public String name() {
    return "file";
  }

  @Override
  public FileTopology relativeTo(YamlNode from) {
    if (path.isBlank()) {
      throw new IllegalArgumentException("which file? write it as in file(path=topology.txt)");
    }
    return new FileTopology(from.sibling(path).toString());
  }

  @Override
  public FileTopology absolute() {
    return new FileTopology(Path.of(path).toAbsolutePath().normalize().toString());
  }

  @Override
  public String example() {
    return "file(ring.txt)";
  }

  @Override
  public Topology build() {
    return TopologyFile.read(Path.of(path));
  }
}
