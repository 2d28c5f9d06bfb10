package dev.inflight.lab.cables.graph;

import dev.inflight.lab.cables.StatedFabric;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Graph in GML: keys with numbers, quoted texts, or lists in brackets. Nodes and edges are lists
 * {@code node} and {@code edge} of the list {@code graph}. Lists within them, such as {@code graphics}, have no effect.
 */
public final class GmlGraph {
  private static final int DEEPEST = 100;
  private static final Pattern ENTITY = Pattern.compile("&(?:#(\\d{1,7})|(quot|amp|lt|gt|apos));");
  private static final Map<String, String> ENTITIES = Map.of("quot", "\"", "amp", "&", "lt", "<", "gt", ">", "apos", "'");

  private final InputText text;
  private final GraphNodes graph;
  private int line;
  private int at;
  /** Next word, mark or quoted text; empty at the end of the file. */
  private String token = "";
  private boolean isQuoted;
  private SourceLocation place;

  private GmlGraph(InputText text) {
    this.text = text;
    graph = new GraphNodes(text);
    place = text.at(1);
    advance();
  }

  /**
   * Returns the fabric that a file states.
   *
   * @throws dev.inflight.lab.read.InputError when the file is invalid
   */
  public static StatedFabric read(InputText text) {
    text.requireUtf8();
    return new GmlGraph(text).read();
  }

  private StatedFabric read() {
    while (!isEnd()) {
      String key = key();
      if (key.equals("graph")) {
        graph();
      } else {
        skip();
      }
    }
    return graph.fabric(true);
  }

  private void graph() {
    require("[");
    while (!is("]")) {
      SourceLocation start = place;
      String key = key();
      switch (key) {
        case "node" -> {
          Map<String, String> values = values();
          graph.faults().collect(() -> node(values, start));
        }
        case "edge" -> {
          Map<String, String> values = values();
          graph.faults().collect(() -> edge(values, start));
        }
        case "directed" -> {
          if (value(0).equals("1")) {
            graph.directed();
          }
        }
        default -> skip();
      }
    }
    advance();
  }

  private void node(Map<String, String> values, SourceLocation start) {
    String id = values.remove("id");
    if (id == null) {
      throw start.error("this node has no id");
    }
    if (graph.hasNode(id)) {
      throw start.error("node " + Quoted.of(id) + " occurs twice");
    }
    graph.node(id, values, start);
  }

  private void edge(Map<String, String> values, SourceLocation start) {
    String source = values.remove("source");
    String target = values.remove("target");
    if (source == null || target == null) {
      throw start.error("this edge has no " + (source == null ? "source" : "target"));
    }
    values.remove("id");
    values.remove("key");
    graph.edge(source, target, values, start);
  }

  /** Reads a list; returns its values by key, without lists in it. */
  private Map<String, String> values() {
    var values = new LinkedHashMap<String, String>();
    require("[");
    while (!is("]")) {
      String key = key();
      boolean isList = is("[");
      String value = value(1);
      if (!isList) {
        values.put(key, value);
      }
    }
    advance();
    return values;
  }

  private void skip() {
    value(0);
  }

  /** Reads a value; returns an empty text for a list. */
  private String value(int depth) {
    if (!is("[")) {
      if (isEnd() || is("]")) {
        throw unexpected("a value");
      }
      String value = token;
      advance();
      return value;
    }
    if (depth > DEEPEST) {
      throw place.error("brackets are nested more than " + DEEPEST + " deep");
    }
    advance();
    while (!is("]")) {
      key();
      value(depth + 1);
    }
    advance();
    return "";
  }

  private String key() {
    if (isQuoted || !token.matches("[A-Za-z_]\\w{0,200}")) {
      throw unexpected("a key, or ]");
    }
    String key = token;
    advance();
    return key;
  }

  private boolean isEnd() {
    return token.isEmpty() && !isQuoted;
  }

  private boolean is(String mark) {
    return !isQuoted && token.equals(mark);
  }

  private void require(String mark) {
    if (!is(mark)) {
      throw unexpected(mark);
    }
    advance();
  }

  private InputError unexpected(String wanted) {
    return place.error("expected " + wanted + ", found " + (isEnd() ? "the end of the file" : Quoted.of(token)));
  }

  private void advance() {
    isQuoted = false;
    token = "";
    while (line < text.lines().size()) {
      String here = text.lines().get(line);
      while (at < here.length() && here.charAt(at) <= ' ') {
        at++;
      }
      if (at < here.length() && here.charAt(at) != '#') {
        place = text.at(line + 1);
        take(here);
        return;
      }
      line++;
      at = 0;
    }
  }

  private void take(String here) {
    char first = here.charAt(at);
    if (first == '"') {
      at++;
      quoted();
    } else if (first == '[' || first == ']') {
      at++;
      token = String.valueOf(first);
    } else {
      int start = at;
      while (at < here.length() && here.charAt(at) > ' ' && "[]\"".indexOf(here.charAt(at)) < 0) {
        at++;
      }
      token = here.substring(start, at);
    }
  }

  /** Reads a quoted text, which may have several lines. */
  private void quoted() {
    SourceLocation start = place;
    var written = new StringBuilder();
    while (line < text.lines().size()) {
      String here = text.lines().get(line);
      int end = here.indexOf('"', at);
      written.append(here, at, end < 0 ? here.length() : end);
      if (end >= 0) {
        at = end + 1;
        isQuoted = true;
        token = ENTITY.matcher(written).replaceAll(GmlGraph::character);
        return;
      }
      written.append(' ');
      line++;
      at = 0;
    }
    throw start.error("a quoted text has no closing quote");
  }

  private static String character(MatchResult entity) {
    String number = entity.group(1);
    String character = number == null
        ? ENTITIES.get(entity.group(2))
        : Character.isValidCodePoint(Integer.parseInt(number)) ? Character.toString(Integer.parseInt(number)) : entity.group();
    return Matcher.quoteReplacement(String.valueOf(character));
  }
}
