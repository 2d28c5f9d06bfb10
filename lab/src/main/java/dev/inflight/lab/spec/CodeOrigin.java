package dev.inflight.lab.spec;

import org.jspecify.annotations.Nullable;

/**
 * Where code came from that is not the program's own.
 *
 * @param path the file or folder, absolute
 * @param sha256 SHA-256 of the file, or of all sources of the folder, in hexadecimal digits
 */
public record CodeOrigin(String path, String sha256) {
  /** A class loader that says where its classes came from. */
  public interface Loader {
    /** Where they came from. */
    CodeOrigin origin();
  }

  /** Where the class of a value came from; null where it is the program's own. */
  public static @Nullable CodeOrigin of(Object value) {
    return value.getClass().getClassLoader() instanceof Loader loader ? loader.origin() : null;
  }
}
