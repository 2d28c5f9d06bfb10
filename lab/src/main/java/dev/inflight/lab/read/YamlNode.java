package dev.inflight.lab.read;

import dev.inflight.lab.print.Quoted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Part of a YAML file, with its line.
 *
 * @param text text of the file
 * @param what key of this part, its name in messages
 * @param node node of the part
 */
public record YamlNode(InputText text, String what, Node node) {
  private static final String WHOLE = "the scenario";
  /** Mark of nodes from the file itself. The mark of nodes from the command line is their option. */
  private static final String FILE = "file";
  private static final int LONGEST_BLOCK = 1 << 20;

  /** Returns a whole YAML file after edits to it. */
  public static YamlNode root(InputText text, UnaryOperator<Node> edit) {
    Node root = parse(String.join("\n", text.lines()), FILE, mark -> at(text, mark), text.whole())
        .orElseThrow(() -> text.whole().error("the file is empty except for comments"));
    return new YamlNode(text, WHOLE, edit.apply(root));
  }

  /** Returns a node that the command line adds to a file of another kind. */
  public static YamlNode added(InputText text, Node tree) {
    return new YamlNode(text, WHOLE, tree);
  }

  /** Returns the value of an option, if any. */
  public static Optional<Node> parse(String yaml, SourceLocation option) {
    return parse(yaml, option.mark(), _ -> option, option);
  }

