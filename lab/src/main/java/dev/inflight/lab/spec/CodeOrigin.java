package dev.inflight.lab.spec;

import org.jspecify.annotations.Nullable;

/**
 * Origin of code outside the program.
 *
 * @param path absolute path of the file or folder
 * @param sha256 SHA-256 of the file, or of all sources in the folder, in hexadecimal
 */
public record CodeOrigin(String path, String sha256) {
  /** Class loader that knows the origin of its classes. */
  public interface Loader {
    /** Origin of the loader's classes. */
    CodeOrigin origin();
  }

  /** Returns the origin of a value's class; null for the program's own classes. */
  public static @Nullable CodeOrigin of(Object value) {
    return value.getClass().getClassLoader() instanceof Loader loader ? loader.origin() : null;
  }
}
