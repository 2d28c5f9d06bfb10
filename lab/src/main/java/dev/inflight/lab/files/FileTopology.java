package dev.inflight.lab.files;

import dev.inflight.lab.cables.CableDefaults;
import dev.inflight.lab.cables.CableFabric;
import dev.inflight.lab.cables.format.CableFormat;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.telemetry.util.Check;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A topology from a file: a list of cables between named nodes (CSV, GraphML, GML, DOT, JSON, NetBox, containerlab), or the
 * format of the HPCC authors' simulator, of SimAI or of htsim.
 *
 * @param path the file
 * @param rateBitsPerSec the rate of cables without one in a list of cables; 0: such a cable is an error
 * @param delayPs the propagation delay of cables without one in a list of cables; 0: such a cable is an error
 * @param hosts which nodes of a list of cables are hosts: names, with * for any letters, ? for one and | between several; empty:
 *   by roles, names and neighbors
 */
public record FileTopology(String path, long rateBitsPerSec, long delayPs,
    String hosts) implements TopologyGenerator, InFile<TopologyGenerator> {
  public static final FileTopology DEFAULT = new FileTopology("");

  /** Checks the ranges. */
  public FileTopology {
    if (rateBitsPerSec < 0) {
      throw new IllegalArgumentException("rate " + rateBitsPerSec + " b/s is below 0");
    }
    Check.time("delay", delayPs, 0);
    new CableDefaults(rateBitsPerSec, delayPs, hosts);
  }

  /** Creates a topology from a file that states all properties. */
  public FileTopology(String path) {
    this(path, 0, 0, "");
  }

  @Override
  public String name() {
    return "file";
  }

  @Override
  public FileTopology relativeTo(YamlNode from) {
    if (path.isBlank()) {
      throw new IllegalArgumentException("file needs a path, as in file(path=topology.txt)");
    }
    return at(from.sibling(path).toString());
  }

  @Override
  public FileTopology absolute() {
    return at(Path.of(path).toAbsolutePath().normalize().toString());
  }

  private FileTopology at(String other) {
    return new FileTopology(other, rateBitsPerSec, delayPs, hosts);
  }

  @Override
  public String example() {
    return "file(ring.txt)";
  }

  @Override
  public Topology build() {
    return read(InputText.readForeign(Path.of(path)), new CableDefaults(rateBitsPerSec, delayPs, hosts));
  }

  /**
   * Returns the topology of a text.
   *
   * @throws dev.inflight.lab.read.InputError when the text is invalid
   */
  public static Topology read(InputText text) {
    return read(text, CableDefaults.NONE);
  }

  private static Topology read(InputText text, CableDefaults defaults) {
    Optional<CableFormat> format = CableFormat.of(text);
    if (format.isPresent()) {
      return CableFabric.build(format.get().read(text), defaults);
    }
    if (!defaults.isNone()) {
      throw text.whole()
          .error("rate, delay and hosts are parameters for lists of cables (CSV, GraphML, GML, DOT, JSON, NetBox, containerlab);"
              + " this file has its own");
    }
    return TopologyFile.read(text);
  }
}
