package dev.inflight.lab.extension;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * All extensions, without a search: the service loader opens each jar of the class path, which takes longer than the help of the program.
 * The first jar lists all, and the service loader is used where it is not on the class path.
 */
final class ExtensionIndex {
  private static final String FILE = "META-INF/inflight-extensions";

  static List<Extension> read() {
    ClassLoader loader = Extension.class.getClassLoader();
    try (InputStream index = loader.getResourceAsStream(FILE)) {
      if (index == null) {
        return ServiceLoader.load(Extension.class).stream().map(ServiceLoader.Provider::get).toList();
      }
      var all = new ArrayList<Extension>();
      for (String name : new String(index.readAllBytes(), UTF_8).split("\n")) {
        all.add((Extension) Class.forName(name, true, loader).getConstructor().newInstance());
      }
      return all;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    } catch (ReflectiveOperationException notThere) {
      throw new IllegalStateException(FILE + " names a class that cannot be made", notThere);
    }
  }

  private ExtensionIndex() {
  }
}
