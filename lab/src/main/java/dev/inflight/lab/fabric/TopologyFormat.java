package dev.inflight.lab.fabric;

import dev.inflight.lab.files.FileTopology;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import dev.inflight.net.topology.Topology;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Formats in which a topology can be written. Each file reads back as the same topology; otherwise writing is an error. */
public enum TopologyFormat {
  /** A line for each cable. */
  CSV(true, CableListWriter::csv),
  /** Graphviz. */
  DOT(true, CableListWriter::dot),
  /** GraphML of NetworkX, yEd and others. */
  GRAPHML(true, GraphFiles::graphMl),
  /** NetworkX's node_link_data. */
  JSON(true, GraphFiles::json),
  /** The HPCC authors' simulator. */
  AUTHORS(false, NumberedFiles::authors),
  /** SimAI. */
  SIMAI(false, NumberedFiles::simAi),
  /** The .topo files of htsim. */
  HTSIM(false, HtsimFile::write);

  private final boolean holdsNames;
  private final Function<Topology, String> writer;

  TopologyFormat(boolean holdsNames, Function<Topology, String> writer) {
    this.holdsNames = holdsNames;
    this.writer = writer;
  }

  /**
   * Returns the text of a file.
   *
   * @param notes receives notes on properties that the format loses although the topology remains the same
   * @throws IllegalArgumentException when this format cannot hold the topology; the message has the reason
   */
  public String write(Topology topology, List<String> notes) {
    String text = writer.apply(topology);
    Topology back = back(text);
    Optional<String> difference = TopologyDifference.of(topology, back, holdsNames);
    if (difference.isPresent() && this == HTSIM && TopologyDifference.isOfNumbers(topology, back)) {
      notes.add(
          "htsim numbers the switches of the top tier otherwise: the cables are the same, the numbers of these switches are not");
    } else if (difference.isPresent()) {
      throw new IllegalArgumentException("the format " + this + " cannot hold this topology: " + difference.get());
    }
    if (!holdsNames && TopologyDifference.ofNames(topology, back).isPresent()) {
      notes.add("the format " + this + " has numbers and no names; nodes.csv of a run has both, and goes behind 'names:'");
    }
    return text;
  }

  private Topology back(String text) {
    // This name matches no other format.
    InputText file = new InputText(Path.of(this == HTSIM ? "topology.topo" : "topology"), text.lines().toList());
    try {
      return Notices.collect(new ArrayList<>(), () -> FileTopology.read(file));
    } catch (InputError refused) {
      throw new IllegalArgumentException("the format " + this + " cannot hold this topology: read back, it gives "
          + String.valueOf(refused.getMessage()).lines().findFirst().orElse("an error"), refused);
    }
  }

  /** Returns the name in lower case. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
