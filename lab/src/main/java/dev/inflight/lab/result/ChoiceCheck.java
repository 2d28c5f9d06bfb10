package dev.inflight.lab.result;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.result.schema.FormerColumns;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.result.schema.ResultFile.Field;
import dev.inflight.lab.result.schema.ResultFile.Type;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rejects a text table with a value outside its column's {@linkplain Field#choices choices}. It reads the file once, in blocks,
 * and keeps only one cell of a row, up to the length that a message shows.
 */
public final class ChoiceCheck {
  /** Maximum length of a row in bytes: longer than all rows of a run, and the database's limit. */
  private static final int LONGEST_ROW_BYTES = 1 << 20;
  /** Kept bytes of a value; all choices are shorter. */
  private static final int KEPT_BYTES = 512;
  private static final int BLOCK_BYTES = 1 << 16;

  private final Path named;
  private final ResultFile kind;
  private final ByteArrayOutputStream cell = new ByteArrayOutputStream();
  private final List<String> header = new ArrayList<>();
  /** Field of each column, null for one without choices; null before the first line. */
  private @Nullable Field @Nullable [] columns;
  private int column;
  private int line = 1;
  private int rowLine = 1;
  private int rowBytes;
  private boolean quoted;
  private boolean justClosed;
  private int quotedSince;

  private ChoiceCheck(Path named, ResultFile kind) {
    this.named = named;
    this.kind = kind;
  }

  /**
   * Checks a table.
   *
   * @param readable file, or a copy of its complete part
   * @param named name of the file in messages
   * @param kind description of the table; a table without choices is not read
   * @throws InputError with file and line, if a value is not a choice of its column, or the file is not such a table
   */
  public static void check(Path readable, Path named, ResultFile kind) {
    if (kind.fields().stream().noneMatch(field -> field.type() == Type.CHOICE)) {
      return;
    }
    var check = new ChoiceCheck(named, kind);
    byte[] block = new byte[BLOCK_BYTES];
    try (InputStream in = Files.newInputStream(readable)) {
      for (int read; (read = in.read(block)) >= 0;) {
        for (int at = 0; at < read; at++) {
          check.take(block[at]);
        }
      }
    } catch (IOException failed) {
      throw SourceLocation.of(named).error("the file cannot be read: " + failed.getMessage());
    }
    check.end();
  }

  private void take(byte one) {
    if (one == 0) {
      throw wrong(line, "found a NUL byte, so this is not a text file");
    }
    if (++rowBytes > LONGEST_ROW_BYTES) {
      throw wrong(rowLine, "this row has more than " + LONGEST_ROW_BYTES + " bytes, and no run writes such a row");
    }
    if (quoted && one != '"') {
      keep(one);
    } else if (one == '"') {
      quote();
    } else if (one == ',') {
      endCell();
    } else if (one == '\n') {
      endRow();
    } else if (one != '\r') {
      keep(one);
    }
    if (one == '\n') {
      line++;
      rowLine = quoted ? rowLine : line;
    }
  }

  private void quote() {
    if (quoted) {
      quoted = false;
      justClosed = true;
    } else if (justClosed) { // two quotes within quotes are one quote
      quoted = true;
      justClosed = false;
      keep((byte) '"');
    } else if (cell.size() == 0) {
      quoted = true;
      quotedSince = line;
    } else {
      keep((byte) '"');
    }
  }

  private void keep(byte one) {
    justClosed = false;
    if (cell.size() < KEPT_BYTES) {
      cell.write(one);
    }
  }

  private void endCell() {
    if (columns == null || column < columns.length && columns[column] != null) {
      takeCell(cell.toString(StandardCharsets.UTF_8));
    }
    cell.reset();
    justClosed = false;
    column++;
  }

  private void endRow() {
    boolean blank = column == 0 && cell.size() == 0;
    if (columns == null) {
      endHeader();
    } else if (!blank) {
      endCell();
    }
    cell.reset();
    justClosed = false;
    column = 0;
    rowBytes = 0;
  }

  private void takeCell(String value) {
    Field field = columns == null ? null : columns[column];
    if (field == null) {
      header.add(value);
    } else if (!field.permits(value) && !(value.isEmpty() && field.canBeAbsent())) {
      throw wrong(rowLine, refusal(field, value));
    }
  }

  private void endHeader() {
    endCell();
    columns = header
        .stream().map(written -> FormerColumns.today(kind.name(), written)).map(name -> kind.fields().stream()
            .filter(field -> field.name().equals(name) && field.type() == Type.CHOICE).findFirst().orElse(null))
        .toArray(Field[]::new);
  }

  private void end() {
    if (quoted) {
      throw wrong(quotedSince, "this quoted text has no closing quote");
    }
    if (columns != null && (column > 0 || cell.size() > 0)) {
      endRow();
    }
  }

  private InputError wrong(int atLine, String what) {
    return new SourceLocation(named.toString(), atLine).error(what);
  }

  /** Returns the error about a value of a column. */
  public static String refusal(Field field, String value) {
    return "unknown " + field.name() + " " + Quoted.of(value) + Suggestion.hint(value, field.choices());
  }
}
