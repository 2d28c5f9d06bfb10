package dev.inflight.lab;

import dev.inflight.net.Topology;
import dev.inflight.net.TopologyShape;
import java.nio.file.Path;

/**
 * A topology that stands in a file, in the format of the HPCC authors' simulator.
 *
 * @param path the file
 * @param lossRate the loss rate of cables for which the file says 0
 */
record FileTopology(String path, double lossRate) implements TopologyShape {
  static final FileTopology DEFAULT = new FileTopology("", 0);

  FileTopology {
    if (!(lossRate >= 0 && lossRate <= 1)) {
      throw new IllegalArgumentException("lossRate " + lossRate + " is outside 0 to 1");
    }
  }

  @Override
  public String name() {
    return "file";
  }

  /** The same, named from where the user is, given that {@code path} is relative to the file {@code from}. */
  FileTopology relativeTo(Path from) {
    if (path.isBlank()) {
      throw new IllegalArgumentException("which file? write it as in file(path=topology.txt)");
    }
    return new FileTopology(from.resolveSibling(path).toString(), lossRate);
  }

  FileTopology absolute() {
    return new FileTopology(Path.of(path).toAbsolutePath().normalize().toString(), lossRate);
  }

  @Override
  public Topology build() {
    return TopologyFile.read(Path.of(path), lossRate);
  }
}
