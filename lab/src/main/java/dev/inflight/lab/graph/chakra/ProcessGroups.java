package dev.inflight.lab.graph.chakra;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.json.JsonFactory;

/** Ranks of process groups: from a file for all ranks, and from each rank's metadata, which takes precedence. */
final class ProcessGroups {
  /**
   * Process group.
   *
   * @param name name of the group; empty for the group of all ranks
   */
  record Named(String name, int[] members) {
  }

  private static final long LONGEST_FILE = 64 << 20;
  /** Name that a group of all ranks may have without a definition. */
  private static final String ALL = "0";

  private final int ranks;
  private final Map<String, int[]> common = new HashMap<>();
  private final Map<String, int[]> own = new HashMap<>();

  ProcessGroups(int ranks) {
    this.ranks = ranks;
  }

  /** Reads a file such as {@code {"1": [0, 1], "2": [2, 3]}}, in ASTRA-sim's form. */
  void readCommon(Path path) {
    String text = String.join("\n", InputText.read(path, LONGEST_FILE).lines());
    try (JsonParser json = JsonFactory.builder().build().createParser(text)) {
      expect(json.nextToken() == JsonToken.START_OBJECT);
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = json.currentName();
        json.nextToken();
        if (common.put(name, ranks(json)) != null) {
          throw new IllegalArgumentException("group " + Quoted.of(name) + " occurs twice");
        }
      }
      expect(json.currentToken() == JsonToken.END_OBJECT && json.nextToken() == null);
    } catch (JacksonException | IllegalArgumentException refused) {
      throw SourceLocation.of(path).error("not groups of ranks such as {\"1\": [0, 1]}: " + reason(refused));
    }
  }

  /** Discards the groups of the previous rank's metadata. */
  void beginRank() {
    own.clear();
  }

  /**
   * Reads groups from the inputs of a metadata node, as PyTorch's profiler writes them; other metadata defines no groups.
   *
   * @throws IllegalArgumentException when the inputs are invalid; the message is a sentence
   */
  void readMetadata(@Nullable String values) {
    if (values == null || !values.startsWith("['[") || !values.endsWith("]']") || !values.contains("\"pg_name\"")) {
      return;
    }
    try (JsonParser json = JsonFactory.builder().build().createParser(values.substring(2, values.length() - 2))) {
      expect(json.nextToken() == JsonToken.START_ARRAY);
      while (json.nextToken() == JsonToken.START_OBJECT) {
        readGroup(json);
      }
      expect(json.currentToken() == JsonToken.END_ARRAY && json.nextToken() == null);
    } catch (JacksonException refused) {
      throw new IllegalArgumentException("its process groups cannot be read: " + reason(refused), refused);
    }
  }

  private void readGroup(JsonParser json) {
    String name = null;
    int[] members = null;
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      json.nextToken();
      if (key.equals("pg_name")) {
        name = json.getString();
      } else if (key.equals("ranks")) {
        members = ranks(json);
      } else {
        json.skipChildren();
      }
    }
    if (name == null || members == null) {
      throw new IllegalArgumentException("a process group without " + (name == null ? "pg_name" : "ranks"));
    }
    int[] before = own.put(name, members);
    if (before != null && !Arrays.equals(before, members)) {
      throw new IllegalArgumentException("process group " + Quoted.of(name) + " has two lists of ranks");
    }
  }

  private static String reason(RuntimeException refused) {
    return refused instanceof JacksonException json
        ? "no JSON, or not all of it, at line " + json.getLocation().getLineNr() + ", character "
            + json.getLocation().getColumnNr()
        : String.valueOf(refused.getMessage());
  }

  private static void expect(boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException("it is not a list of ranks");
    }
  }

  /** Returns a list of ranks; an empty one means all ranks. */
  private int[] ranks(JsonParser json) {
    expect(json.currentToken() == JsonToken.START_ARRAY);
    int[] members = new int[16];
    int count = 0;
    boolean[] taken = new boolean[ranks];
    while (json.nextToken() == JsonToken.VALUE_NUMBER_INT) {
      long rank = json.getLongValue();
      if (rank < 0 || rank >= ranks) {
        throw new IllegalArgumentException("rank " + rank + " does not exist; there are files of ranks 0 to " + (ranks - 1));
      }
      if (taken[(int) rank]) {
        throw new IllegalArgumentException("rank " + rank + " is in a group twice");
      }
      taken[(int) rank] = true;
      members = count == members.length ? Arrays.copyOf(members, 2 * count) : members;
      members[count++] = (int) rank;
    }
    expect(json.currentToken() == JsonToken.END_ARRAY);
    return count == 0 ? all() : Arrays.copyOf(members, count);
  }

  /**
   * Returns the group with a name.
   *
   * @throws IllegalArgumentException when its ranks are unknown or do not include the rank; the message is a sentence
   */
  Named named(String name, int rank) {
    boolean mayBeAll = name.isEmpty() || name.equals(ALL);
    int[] members = own.getOrDefault(name, common.get(name));
    if (members == null) {
      if (!mayBeAll) {
        throw new IllegalArgumentException(
            "neither the rank's metadata nor commGroups define the ranks of process group " + Quoted.of(name)
                + "; give the file that does, as in commGroups=comm_group.json");
      }
      if (ranks == 1) {
        throw new IllegalArgumentException("a collective of all ranks, and only one rank has a file; each rank needs its own");
      }
      return new Named("", all());
    }
    if (Arrays.stream(members).noneMatch(member -> member == rank)) {
      throw new IllegalArgumentException("rank " + rank + " is not in process group " + Quoted.of(name));
    }
    return new Named(mayBeAll && Arrays.equals(members, all()) ? "" : name, members);
  }

  private int[] all() {
    return IntStream.range(0, ranks).toArray();
  }
}
