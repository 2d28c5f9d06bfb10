package dev.inflight.lab.result;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.digest.SummaryDigest;
import dev.inflight.lab.result.schema.ResultFile.Field;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/**
 * Content of a run's {@code summary.json}: values by key, with nested keys such as {@code slowdown.p50} and {@code jobs[0].name}.
 */
public final class SummaryFile {
  /** Key of the file's own digest. */
  public static final String DIGEST = SummaryDigest.KEY;
  private static final Pattern ITEM = Pattern.compile("\\[\\d+]");
  private static final String OBJECT = "an object in braces";

  private final InputText text;
  private final Map<String, String> values = new HashMap<>();
  private final Map<String, Integer> itemsOf = new HashMap<>();
  private final Map<String, Integer> linesOf = new HashMap<>();

  private SummaryFile(InputText text) {
    this.text = text;
  }

  /**
   * Reads a summary. Unknown keys may have any value.
   *
   * @throws InputError if the file is not JSON, or a known key has an impossible value
   */
  public static SummaryFile read(Path path) {
    return of(InputText.read(path));
  }

  /** Returns the content of a text. */
  public static SummaryFile of(InputText text) {
    var read = new SummaryFile(text);
    String content = String.join("\n", text.lines());
    try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), content)) {
      read.takeAll(json, content);
    }
    return read;
  }

  private void takeAll(JsonParser json, String content) {
    try {
      take(json);
    } catch (StreamConstraintsException tooMuch) { // this exception has no line
      throw wrong(json.currentLocation().getLineNr(), "it is nested too deeply, or a word in it is too long");
    } catch (JacksonException malformed) {
      throw wrong(malformed.getLocation().getLineNr(), explain(malformed, content));
    }
  }

  /** Returns a message for users. The library's messages are for programmers. */
  private static String explain(JacksonException malformed, String content) {
    int at = Math.clamp(malformed.getLocation().getCharOffset(), 0, content.length());
    boolean inLastWord = content.substring(at).chars().allMatch(Character::isLetterOrDigit);
    return malformed instanceof UnexpectedEndOfInputException || inLastWord
        ? "the file is cut off: it ends before its last brace"
        : "this is no JSON at its character " + malformed.getLocation().getColumnNr();
  }

  private InputError wrong(int line, String what) {
    return text.at(Math.clamp(line, 1, text.lines().size()))
        .error("this is not a run's summary: " + what + "; run its scenario again");
  }

  private InputError wrong(JsonParser json, String key, String wanted) {
    String called = key.isEmpty() ? "it" : "'" + key + "'";
    return wrong(json.currentTokenLocation().getLineNr(), called + " must be " + wanted + ", found " + found(json));
  }

  private static String found(JsonParser json) {
    return switch (json.currentToken()) {
      case START_ARRAY -> "a list";
      case START_OBJECT -> "an object";
      case VALUE_STRING -> Quoted.of(json.getString());
      default -> Quoted.shortened(json.getString());
    };
  }

  private void take(JsonParser json) {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw wrong(json, "", OBJECT);
    }
    takeObject(json, "");
    if (json.nextToken() != null) {
      throw wrong(json.currentTokenLocation().getLineNr(), "something follows its last brace");
    }
  }

  private void takeObject(JsonParser json, String prefix) {
    var seen = new HashSet<String>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = prefix + json.currentName();
      if (!seen.add(key)) {
        throw wrong(json.currentTokenLocation().getLineNr(), "its key " + Quoted.of(key) + " occurs twice");
      }
      JsonToken token = json.nextToken();
      Field field = field(key);
      if (field != null && token != JsonToken.VALUE_NULL) {
        check(json, field);
      }
      if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
        values.put(key, json.getString());
        linesOf.put(key, json.currentTokenLocation().getLineNr());
      } else if (token == JsonToken.START_OBJECT && field != null) {
        takeObject(json, key + ".");
      } else if (token == JsonToken.START_ARRAY && field != null) {
        takeList(json, key);
      } else {
        json.skipChildren();
      }
    }
  }

  private void takeList(JsonParser json, String key) {
    int items = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() == JsonToken.START_OBJECT) {
        takeObject(json, key + "[" + items + "].");
      } else {
        json.skipChildren();
      }
      items++;
    }
    itemsOf.put(key, items);
  }

  private static @Nullable Field field(String key) {
    String name = ITEM.matcher(key).replaceAll("[]");
    return SummaryJson.FILE.fields().stream().filter(known -> known.name().equals(name)).findFirst().orElse(null);
  }

  /** Rejects an impossible value of a key. */
  private void check(JsonParser json, Field field) {
    JsonToken token = json.currentToken();
    switch (field.type()) {
      case WHOLE -> {
        require(token == JsonToken.VALUE_NUMBER_INT, json, field, "a whole number");
        require(json.getNumberType() != JsonParser.NumberType.BIG_INTEGER, json, field,
            "a whole number of at most " + Long.MAX_VALUE);
        require(json.getLongValue() >= field.range().least(), json, field, field.range().text());
      }
      case DECIMAL -> {
        require(token.isNumeric() && Double.isFinite(Double.parseDouble(json.getString())), json, field, "a number");
        require(Double.parseDouble(json.getString()) >= field.range().least(), json, field, field.range().text());
      }
      case FLAG -> require(token.isBoolean(), json, field, "true or false");
      case OBJECT -> require(token == JsonToken.START_OBJECT, json, field, OBJECT);
      case LIST -> require(token == JsonToken.START_ARRAY, json, field, "a list");
      case WORD, TEXT, HEX -> require(token == JsonToken.VALUE_STRING, json, field, "text");
      case CHOICE -> {
        require(token == JsonToken.VALUE_STRING, json, field, "text");
        if (!field.permits(json.getString())) {
          throw wrong(json.currentTokenLocation().getLineNr(), ChoiceCheck.refusal(field, json.getString()));
        }
      }
    }
  }

  private void require(boolean good, JsonParser json, Field field, String wanted) {
    if (!good) {
      throw wrong(json, field.name(), wanted);
    }
  }

  /** Returns the digest of the current text, by {@link SummaryDigest}. */
  public String digest() {
    return SummaryDigest.of(String.join("\n", text.lines()));
  }

  /** Line of a key; the whole file for a key without a value. */
  public SourceLocation at(String key) {
    Integer line = linesOf.get(key);
    return line == null ? text.whole() : text.at(line);
  }

  /** Value of a key; null without the key. */
  @Nullable
  public String text(String key) {
    return values.get(key);
  }

  /** Number of items of a list; 0 without the list. */
  public int items(String list) {
    return itemsOf.getOrDefault(list, 0);
  }

  /** Reports whether the value of a key is true. */
  public boolean says(String key) {
    return "true".equals(values.get(key));
  }

  /** Number of a key; null without one. */
  @Nullable
  public Double decimal(String key) {
    String value = values.get(key);
    return value == null ? null : Double.valueOf(value);
  }

  /** Integer of a key; null without one. */
  @Nullable
  public Long whole(String key) {
    String value = values.get(key);
    return value == null ? null : Long.valueOf(value);
  }
}
