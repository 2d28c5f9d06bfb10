package dev.inflight.lab.read;

import java.util.function.Supplier;

/**
 * Place in the user's input.
 *
 * @param source file as the user wrote it, or a command-line option
 * @param line line number from 1; {@link #NO_LINE} if it has none
 * @param column column number from 1; {@link #NO_LINE} if it is unknown
 */
public record SourceLocation(String source, int line, int column) {
  public static final int NO_LINE = 0;
  private static final char MARK = '\n';

  /** Creates the place of a whole line. */
  public SourceLocation(String source, int line) {
    this(source, line, NO_LINE);
  }

  /** Returns the place of a whole file or a command-line option. */
  public static SourceLocation of(Object source) {
    return new SourceLocation(source.toString(), NO_LINE);
  }

  /** Returns this line at a column, from 1. */
  public SourceLocation column(int from1) {
    return new SourceLocation(source, line, from1);
  }

  /** Returns an error about the input at this place. */
  public InputError error(String what) {
    return new InputError(this, what);
  }

  /**
   * Runs a reader of the text at this place. Its exceptions, also about missing files that it names, become errors of this place.
   */
  public <T> T check(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (MissingFile missing) {
      throw missing.namedAt(this);
    } catch (IllegalArgumentException refused) {
      throw error(refused.getMessage() == null ? "this value is not possible" : refused.getMessage());
    } catch (ArithmeticException overflow) {
      throw error("a number that follows from this does not fit: " + overflow.getMessage());
    }
  }

  /** Returns the place with its column, if it is known. */
  String exactly() {
    return column == NO_LINE ? toString() : this + ":" + column;
  }

  /** Returns a name of this place for marks of input that is parsed from a copy; {@link #ofMark} is the inverse. */
  public String mark() {
    return source + MARK + line + MARK + column;
  }

  /** Place of a {@linkplain #mark mark}. */
  static SourceLocation ofMark(String mark) {
    int behindLine = mark.lastIndexOf(MARK);
    int behindSource = mark.lastIndexOf(MARK, behindLine - 1);
    return new SourceLocation(mark.substring(0, behindSource), Integer.parseInt(mark.substring(behindSource + 1, behindLine)),
        Integer.parseInt(mark.substring(behindLine + 1)));
  }

  @Override
  public String toString() {
    return line == NO_LINE ? source : source + ":" + line;
  }
}
