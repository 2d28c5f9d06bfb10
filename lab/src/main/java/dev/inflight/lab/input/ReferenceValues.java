package dev.inflight.lab.input;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Tokens;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.scenario.key.Overrides.Replacement;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keys and values of a configuration file of the HPCC authors' simulator or a related one. */
final class ReferenceValues {
  private static final Pattern DECIMAL = Pattern.compile("([+-]?\\d+)\\.(\\d*)");
  private static final Pattern DIGITS = Pattern.compile("\\d+");

  private final InputText text;
  /** Values of each key. A map that is set several times has several, with joined entries. */
  private final Map<String, List<Tokens>> values;
  private final Set<String> options = new HashSet<>();

  /** Reads a file, replaces values by those of the command line, and collects errors. */
  ReferenceValues(InputText text, Overrides replacements, Faults faults) {
    this.text = text;
    values = ReferenceLines.of(text);
    for (Replacement replacement : replacements.list()) {
      if (isOurs(replacement)) {
        ReferenceLines.checkKnown(replacement.key(), replacement.option());
        options.add(replacement.key());
        values.put(replacement.key(), List.of(new Tokens(replacement.option(), words(replacement))));
      }
    }
    var last = new LinkedHashMap<String, Tokens>();
    values.forEach((key, all) -> last.put(key, all.getLast()));
    ForkKeys.check(last, replacements.find("scheme").isPresent(), faults);
  }

  /** Returns the words of a replacement, as in a line of the file, except that a file name may contain blanks. */
  private static List<String> words(Replacement replacement) {
    String value = replacement.value().strip();
    boolean isFile = replacement.key().endsWith("_FILE") || replacement.key().equals(ForkKeys.FLOW_FILE_NAME);
    return value.isEmpty() ? List.of() : isFile ? List.of(value) : List.of(value.split("\\s+"));
  }

  /** Reports whether a word is a key of these files; letter case does not matter. */
  static boolean isKey(String word) {
    return ReferenceKeys.isKnown(word.toUpperCase(Locale.ROOT));
  }

  /** Reports whether the command line sets a key of these files. Such keys are uppercase. */
  static boolean isOurs(Replacement replacement) {
    return replacement.key().matches("[A-Z][A-Z0-9_]+") || ReferenceKeys.isKnown(replacement.key());
  }

  /** Reports whether the file sets this key. */
  boolean has(String key) {
    return values.containsKey(key);
  }

  /** Reports whether the file sets a key that only this program reads. */
  boolean isOf(String program) {
    return values.keySet().stream().map(ForkKeys.ALL::get).anyMatch(key -> key != null && key.source().equals(program));
  }

  /** Reports whether the command line sets this key. */
  boolean isOption(String key) {
    return options.contains(key);
  }

  /** Place of this key; the whole file if the key is not set. */
  SourceLocation place(String key) {
    List<Tokens> all = values.get(key);
    return all == null ? text.whole() : all.getLast().place();
  }

  /** Values of a key, or its default. */
  Tokens values(String key) {
    List<Tokens> all = values.get(key);
    if (all != null) {
      return all.getLast();
    }
    String assumed = ReferenceKeys.assumed(key);
    if (assumed.isEmpty()) {
      throw text.whole()
          .error(key + " is missing" + (key.endsWith("_FILE") ? "; set it, or name a file with --set " + key + "=FILE" : ""));
    }
    return new Tokens(text.whole(), List.of(assumed.split(" ")));
  }

  /** Single value of a key. */
  Tokens value(String key) {
    Tokens fields = values(key);
    if (fields.count() != 1) {
      throw fields.place().error(key + " takes 1 value, found " + fields.count());
    }
    return fields;
  }

  String word(String key) {
    return value(key).word(0);
  }

