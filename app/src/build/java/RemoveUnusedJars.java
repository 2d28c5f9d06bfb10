import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;

/**
 * Removes jars of other versions, which Maven keeps next to the new ones: they would get into the archive, and into a class path
 * {@code lib/*}. It runs after the program's jar is made, so that a failed build leaves the last one whole.
 * <p>{@code java RemoveUnusedJars.java JAR}: the program's jar. Jars in the folder {@code lib} next to it stay if its class path
 * lists them.
 */
final class RemoveUnusedJars {
  public static void main(String[] arguments) throws IOException {
    Path program = Path.of(arguments[0]).toAbsolutePath();
    Set<Path> used = classPath(program);
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(program.resolveSibling("lib"), "*.jar")) {
      for (Path jar : jars) {
        if (!used.contains(jar)) {
          Files.delete(jar);
        }
      }
    }
  }

  private static Set<Path> classPath(Path program) throws IOException {
    try (var file = new JarFile(program.toFile())) {
      var manifest = file.getManifest();
      String names = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      if (names == null) {
        throw new IOException(program + " has no Class-Path in its manifest");
      }
      return Arrays.stream(names.split(" ")).map(program::resolveSibling).collect(Collectors.toSet());
    }
  }

  private RemoveUnusedJars() {
  }
}