  private static Optional<Node> parse(String yaml, String label, Function<Mark, SourceLocation> places, SourceLocation whole) {
    // For each new block, the library copies the current token. With its own short blocks, a long token takes minutes.
    int blockCharacters = Math.clamp(yaml.length() + 1, 1, LONGEST_BLOCK);
    LoadSettings settings = LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).setBufferSize(blockCharacters)
        .setLabel(label).build();
    try {
      // Equivalent of the library's own Compose, which its module does not export.
      return new Composer(settings, new ParserImpl(settings, new StreamReader(settings, yaml))).getSingleNode();
    } catch (MarkedYamlEngineException wrong) {
      SourceLocation place = wrong.getProblemMark().or(wrong::getContextMark).map(places).orElse(whole);
      boolean indented = wrong.getProblem() != null && wrong.getProblem().startsWith("mapping values are not allowed");
      throw place.error("this is not valid YAML: " + explain(wrong)
          + (indented
              ? "; keys of one level start at the same column, and parameters follow a name in parentheses, as in scheme:"
                  + " hpcc(eta=0.9)"
              : ""));
    } catch (ReaderException wrong) {
      String before = yaml.substring(0, yaml.offsetByCodePoints(0, wrong.getPosition()));
      int line = (int) before.chars().filter(c -> c == '\n').count();
      int column = before.length() - 1 - before.lastIndexOf('\n');
      throw places.apply(new Mark(label, 0, line, column, new int[0], 0))
          .error("this is not valid YAML: the character U+%04X is not allowed".formatted(wrong.getCodePoint()));
    } catch (YamlEngineException wrong) {
      throw whole.error("this is not valid YAML: " + oneLine(String.valueOf(wrong.getMessage())));
    } catch (StackOverflowError deep) {
      throw whole.error("this is not valid YAML: it is nested too deeply");
    }
  }

  private static SourceLocation at(InputText text, Mark mark) {
    int line = mark.getLine() + 1;
    return line > text.lines().size() ? text.at(text.lines().size()) : text.at(line).column(mark.getColumn() + 1);
  }

  private static String explain(MarkedYamlEngineException wrong) {
    String problem = wrong.getProblem();
    String context = wrong.getContext();
    if (problem == null || context == null) {
      return oneLine(String.valueOf(problem == null ? context : problem));
    }
    // Some problems only continue the sentence of their context.
    return oneLine(problem.startsWith("but ") ? context + ", " + problem : problem);
  }

  private static String oneLine(String message) {
    return message.lines().findFirst().orElse("unknown error");
  }

  /** Place of this part's start: a line of the file, or an option. */
  public SourceLocation place() {
    return node.getStartMark().map(mark -> mark.getName().equals(FILE) ? at(text, mark) : SourceLocation.ofMark(mark.getName()))
        .orElse(text.whole());
  }

  /**
   * Returns the option that sets this or a part of it, otherwise the place of this part's start. If a value does not fit, the
   * option is the most likely cause.
   */
  public SourceLocation placeOfChange() {
    if (isOption()) {
      return place();
    }
    List<Node> parts = node instanceof MappingNode mapping // a switch would generate a class at each start
        ? mapping.getValue().stream().map(NodeTuple::getValueNode).toList()
        : node instanceof SequenceNode sequence ? sequence.getValue() : List.of();
    return parts.stream().map(part -> new YamlNode(text, what, part)).filter(YamlNode::isOption).findFirst().orElse(this).place();
  }

  /** Reports whether the command line sets this. */
  public boolean isOption() {
    return node.getStartMark().filter(mark -> !mark.getName().equals(FILE)).isPresent();
  }

  /** Returns a file that this part names: relative to this file's folder, or for an option to the working directory. */
  public Path sibling(String name) {
    text.requireFilesAllowed(place(), what);
    boolean onCommandLine = node.getStartMark().filter(mark -> mark.getName().startsWith("--")).isPresent();
    return onCommandLine ? Path.of(name) : text.sibling(name);
  }

  /** Returns the entries of a mapping; each key must be known and occur once. */
  public Map<String, YamlNode> entries(List<String> known) {
    return entries(known, Map.of());
  }

  /**
   * Returns the entries of a mapping. Some known names are not keys.
   *
   * @param elsewhere place of the right key, by name
   */
  public Map<String, YamlNode> entries(List<String> known, Map<String, String> elsewhere) {
    var faults = new Faults();
    Map<String, YamlNode> entries = entries(known, elsewhere, faults);
    faults.throwIfAny();
    return entries;
  }

  /** Returns the valid entries of a mapping, and collects the errors of the others. */
  public Map<String, YamlNode> entries(List<String> known, Map<String, String> elsewhere, Faults faults) {
    return entries(key -> key.known(known, elsewhere), faults);
  }

  /**
   * Returns the valid entries of a mapping without repetitions, and collects the errors of the others.
   *
   * @param naming reads a key
   */
  public Map<String, YamlNode> entries(Function<YamlNode, String> naming, Faults faults) {
    if (!(node instanceof MappingNode mapping)) {
      throw expected("keys and values");
    }
    var entries = new LinkedHashMap<String, YamlNode>();
    for (NodeTuple tuple : mapping.getValue()) {
      var key = new YamlNode(text, "a key", tuple.getKeyNode());
      faults.collect(() -> {
        String name = naming.apply(key);
        if (entries.putIfAbsent(name, new YamlNode(text, name, tuple.getValueNode())) != null) {
          throw key.place().error("'" + name + "' is set twice");
        }
      });
    }
    return entries;
  }

  private String known(List<String> known, Map<String, String> elsewhere) {
    String name = text(word -> word);
    requireKnown(name, known, elsewhere);
    return name;
  }

  /** Rejects a name in this key that is unknown or belongs elsewhere. */
  public void requireKnown(String name, List<String> known, Map<String, String> elsewhere) {
    if (elsewhere.containsKey(name)) {
      throw place().error(Quoted.of(name) + " is not a key of a scenario: " + elsewhere.get(name));
    }
    if (!known.contains(name)) {
      throw place().error("unknown key " + Quoted.of(name) + Suggestion.shortHint(name, known));
    }
  }

  /** Returns the entries of a mapping that must have all of these keys. */
  public Map<String, YamlNode> allEntries(List<String> required) {
    Map<String, YamlNode> entries = entries(required);
    for (String key : required) {
      if (!entries.containsKey(key)) {
        throw place().error("'" + key + "' is missing in " + what + "; it needs " + String.join(", ", required));
      }
    }
    return entries;
  }

  /** Keys and values of a mapping with any keys. */
  public List<Map.Entry<YamlNode, YamlNode>> pairs() {
    if (!(node instanceof MappingNode mapping)) {
      throw expected("keys and values");
    }
    return mapping.getValue().stream().map(
        tuple -> Map.entry(new YamlNode(text, "a key of " + what, tuple.getKeyNode()),
            new YamlNode(text, what, tuple.getValueNode())))
        .toList();
  }

  /** Returns the part under another name. */
  public YamlNode called(String name) {
    return new YamlNode(text, name, node);
  }

  /** Returns a part of this text, at the same place. */
  public YamlNode part(String word) {
    return new YamlNode(text, what,
        new ScalarNode(node.getTag(), true, word, ScalarStyle.PLAIN, node.getStartMark(), node.getEndMark()));
  }

  /** Items of a list. */
  public List<YamlNode> items() {
    if (!(node instanceof SequenceNode sequence)) {
      throw expected("a list");
    }
    var items = new ArrayList<YamlNode>();
    for (Node item : sequence.getValue()) {
      items.add(new YamlNode(text, what, item));
    }
    return items;
  }

  public boolean isList() {
    return node instanceof SequenceNode;
  }

  public boolean isMap() {
    return node instanceof MappingNode;
  }

  public boolean isText() {
    return node instanceof ScalarNode;
  }

  /** Returns the text of this part, if it has no quotes; otherwise an empty text. */
  public String plainText() {
    return node instanceof ScalarNode scalar && scalar.isPlain() ? scalar.getValue() : "";
  }

  /** Returns the value of this part's text. */
  public <T> T text(Function<String, T> reading) {
    if (!(node instanceof ScalarNode scalar)) {
      throw expected(node instanceof SequenceNode
          ? "a single value"
          : "a single value, with parameters in parentheses after it, as in name(key=value)");
    }
    if (scalar.getValue().isBlank()) {
      throw place().error(what + " has no value");
    }
    return place().check(() -> reading.apply(scalar.getValue().strip()));
  }

  /** Returns the text of this part without outer blanks; empty if it is not a text. */
  public String word() {
    return node instanceof ScalarNode scalar ? scalar.getValue().strip() : "";
  }

  /** Returns an integer within bounds. */
  public long whole(long least, long most) {
    return text(word -> {
      long value = Units.decimalOrHex(what, word);
      if (value < least || value > most) {
        throw new IllegalArgumentException(
            what + " " + value + (most == Long.MAX_VALUE ? " is below " + least : " is outside " + least + " to " + most));
      }
      return value;
    });
  }

  private InputError expected(String expected) {
    String found = switch (node) {
      case MappingNode mapping -> "keys and values";
      case SequenceNode sequence when what.equals(WHOLE) -> "a list";
      case SequenceNode sequence -> "a list; to try a list of values, use inflight sweep";
      case ScalarNode scalar -> scalar.getValue().isBlank() ? "nothing" : Quoted.of(scalar.getValue().strip());
      default -> "something else";
    };
    return place().error(what + " must be " + expected + ", found " + found);
  }
}
