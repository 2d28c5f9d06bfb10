package dev.inflight.lab.extension;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Extensions of the program, found without a search: the service loader opens each jar of the class path, which takes longer than
 * the help of the program. The program's first jar names them all in {@code META-INF/inflight-extensions}, one class a line, and
 * all others are ignored. The service loader finds extensions only where that file is not on the class path.
 */
final class ExtensionIndex {
  private static final String FILE = "META-INF/inflight-extensions";

  static List<Extension> read() {
    ClassLoader loader = Extension.class.getClassLoader();
    try (InputStream index = loader.getResourceAsStream(FILE)) {
      return index == null
          ? ServiceLoader.load(Extension.class).stream().map(ServiceLoader.Provider::get).toList()
          : of(new String(index.readAllBytes(), UTF_8), loader);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Returns an extension of each class that a text names, one a line; blank lines are ignored. */
  static List<Extension> of(String index, ClassLoader loader) {
    var all = new ArrayList<Extension>();
    for (String line : index.split("\n")) {
      String name = line.strip();
      if (!name.isEmpty()) {
        try {
          all.add((Extension) Class.forName(name, true, loader).getConstructor().newInstance());
        } catch (ReflectiveOperationException notThere) {
          throw new IllegalStateException(FILE + " names a class that cannot be made: " + name, notThere);
        }
      }
    }
    return all;
  }

  private ExtensionIndex() {
  }
}
