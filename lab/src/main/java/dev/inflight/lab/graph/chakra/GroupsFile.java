package dev.inflight.lab.graph.chakra;

import dev.inflight.lab.read.InputBytes;
import dev.inflight.lab.read.SourceLocation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.json.JsonFactory;

/** File with the ranks of process groups in the folder of a trace. ASTRA-sim takes the file's name from an option. */
public final class GroupsFile {
  /** Name in symbolic_tensor_graph's documentation. */
  private static final String USUAL_NAME = "comm_group.json";

  private GroupsFile() {
  }

  /**
   * Finds the file by its content. Of several files, the one with the trace's name takes precedence ({@code NAME.json} or
   * {@code NAME} for {@code NAME.0.et}), then {@code comm_group.json}; without these, the result is empty.
   *
   * @param first file of rank 0
   * @throws dev.inflight.lab.read.InputError when the folder cannot be read
   */
  public static Optional<Path> beside(Path first) {
    String name = RankFiles.nameOfTrace(first);
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(first.toAbsolutePath().getParent())) {
      for (Path each : all) {
        String called = String.valueOf(each.getFileName());
        if ((called.endsWith(".json") || called.equals(name)) && Files.isRegularFile(each) && hasGroups(each)) {
          found.add(first.resolveSibling(each.getFileName()));
        }
      }
    } catch (IOException | DirectoryIteratorException failed) {
      throw SourceLocation.of(first).error("the folder of the file cannot be read: " + failed.getMessage());
    }
    if (found.size() == 1) {
      return Optional.of(found.getFirst());
    }
    return List.of(name + ".json", name, USUAL_NAME).stream().map(first::resolveSibling).filter(found::contains).findFirst();
  }

  /**
   * Reports whether the file is an object of lists of ranks. An unreadable file, or one that is not JSON, is assumed not to
   * belong to the trace.
   */
  private static boolean hasGroups(Path path) {
    try (InputStream in = InputBytes.open(path, System.err); JsonParser json = JsonFactory.builder().build().createParser(in)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return false;
      }
      int lists = 0;
      for (; json.nextToken() == JsonToken.PROPERTY_NAME; lists++) {
        if (json.nextToken() != JsonToken.START_ARRAY || !endsAfterWholeNumbers(json)) {
          return false;
        }
      }
      return lists > 0 && json.currentToken() == JsonToken.END_OBJECT;
    } catch (JacksonException | IOException _) {
      return false;
    }
  }

  private static boolean endsAfterWholeNumbers(JsonParser json) {
    JsonToken token = json.nextToken();
    while (token == JsonToken.VALUE_NUMBER_INT) {
      token = json.nextToken();
    }
    return token == JsonToken.END_ARRAY;
  }
}
