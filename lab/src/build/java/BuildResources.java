import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.EndElementTree;
import com.sun.source.doctree.EntityTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.doctree.StartElementTree;
import com.sun.source.doctree.TextTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
  private static final String UNKNOWN = "";

  public static void main(String[] arguments) throws Exception {
    Path root = Path.of(arguments[0]).toRealPath();
    Path output = Files.createDirectories(Path.of(arguments[1]));
    write(output.resolve("meanings.properties"), meanings(root));
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
  private static SortedMap<String, String> meanings(Path root) throws IOException {
    var sources = new ArrayList<Path>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(root.resolve(module).resolve("src/main/java"))) {
        files.filter(file -> file.toString().endsWith(".java")).sorted().forEach(sources::add);
      }
    }
    var texts = new TreeMap<String, String>();
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      var task = (JavacTask) compiler.getTask(null, manager, null, List.of("-proc:none"), null,
          manager.getJavaFileObjectsFromPaths(sources));
      DocTrees docs = DocTrees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        if (unit.getPackage() != null) {
          new Reader(docs, unit.getPackageName().toString(), texts).scan(unit, null);
        }
      }
    }
    return texts;
  }

  /** Reads the comments of a file's records and enums. */
  private static final class Reader extends TreePathScanner<Void, Void> {
    private final DocTrees docs;
    private final SortedMap<String, String> texts;
    private final Deque<String> names = new ArrayDeque<>();

    Reader(DocTrees docs, String packageName, SortedMap<String, String> texts) {
      this.docs = docs;
      this.texts = texts;
      names.push(packageName);
    }

    @Override
    public Void visitClass(ClassTree tree, Void none) {
      boolean nested = getCurrentPath().getParentPath().getLeaf() instanceof ClassTree;
      names.push(names.peek() + (nested ? "$" : ".") + tree.getSimpleName());
      DocCommentTree comment = docs.getDocCommentTree(getCurrentPath());
      if (comment != null && (tree.getKind() == Tree.Kind.RECORD || tree.getKind() == Tree.Kind.ENUM)) {
        texts.put(names.peek(), text(firstParagraph(comment)));
        for (DocTree tag : comment.getBlockTags()) {
          if (tag instanceof ParamTree parameter && !parameter.isTypeParameter()) {
            texts.put(names.peek() + "." + parameter.getName(), text(parameter.getDescription()));
          }
        }
      }
      if (tree.getKind() == Tree.Kind.ENUM) {
        readConstants(tree);
      }
      super.visitClass(tree, none);
      names.pop();
      return null;
    }

    private void readConstants(ClassTree tree) {
      for (Tree member : tree.getMembers()) {
        DocCommentTree comment = docs.getDocCommentTree(new TreePath(getCurrentPath(), member));
        if (comment != null && member instanceof VariableTree constant) {
          texts.put(names.peek() + "." + constant.getName(), text(firstParagraph(comment)));
        }
      }
    }

    private static List<DocTree> firstParagraph(DocCommentTree comment) {
      return comment.getFullBody().stream().takeWhile(part -> !(part instanceof StartElementTree)).<DocTree>map(part -> part)
          .toList();
    }

    private static String text(List<? extends DocTree> parts) {
      var text = new StringBuilder();
      for (DocTree part : parts) {
        text.append(switch (part) {
          case TextTree plain -> plain.getBody();
          case LiteralTree code -> code.getBody().getBody();
          case LinkTree link when !link.getLabel().isEmpty() -> text(link.getLabel());
          case LinkTree link -> link.getReference().getSignature().replaceFirst("^.*#", "");
          case EntityTree entity -> switch (entity.getName().toString()) {
            case "lt" -> "<";
            case "gt" -> ">";
            case "amp" -> "&";
            default -> throw new IllegalArgumentException("no text for " + entity);
          };
          case StartElementTree _,EndElementTree _ -> "";
          default -> throw new IllegalArgumentException("no text for " + part);
        });
      }
      return text.toString().replaceAll("\\s+", " ").strip();
    }
  }

  /** The commit, and whether anything differs from it; empty where neither git nor an archive tells. */
  private static String commit(Path root) throws InterruptedException {
    try {
      if (!root.equals(Path.of(git(root, "rev-parse", "--show-toplevel")).toRealPath())) {
        return archived(root); // an archive that was unpacked within somebody's checkout
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