  long whole(String key, long least, long most) {
    Tokens value = value(key);
    Matcher decimal = DECIMAL.matcher(value.word(0));
    if (!decimal.matches()) {
      return value.whole(0, key, least, most);
    }
    var whole = new Tokens(value.place(), List.of(decimal.group(1)));
    if (decimal.group(2).matches("0*")) {
      return whole.whole(0, key, least, most);
    }
    long read = whole.whole(0, key + " " + value.word(0) + ", from which that simulator reads a whole number:", least, most);
    warnOfCut(key, value, read);
    return read;
  }

  private static void warnOfCut(String key, Tokens value, long read) {
    Notices.add(value.place(), "whole " + key,
        key + " " + Quoted.shortened(value.word(0)) + " is read as " + read + ", as by the authors' simulator");
  }

  /** Number that the authors' simulator reads as a decimal, possibly with an exponent, and truncates to an integer. */
  long truncated(String key, long least, long most) {
    Tokens value = value(key);
    BigDecimal written = value.place().check(() -> Units.decimal(key, value.word(0)));
    BigDecimal whole = written.setScale(0, RoundingMode.DOWN);
    boolean cut = whole.compareTo(written) != 0;
    if (whole.compareTo(BigDecimal.valueOf(least)) < 0 || whole.compareTo(BigDecimal.valueOf(most)) > 0) {
      throw value.place().error(key + " " + Quoted.shortened(value.word(0))
          + (cut ? ", cut to " + whole.toPlainString() + "," : "") + " is outside " + least + " to " + most);
    }
    if (cut) {
      warnOfCut(key, value, whole.longValueExact());
    }
    return whole.longValueExact();
  }

  int whole(String key, int least, int most) {
    return (int) whole(key, (long) least, (long) most);
  }

  /** Rate in bit/s, which is also the authors' unit of a number without a unit. */
  long rate(String key, ToLongFunction<String> reading) {
    String word = word(key);
    boolean bare = DIGITS.matcher(word).matches();
    long rate = place(key).check(() -> reading.applyAsLong(bare ? word + "bps" : word));
    if (bare) {
      Notices.add(place(key), "rate " + key, key + " " + word + " has no unit and is read as " + word + " bit/s");
    }
    return rate;
  }

  double fraction(String key) {
    return value(key).fraction(0, key);
  }

  boolean flag(String key) {
    return switch (word(key)) {
      case "0", "0.0" -> false;
      case "1", "1.0" -> true;
      default -> throw place(key).error(key + " must be 0 or 1, found " + Quoted.of(word(key)));
    };
  }

  /** Rejects a key that is set to 1. */
  void refuseIfSet(String key, String why) {
    if (flag(key)) {
      throw refused(key, "1", why + "; set " + key + " 0");
    }
  }

  /** Returns the error about a value of the file or a default. */
  InputError refused(String key, String value, String why) {
    return place(key).error(key + (has(key) ? " " : " is missing, which means ") + value + ": " + why);
  }

  /** Pair of {@code rate value} in a list with a length before it. */
  record RateValue(SourceLocation place, long rateBitsPerSec, String value) {
  }

  /** Entries of a map, including all repetitions of the key. */
  List<RateValue> byRate(String key) {
    List<Tokens> all = values.get(key);
    var pairs = new ArrayList<RateValue>();
    for (Tokens fields : all == null ? List.of(values(key)) : all) {
      addPairs(key, fields, pairs);
    }
    return pairs;
  }

  private static void addPairs(String key, Tokens fields, List<RateValue> pairs) {
    if (fields.count() == 0) {
      throw fields.place().error(key + " takes a number of rates, then a rate and a value for each; found nothing");
    }
    int announced = fields.whole(0, "number of rates in " + key, 0, 1000);
    if (fields.count() != 1 + 2 * announced) {
      throw fields.place().error(
          key + " announces " + Humanize.count(announced, "rate") + ", so " + 2 * announced + " values must follow; found "
              + (fields.count() - 1));
    }
    for (int at = 1; at < fields.count(); at += 2) {
      long rate = fields.whole(at, "rate in " + key, 1, Long.MAX_VALUE);
      pairs.add(new RateValue(fields.place(), rate, fields.word(at + 1)));
    }
  }
}
