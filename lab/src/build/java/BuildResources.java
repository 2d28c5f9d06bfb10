import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Makes two resources of the command line when it is built, with the JDK alone: what the records' and enums' Javadoc says of them and
 * of their parameters, which {@code inflight list NAME} shows, and the commit that is built, which {@code inflight --version} shows.
 *
 * <p>{@code java BuildResources.java ROOT OUTPUT}: the source tree, and the folder for {@code meanings.properties} and
 * {@code commit.properties}.
 */
final class BuildResources {
  private static final List<String> MODULES = List.of("telemetry", "cc", "net", "sim", "lab");
  private static final String READER = "dev.inflight.lab.usercode.JavadocTexts";
  private static final String UNKNOWN = "";

  public static void main(String[] arguments) throws Exception {
    Path root = Path.of(arguments[0]).toRealPath();
    Path output = Files.createDirectories(Path.of(arguments[1]));
    write(output.resolve("meanings.properties"), meanings(root, output.resolveSibling("build-classes")));
    write(output.resolve("commit.properties"), new TreeMap<>(java.util.Map.of("commit", commit(root))));
  }

  /** Leaves a file that is right as it is: nothing that depends on it has to be built again. */
  private static void write(Path file, SortedMap<String, String> entries) throws IOException {
    var text = new StringBuilder();
    entries.forEach((key, value) -> text.append(key).append('=').append(value.replace("\\", "\\\\")).append('\n'));
    if (!Files.exists(file) || !Files.readString(file).contentEquals(text)) {
      Files.writeString(file, text);
    }
  }

  /** The texts by name: {@code Hpcc}, its parameter {@code Hpcc.eta}, the constant {@code React.BOTH}; all behind their package. */
  private static SortedMap<String, String> meanings(Path root, Path classes) throws Exception {
    var sources = new ArrayList<Path>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(root.resolve(module).resolve("src/main/java"))) {
        files.filter(file -> file.toString().endsWith(".java")).sorted().forEach(sources::add);
      }
    }
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      var task = (JavacTask) compiler.getTask(null, manager, null, List.of("-proc:none"), null,
          manager.getJavaFileObjectsFromPaths(sources));
      return texts(reader(root, classes, compiler), DocTrees.instance(task), task.parse());
    }
  }

  @SuppressWarnings("unchecked") // as the method declares it
  private static SortedMap<String, String> texts(Method reader, DocTrees docs, Iterable<? extends CompilationUnitTree> units)
      throws ReflectiveOperationException {
    return (SortedMap<String, String>) reader.invoke(null, docs, units);
  }

  /** The program's own reader of Javadoc, which is compiled for that alone, as nothing of the program is built yet. */
  private static Method reader(Path root, Path classes, JavaCompiler compiler) throws IOException, ReflectiveOperationException {
    Files.createDirectories(classes);
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled = compiler.getTask(null, manager, null, List.of("-proc:none", "-d", classes.toString()), null,
          manager.getJavaFileObjects(root.resolve("lab/src/main/java").resolve(READER.replace('.', '/') + ".java"))).call();
      if (!compiled) {
        throw new IOException(READER + " cannot be compiled");
      }
      return new URLClassLoader(new URL[] {classes.toUri().toURL()}).loadClass(READER).getMethod("of", DocTrees.class,
          Iterable.class);
    }
  }

  /** The commit, and whether anything differs from it; empty where neither git nor an archive has it. */
  private static String commit(Path root) throws InterruptedException {
    try {
      if (!root.equals(Path.of(git(root, "rev-parse", "--show-toplevel")).toRealPath())) {
        return archived(root); // an archive that was unpacked within a checkout
      }
      String commit = git(root, "rev-parse", "--short=10", "HEAD");
      boolean changed = !git(root, "status", "--porcelain", "--untracked-files=no").isEmpty();
      return changed ? commit + " with changes" : commit;
    } catch (IOException noCheckout) {
      return archived(root);
    }
  }

  /** The commit that {@code git archive} wrote into an archive of the sources; empty in any other tree. */
  private static String archived(Path root) {
    try {
      String commit = Files.readString(root.resolve("lab/src/build/commit.txt")).strip();
      return commit.matches("[0-9a-f]{40}") ? commit.substring(0, 10) : UNKNOWN;
    } catch (IOException missing) {
      return UNKNOWN;
    }
  }

  private static String git(Path root, String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String answer = new String(process.getInputStream().readAllBytes()).strip();
    if (!process.waitFor(10, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException("git does not know");
    }
    return answer;
  }

  private BuildResources() {
  }
}
