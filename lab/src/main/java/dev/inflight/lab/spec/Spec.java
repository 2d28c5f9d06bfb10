package dev.inflight.lab.spec;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.read.YamlNode;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Choice with parameters, as written: {@code name} or {@code name(key=value, key=value)}. A value ends at a comma or a closing
 * parenthesis; a value with these characters is in double quotes or has its own parentheses. {@code file(x)} means
 * {@code file(path=x)}.
 *
 * @param name name of the choice
 * @param arguments written values without quotes, by key, in order; the letter case of a key does not matter
 */
public record Spec(String name, Map<String, String> arguments) {
  private static final String PATH = "path";
  private static final String FILE = "file(";

  /** Reads a spec. */
  public static Spec parse(String text, SourceLocation place) {
    return new Parser(text.strip(), place).spec();
  }

  /** Returns the spec with the file's content, points separated by commas, for each value {@code file(x)}. */
  public Spec withFileContents(YamlNode from) {
    var replaced = new LinkedHashMap<>(arguments);
    replaced.replaceAll((key, value) -> value.startsWith(FILE) ? content(key, value, from) : value);
    return new Spec(name, replaced);
  }

  /** Returns the spec with another value of a parameter. The letter case of its name does not matter. */
  public Spec with(String key, String value) {
    var changed = new LinkedHashMap<>(arguments);
    String written = changed.keySet().stream().filter(key::equalsIgnoreCase).findFirst().orElse(key);
    changed.put(written, value);
    return new Spec(name, changed);
  }

  /** Returns the spec with absolute paths of its files. They are relative to the part that contains the spec. */
  public Spec withAbsolutePaths(YamlNode from) {
    var absolute = new LinkedHashMap<>(arguments);
    absolute.replaceAll((key, value) -> key.equalsIgnoreCase(PATH)
        ? from.place().check(() -> from.sibling(value).toAbsolutePath().normalize().toString())
        : value.startsWith(FILE) ? parse(value, from.place()).withAbsolutePaths(from).format() : value);
    return new Spec(name, absolute);
  }

  private String content(String key, String value, YamlNode from) {
    SourceLocation place = from.place();
    Map<String, String> of = parse(value, place).arguments;
    boolean sizes = key.equalsIgnoreCase(SizesFile.PARAMETER);
    String path = of.get(PATH);
    if (path == null || path.isEmpty()) {
      throw place.error("parameter " + key + " of " + name + ": " + Quoted.of(value) + " has no path; write file(NAME)");
    }
    of.keySet().stream().filter(word -> !word.equals(PATH) && !(sizes && word.equals(SizesFile.PACKET))).findFirst()
        .ifPresent(unknown -> {
          throw place.error("parameter " + key + " of " + name + ": file has no parameter " + Quoted.of(unknown)
              + Suggestion.hint(unknown, sizes ? List.of(PATH, SizesFile.PACKET) : List.of(PATH)));
        });
    return place.check(() -> {
      InputText text = SizesFile.withoutComments(InputText.readForeign(from.sibling(path)));
      return sizes
          ? SizesFile.points(text, of.get(SizesFile.PACKET))
          : key.equalsIgnoreCase(SizeMatrixFile.PARAMETER)
              ? SizeMatrixFile.rows(text)
              : key.equalsIgnoreCase(RoutesFile.PARAMETER) ? RoutesFile.rows(text) : String.join(", ", SizesFile.content(text));
    });
  }

  /** Returns a text that {@link #parse} can read, with quotes only if necessary. */
  public String format() {
    if (arguments.isEmpty()) {
      return name;
    }
    var text = new StringBuilder(name).append('(');
    arguments.forEach((key, value) -> text.append(text.length() > name.length() + 1 ? ", " : "").append(key).append('=')
        .append(isPlain(value) ? value : quote(value)));
    return text.append(')').toString();
  }

  /** Reports whether a value is a simple word, number or path, which needs no quotes. */
  private static boolean isPlain(String value) {
    return value.matches("[A-Za-z0-9_./+:%-]+");
  }

