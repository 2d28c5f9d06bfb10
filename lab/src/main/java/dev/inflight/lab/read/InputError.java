package dev.inflight.lab.read;

import dev.inflight.lab.print.Quoted;
import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Error in the user's input, with a message on one line:
 * {@code FILE:LINE:COLUMN: error, interpretation, nearest valid choice}. {@link #getMessage} omits the column.
 * An error such as a missing file has no line. Quoted input is printable. Several errors have one line each.
 */
public sealed class InputError extends RuntimeException permits MissingFile {
  @Serial
  private static final long serialVersionUID = 1;

  private final String exactly;
  /** Place of the error; null for several errors, and if the place is unknown. */
  private final transient @Nullable SourceLocation place;

  public InputError(String message) {
    super(Quoted.message(message));
    exactly = Quoted.message(message);
    place = null;
  }

  /** Creates an error at a place. */
  InputError(SourceLocation place, String what) {
    super(Quoted.message(place + ": " + what));
    exactly = Quoted.message(place.exactly() + ": " + what);
    this.place = place;
  }

  /** Creates an error with a message without columns and one with columns, both printable. */
  InputError(String message, String exactly) {
    super(message);
    this.exactly = exactly;
    place = null;
  }

  /** Returns one error with the sentences of all errors, in order and without repetitions. The list is not empty. */
  public static InputError of(List<InputError> errors) {
    return errors.size() == 1
        ? errors.getFirst()
        : new InputError(errors.stream().map(InputError::getMessage).distinct().collect(Collectors.joining("\n")),
            errors.stream().map(InputError::exactly).distinct().collect(Collectors.joining("\n")));
  }

  /** Returns the error with these words after each line. */
  public InputError with(String words) {
    return of(Stream.iterate(0, line -> line + 1).limit(exactly.lines().count()).map(line -> new InputError(
        lineOf(String.valueOf(getMessage()), line) + words, lineOf(exactly, line) + words)).toList());
  }

  private static String lineOf(String text, int line) {
    return text.lines().skip(line).findFirst().orElse("");
  }

  /** Line in the file; none if the error has no line or is in another file. */
  int lineIn(String source) {
    return place != null && place.source().equals(source) ? place.line() : SourceLocation.NO_LINE;
  }

  /** Returns the message of an exception for the user; that of an input error has {@linkplain #exactly columns}. */
  public static String sentences(Exception problem) {
    return problem instanceof InputError wrong ? wrong.exactly : String.valueOf(problem.getMessage());
  }

  /** Returns the message with known columns: {@code FILE:LINE:COLUMN: error}. */
  public String exactly() {
    return exactly;
  }
}
