package dev.inflight.lab.print;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** Error of results that cannot be written. The message is for the user, on one line: {@code DIR: cannot write FILE: why}. */
public final class OutputError extends RuntimeException {
  @Serial
  private static final long serialVersionUID = 1;

  public OutputError(Path folder, String what, IOException cause) {
    this(folder, what, cause, "");
  }

  public OutputError(Path folder, String what, IOException cause, String advice) {
    super(Quoted.message(folder + ": cannot " + what + ": " + reason(cause) + advice), cause);
  }

  public OutputError(String sentence) {
    super(Quoted.message(sentence));
  }

  /** Returns the reason in words. Most messages of file system exceptions are only the path. */
  private static String reason(IOException failure) {
    return switch (failure) {
      case AccessDeniedException denied -> "permission denied";
      case NoSuchFileException missing -> "there is no " + missing.getFile();
      case FileAlreadyExistsException exists -> exists.getFile() + " is not a folder";
      case NotDirectoryException file -> file.getFile() + " is not a folder";
      case FileSystemException other when other.getReason() != null -> other.getReason();
      default -> failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    };
  }
}
