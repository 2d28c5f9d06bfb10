package dev.inflight.lab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A text file that the user gave: UTF-8, any line ends.
 *
 * @param path the file, as the user named it
 * @param lines its lines without line ends
 */
record InputText(Path path, List<String> lines) {
  private static final long MAX_BYTES = 1 << 30;
  private static final String BLANKS = " \t\f\u000B\r\n";
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  /** Reads a file, or says why it cannot be one of ours. */
  static InputText read(Path path) {
    return of(path, bytes(path, Place.of(path)));
  }

  /** What such a file holds. */
  static InputText of(Path path, byte[] bytes) {
    Place place = Place.of(path);
    for (int at = 0; at < bytes.length; at++) {
      if (bytes[at] == 0) {
        throw new Place(place.source(), lineOf(bytes, at)).error("found a NUL byte, so this is not a text file");
      }
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    if (StandardCharsets.UTF_8.newDecoder().decode(in, out, true).isError()) {
      throw new Place(place.source(), lineOf(bytes, in.position()))
          .error("found bytes that are not UTF-8, so this is not a text file");
    }
    String text = out.flip().toString();
    if (!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
      text = text.substring(1);
    }
    if (text.isBlank()) {
      throw place.error("the file is empty");
    }
    return new InputText(path, text.lines().toList());
  }

  /** Refuses a path where no file is. */
  static void requireFile(Path path) {
    Place place = Place.of(path);
    if (Files.isDirectory(path)) {
      throw place.error("this is a folder; a file is needed");
    }
    if (!Files.exists(path)) {
      throw new MissingFile(place + ": there is no such file" + neighbour(path));
    }
  }

  private static byte[] bytes(Path path, Place place) {
    requireFile(path);
    try {
      if (Files.size(path) > MAX_BYTES) {
        throw place.error("the file has " + Files.size(path) + " bytes; at most " + MAX_BYTES + " are read");
      }
      return Files.readAllBytes(path);
    } catch (AccessDeniedException denied) {
      throw place.error("the file cannot be read: permission denied");
    } catch (IOException failed) {
      throw place.error("the file cannot be read: " + failed.getMessage());
    }
  }

  private static String neighbour(Path path) {
    Path folder = path.toAbsolutePath().getParent();
    Path name = path.getFileName();
    if (folder == null || name == null || !Files.isDirectory(folder)) {
      return folder == null ? "" : "; there is no folder " + (path.getParent() == null ? folder : path.getParent()) + " either";
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<String> names = files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
      return Nearest.to(name.toString(), names).filter(near -> 3 * Nearest.edits(name.toString(), near) <= near.length())
          .map(near -> "; did you mean " + path.resolveSibling(near) + "?").orElse("");
    } catch (IOException unreadable) {
      return "";
    }
  }

  private static int lineOf(byte[] bytes, int position) {
    int line = 1;
    for (int at = 0; at < position; at++) {
      if (bytes[at] == '\n') {
        line++;
      }
    }
    return line;
  }

  /** A line of this file, from 1. */
  Place at(int line) {
    return new Place(path.toString(), line);
  }

  /** The file as a whole. */
  Place whole() {
    return Place.of(path);
  }

  /** The lines that are not blank, split at blanks. */
  List<Fields> fields() {
    return IntStream.range(0, lines.size()).filter(at -> !lines.get(at).isBlank())
        .mapToObj(at -> new Fields(at(at + 1), words(lines.get(at).strip()))).toList();
  }

  private static List<String> words(String line) {
    var words = new ArrayList<String>();
    int from = 0;
    for (int at = 0; at <= line.length(); at++) {
      if (at == line.length() || BLANKS.indexOf(line.charAt(at)) >= 0) {
        if (at > from) {
          words.add(line.substring(from, at));
        }
        from = at + 1;
      }
    }
    return words;
  }

  /** A file that this one names: relative names are relative to this file's folder, and are shown so. */
  Path sibling(String name) {
    return path.resolveSibling(name);
  }
}
