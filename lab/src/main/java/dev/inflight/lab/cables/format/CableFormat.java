package dev.inflight.lab.cables.format;

import dev.inflight.lab.cables.StatedFabric;
import dev.inflight.lab.cables.graph.Containerlab;
import dev.inflight.lab.cables.graph.DotGraph;
import dev.inflight.lab.cables.graph.GmlGraph;
import dev.inflight.lab.cables.graph.GraphMl;
import dev.inflight.lab.cables.graph.NodeLink;
import dev.inflight.lab.cables.table.CableTable;
import dev.inflight.lab.cables.table.LldpTables;
import dev.inflight.lab.read.InputText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Formats of files that list cables between named nodes, recognized by the first lines of a file. */
public enum CableFormat {
  /** Values separated by commas, semicolons or tabs. */
  TABLE("a table of cables", List.of(".csv", ".tsv"), head -> CableTable.mayBegin(firstLine(head)), CableTable::read),
  /** Tables of neighbors that devices print. */
  LLDP("tables of LLDP neighbors", List.of(".lldp"), LldpTables::mayBegin, LldpTables::read),
  /** A graph in XML. */
  GRAPHML("GraphML", List.of(".graphml", ".xml"), head -> head.stripLeading().startsWith("<") && head.contains("<graphml"),
      GraphMl::read),
  /** A graph in Graphviz's language. */
  DOT("a graph in DOT", List.of(".dot", ".gv"), head -> Heads.DOT.matcher(head).find(), DotGraph::read),
  /** A graph in GML. */
  GML("a graph in GML", List.of(".gml"), head -> Heads.GML.matcher(head).find(), GmlGraph::read),
  /** A graph in JSON, or the cables of NetBox's API. */
  JSON("a list of nodes and links, or of NetBox's cables, in JSON", List.of(".json"),
      head -> head.stripLeading().matches("(?s)[\\[{].*") && Heads.JSON.matcher(head).find(), NodeLink::read),
  /** A lab of containerlab. */
  CONTAINERLAB("a lab of containerlab", List.of(".clab.yml", ".clab.yaml"), head -> Heads.LAB.matcher(head).find(),
      Containerlab::read);

  /** Patterns of the first lines of files. */
  private static final class Heads {
    /** Start of a DOT file: comments, {@code graph} or {@code digraph}, an optional name, and a brace. */
    static final Pattern DOT = Pattern.compile(
        "\\A(?:\\s|//[^\\n]*+|#[^\\n]*+|/\\*(?s:.*?)\\*/)*+(?:strict\\s++)?+(?:di)?+graph\\b[^{};]{0,200}+\\{",
        Pattern.CASE_INSENSITIVE);
    /** Start of a GML file: comments, keys with values such as {@code Creator}, and the list {@code graph}. */
    static final Pattern GML = Pattern
        .compile("\\A(?:\\s|#[^\\n]*+|(?:Creator|Version|Comment|comment)[ \\t]++(?:\"[^\"]*+\"|[^\\s\"\\[]++))*+graph\\s*+\\[");
    static final Pattern JSON = Pattern.compile("\"(?:nodes|links|edges|a_terminations|termination_a)\"\\s*+:\\s*+[\\[{]");
    static final Pattern LAB = Pattern
        .compile("(?m)^topology:[ \\t]*+(?:#.*)?+\\R(?:\\s*+(?:#.*)?+\\R)*+[ \\t]++(?:nodes|links|kinds|defaults|groups):");
  }

  private static final int HEAD = 1 << 16;

  private final String meaning;
  private final List<String> endings;
  private final Predicate<String> begins;
  private final Function<InputText, StatedFabric> reader;

  CableFormat(String meaning, List<String> endings, Predicate<String> begins, Function<InputText, StatedFabric> reader) {
    this.meaning = meaning;
    this.endings = endings;
    this.begins = begins;
    this.reader = reader;
  }

  /**
   * Returns the format of a file.
   *
   * @param name name of the file
   * @param head first characters of the file
   */
  public static Optional<CableFormat> of(String name, String head) {
    for (CableFormat format : values()) {
      if (format.begins.test(head)) {
        return Optional.of(format);
      }
    }
    String small = name.toLowerCase(Locale.ROOT);
    for (CableFormat format : values()) {
      if (format.endings.stream().anyMatch(small::endsWith)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  /** Returns the format of a text, by its name and its first lines. */
  public static Optional<CableFormat> of(InputText text) {
    var head = new StringBuilder();
    for (String line : text.lines()) {
      if (head.length() > HEAD) {
        break;
      }
      head.append(line, 0, Math.min(line.length(), HEAD)).append('\n');
    }
    return of(String.valueOf(text.path().getFileName()), head.toString());
  }

  /** Returns the first line that is no comment. */
  private static String firstLine(String head) {
    return head.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).findFirst().orElse("");
  }

  /**
   * Returns the fabric that a file of this format states.
   *
   * @throws dev.inflight.lab.read.InputError when the file is invalid
   */
  public StatedFabric read(InputText text) {
    return reader.apply(text);
  }

  @Override
  public String toString() {
    return meaning;
  }
}
