package dev.inflight.lab.print;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.TypeConversionException;

/** File name on the command line. */
public final class FileName {
  private FileName() {
  }

  /** Returns the path, or an error sentence if it is invalid or the locale lacks its characters. */
  public static Path parse(String written) {
    if (written.isEmpty()) { // Java would use the working directory
      throw new TypeConversionException("the name is empty; is a variable of the shell not set?");
    }
    try {
      return Path.of(written);
    } catch (InvalidPathException refused) {
      throw new TypeConversionException(Quoted.of(written) + " cannot be a file's name here: "
          + (written.indexOf('\0') >= 0
              ? "it holds a NUL character"
              : "the locale's character set, " + System.getProperty("sun.jnu.encoding", "unknown")
                  + ", does not have all its letters; set LC_ALL=C.UTF-8, or another locale with UTF-8"));
    }
  }
}
