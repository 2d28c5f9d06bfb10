package dev.inflight.lab.scenario.switches;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.spec.Layout;
import dev.inflight.lab.spec.Shape;
import dev.inflight.net.switching.Trimming;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reader and writer of a scenario's packet trimming. */
public final class TrimText {
  private static final String SIZE = "size";
  private static final String DSCP = "dscp";
  private static final String TO = "to";
  private static final int MOST_DSCP = 63;

  /** Entries of the key's value. */
  public static final Layout.Entries LAYOUT = Layout.values(SIZE, DSCP, TO);

  private TrimText() {
  }

  /** Form of the value in the JSON Schema. */
  public static Shape shape() {
    var entries = new LinkedHashMap<String, Shape>();
    entries.put(SIZE, Shape.SIZE.described("size of a trimmed frame, 64 or more; if omitted, 64").orSweep());
    entries.put(DSCP, Shape.whole(0, MOST_DSCP).described("DSCP of a trimmed frame; if omitted, 48").orSweep());
    entries.put(TO,
        Shape.words(Trimming.To.values()).described("destination of a trimmed frame; if omitted, receiver").orSweep());
    return Shape.anyOf(Shape.FLAG, Shape.map(List.of(), entries));
  }

  /** Returns the trimming of the key's value; null for {@code false}. */
  public static @Nullable Trimming read(YamlNode value, Faults faults) {
    var usual = Trimming.DEFAULT;
    if (value.isText()) {
      return value.text(TrimText::isOn) ? usual : null;
    }
    Map<String, YamlNode> entries = value.entries(LAYOUT.names());
    int size = WatchdogText.or(entries.get(SIZE), faults,
        one -> one.text(word -> (int) Math.min(Integer.MAX_VALUE, Units.size(word))), usual.sizeBytes());
    int dscp = WatchdogText.or(entries.get(DSCP), faults, one -> (int) one.whole(0, MOST_DSCP), usual.dscp());
    Trimming.To to = WatchdogText.or(entries.get(TO), faults,
        one -> one.text(word -> EnumNames.constant(TO, List.of(Trimming.To.values()), word)), usual.to());
    return value.place().check(() -> new Trimming(size, dscp, to));
  }

  private static boolean isOn(String word) {
    return switch (word) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(
          "trim must be true, false, or keys and values as in {size: 256, dscp: 10}, found " + Quoted.of(word));
    };
  }

  /** Returns the text from which the same trimming can be read. */
  public static String write(@Nullable Trimming trimming) {
    return trimming == null
        ? "false"
        : trimming.equals(Trimming.DEFAULT)
            ? "true"
            : "{" + SIZE + ": " + Units.formatSize(trimming.sizeBytes()) + ", " + DSCP + ": " + trimming.dscp() + ", " + TO + ": "
                + EnumNames.of(trimming.to()) + "}";
  }
}
