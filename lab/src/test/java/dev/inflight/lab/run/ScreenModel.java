package dev.inflight.lab.run;

import java.util.ArrayList;
import java.util.List;

/**
 * Content of a terminal's screen after its input: text, carriage return, line feed, erasing, and wrapping that can be switched off.
 * Terminals wrap lines that have become too long again, or cut them off; the model does either.
 */
final class ScreenModel {
  private final boolean breaksAnew;
  private final List<StringBuilder> lines = new ArrayList<>(List.of(new StringBuilder()));
  private int columns;
  private int line;
  private int at;
  private boolean wraps = true;

  ScreenModel(int columns, boolean breaksAnew) {
    this.columns = columns;
    this.breaksAnew = breaksAnew;
  }

  void resize(int newColumns) {
    columns = newColumns;
    if (!breaksAnew) {
      lines.forEach(text -> text.setLength(Math.min(text.length(), newColumns)));
      at = Math.min(at, newColumns - 1);
    }
  }

  void send(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\u001b') {
        int end = i + 2;
        while (!Character.isLetter(text.charAt(end))) {
          end++;
        }
        control(text.substring(i + 2, end + 1));
        i = end;
      } else if (c == '\r') {
        at = at / columns * columns;
      } else if (c == '\n') {
        line++;
        at = 0;
        if (line == lines.size()) {
          lines.add(new StringBuilder());
        }
      } else {
        print(c);
      }
    }
  }

  private void control(String sequence) {
    switch (sequence) {
      case "J" -> {
        erase();
        lines.subList(line + 1, lines.size()).clear();
      }
      case "?7l" -> wraps = false;
      case "?7h" -> wraps = true;
      default -> throw new IllegalArgumentException("a control sequence that the model does not know: " + sequence);
    }
  }

  private void erase() {
    StringBuilder text = lines.get(line);
    text.setLength(Math.min(text.length(), at));
  }

  private void print(char c) {
    StringBuilder text = lines.get(line);
    while (text.length() <= at) {
      text.append(' ');
    }
    text.setCharAt(at, c);
    if (wraps || at % columns < columns - 1) {
      at++;
    }
  }

  /** The rows that show something. */
  List<String> rows() {
    var rows = new ArrayList<String>();
    for (StringBuilder text : lines) {
      for (int from = 0; from < text.length(); from += columns) {
        String row = text.substring(from, Math.min(text.length(), from + columns)).stripTrailing();
        if (!row.isEmpty()) {
          rows.add(row);
        }
      }
    }
    return rows;
  }
}
