package dev.inflight.lab.spec;

import org.jspecify.annotations.Nullable;

/**
 * Origin of code that is not the program's own.
 *
 * @param path absolute path of the file or folder
 * @param sha256 SHA-256 of the file, or of all sources of the folder, in hexadecimal digits
 */
public record CodeOrigin(String path, String sha256) {
  /** Class loader with the origin of its classes. */
  public interface Loader {
    /** Origin of the loader's classes. */
    CodeOrigin origin();
  }

  /** Returns the origin of the class of a value; null where it is the program's own. */
  public static @Nullable CodeOrigin of(Object value) {
    return value.getClass().getClassLoader() instanceof Loader loader ? loader.origin() : null;
  }
}