  private static String quote(String value) {
    var quoted = new StringBuilder("\"");
    for (char c : value.toCharArray()) {
      switch (c) {
        case '"', '\\' -> quoted.append('\\').append(c);
        case '\n' -> quoted.append("\\n");
        case '\t' -> quoted.append("\\t");
        case '\r' -> quoted.append("\\r");
        default -> quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  private static final class Parser {
    private final String text;
    private final SourceLocation place;
    private int at;

    Parser(String text, SourceLocation place) {
      this.text = text;
      this.place = place;
    }

    Spec spec() {
      int open = text.indexOf('(');
      String name = (open < 0 ? text : text.substring(0, open)).strip();
      if (!name.matches("[A-Za-z][A-Za-z0-9_-]*")) {
        throw place.error(Quoted.of(text) + " must have the form name or name(key=value, ...)");
      }
      var arguments = new LinkedHashMap<String, String>();
      if (open >= 0) {
        at = open + 1;
        readArguments(name, arguments);
        skipBlanks();
        if (at < text.length()) {
          throw place.error(Quoted.of(text.substring(at)) + " follows the closing ')' of " + Quoted.of(text.substring(0, at)));
        }
      }
      return new Spec(name, arguments);
    }

    private void readArguments(String name, Map<String, String> arguments) {
      if (peek() == ')') {
        at++;
        return;
      }
      while (true) {
        String key = key(name);
        String value = value(key);
        if (arguments.keySet().stream().anyMatch(key::equalsIgnoreCase)) {
          throw place.error("parameter " + key + " of " + name + " is set twice");
        }
        arguments.put(key, value);
        char end = peek();
        at++;
        if (end == ')') {
          return;
        }
        if (end != ',') {
          throw end == 0 ? unclosed() : place.error(Quoted.of(text.substring(at - 1)) + " follows the value of " + key);
        }
      }
    }

    private String key(String name) {
      char first = peek();
      int equals = at;
      while (equals < text.length() && Character.isLetterOrDigit(text.charAt(equals))) {
        equals++;
      }
      String key = text.substring(at, equals);
      while (equals < text.length() && Character.isWhitespace(text.charAt(equals))) {
        equals++;
      }
      if (!key.isEmpty() && equals < text.length() && text.charAt(equals) == '=') {
        at = equals + 1;
        return key;
      }
      if (name.equals("file") && first != ',' && first != ')') {
        return PATH;
      }
      int start = at;
      String found = rawValue();
      throw start == text.length()
          ? unclosed()
          : place.error(Quoted.of(found) + " in " + Quoted.of(text) + " must have the form key=value");
    }

    private String value(String key) {
      if (peek() == '"') {
        return quoted();
      }
      String value = rawValue();
      if (value.isEmpty()) {
        throw at == text.length() ? unclosed() : place.error("parameter " + key + " in " + Quoted.of(text) + " has no value");
      }
      return value;
    }

    private String rawValue() {
      int start = at;
      int depth = 0;
      for (; at < text.length(); at++) {
        char c = text.charAt(at);
        if (c == '"') {
          quoted();
          at--;
        } else if (depth == 0 && (c == ',' || c == ')')) {
          break;
        } else if (c == '(') {
          depth++;
        } else if (c == ')') {
          depth--;
        }
      }
      return text.substring(start, at).strip();
    }

    private String quoted() {
      var value = new StringBuilder();
      for (at++; at < text.length(); at++) {
        char c = text.charAt(at);
        if (c == '"') {
          at++;
          return value.toString();
        }
        if (c == '\\' && at + 1 < text.length()) {
          at++;
          c = switch (text.charAt(at)) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            default -> text.charAt(at);
          };
        }
        value.append(c);
      }
      throw place.error(Quoted.of(text) + " has no closing '\"'");
    }

    /** Next nonblank character; 0 at the end. */
    private char peek() {
      skipBlanks();
      return at < text.length() ? text.charAt(at) : 0;
    }

    private void skipBlanks() {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
    }

    private InputError unclosed() {
      return place.error(Quoted.of(text) + " has no closing ')' for the '(' at character " + (open() + 1)
          + (text.contains(",") ? "" : "; in a [...] list of YAML, quote an entry that has commas"));
    }

    /** Returns the position of the innermost open parenthesis outside quoted text. */
    private int open() {
      var open = new ArrayDeque<Integer>();
      boolean quoted = false;
      for (int index = 0; index < text.length(); index++) {
        char c = text.charAt(index);
        quoted ^= c == '"' && text.charAt(index - 1) != '\\';
        if (!quoted && c == '(') {
          open.push(index);
        } else if (!quoted && c == ')') {
          open.poll();
        }
      }
      return open.isEmpty() ? text.indexOf('(') : open.peek();
    }
  }
}
