package dev.inflight.lab.read;

import dev.inflight.lab.print.Quoted;
import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Something is wrong with what the user wrote. The message is meant for that user, on one line: {@code FILE:LINE: what is wrong,
 * what was understood, the nearest valid choice}; without a line where there is none, as for a missing file. What it
 * repeats of the user's words is printable. Several errors have a line each.
 */
public sealed class InputError extends RuntimeException permits MissingFile {
  @Serial
  private static final long serialVersionUID = 1;

  private final String exactly;
  /** Where it is; null of several, and where no place is known. */
  private final transient @Nullable SourceLocation place;

  public InputError(String message) {
    super(Quoted.message(message));
    exactly = Quoted.message(message);
    place = null;
  }

  /** What is wrong at a place. */
  InputError(SourceLocation place, String what) {
    super(Quoted.message(place + ": " + what));
    exactly = Quoted.message(place.exactly() + ": " + what);
    this.place = place;
  }

  /** A message without and with columns, both printable. */
  InputError(String message, String exactly) {
    super(message);
    this.exactly = exactly;
    place = null;
  }

  /** One error that says what all of them say, in their order, and each sentence once; there must be one at least. */
  public static InputError of(List<InputError> errors) {
    return errors.size() == 1
        ? errors.getFirst()
        : new InputError(errors.stream().map(InputError::getMessage).distinct().collect(Collectors.joining("\n")),
            errors.stream().map(InputError::exactly).distinct().collect(Collectors.joining("\n")));
  }

  /** The same with some words behind each of its lines. */
  public InputError with(String words) {
    return of(Stream.iterate(0, line -> line + 1).limit(exactly.lines().count()).map(line -> new InputError(
        lineOf(String.valueOf(getMessage()), line) + words, lineOf(exactly, line) + words)).toList());
  }

  private static String lineOf(String text, int line) {
    return text.lines().skip(line).findFirst().orElse("");
  }

  /** Its line in the file; none where it has none, or of another file. */
  int lineIn(String source) {
    return place != null && place.source().equals(source) ? place.line() : SourceLocation.NO_LINE;
  }

  /** The message with the columns, where they are known: {@code FILE:LINE:COLUMN: what is wrong}. */
  public String exactly() {
    return exactly;
  }
}
