package dev.inflight.lab.cables.format;

import dev.inflight.lab.cables.StatedFabric;
import dev.inflight.lab.cables.table.CableTable;
import dev.inflight.lab.read.InputText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;

/** The formats of files that list cables between named nodes, recognized by how a file begins. */
public enum CableFormat {
  /** Values apart by commas, semicolons or tabs. */
  TABLE("a table of cables", List.of(".csv", ".tsv"), (head, _) -> CableTable.mayBegin(firstLine(head)), CableTable::read);

  private static final int HEAD = 1 << 16;

  private final String meaning;
  private final List<String> endings;
  private final BiPredicate<String, String> begins;
  private final Function<InputText, StatedFabric> reader;

  CableFormat(String meaning, List<String> endings, BiPredicate<String, String> begins,
      Function<InputText, StatedFabric> reader) {
    this.meaning = meaning;
    this.endings = endings;
    this.begins = begins;
    this.reader = reader;
  }

  /**
   * The format of a file.
   *
   * @param name what the file is called
   * @param head how it begins
   */
  public static Optional<CableFormat> of(String name, String head) {
    for (CableFormat format : values()) {
      if (format.begins.test(head, name)) {
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

  /** The format of a text, by its name and its beginning. */
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

  /** The first line that is no comment. */
  private static String firstLine(String head) {
    return head.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).findFirst().orElse("");
  }

  /**
   * What a file of this format states.
   *
   * @throws dev.inflight.lab.read.InputError when it is wrong
   */
  public StatedFabric read(InputText text) {
    return reader.apply(text);
  }

  @Override
  public String toString() {
    return meaning;
  }
}
