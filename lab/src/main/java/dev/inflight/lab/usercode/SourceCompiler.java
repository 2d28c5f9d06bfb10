package dev.inflight.lab.usercode;

import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import dev.inflight.cc.Scheme;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.sim.workload.Workload;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.wire.header.Opcode;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles sources in memory, against the program itself. */
final class SourceCompiler {
  private static final int MOST_ERRORS = 20;
  /** One class of each library that sources may use, to locate the library. */
  private static final List<Class<?>> LIBRARIES = List.of(Scheme.class, TelemetryFormat.class, Opcode.class,
      TopologyGenerator.class, Workload.class);

  /**
   * Result of a compilation.
   *
   * @param classes bytes of the classes, by their paths in a jar
   * @param texts their Javadoc
   */
  record Compiled(Map<String, byte[]> classes, Map<String, String> texts) {
  }

  private SourceCompiler() {
  }

  /**
   * Compiles sources, which can use only each other and the program.
   *
   * @param sources bytes of each source, by its path; the files are not read again
   * @throws InputError with a line for each error
   */
  static Compiled compile(Map<Path, byte[]> sources, SourceLocation place) {
    var units = new ArrayList<InMemory>();
    sources.forEach((path, bytes) -> units.add(new InMemory(path.toUri(), path.toString(), decoded(path, bytes))));
    var problems = new DiagnosticCollector<JavaFileObject>();
    JavaCompiler compiler = compiler(place);
    try (StandardJavaFileManager files = compiler.getStandardFileManager(problems, Locale.ENGLISH, null);
        var memory = new Memory(files)) {
      List<String> options = List.of("-proc:none", "-implicit:none", "-Xlint:none", "-g", "-classpath", libraries(),
          "-sourcepath", "");
      var task = (JavacTask) compiler.getTask(null, memory, problems, options, null, units);
      task.setLocale(Locale.ENGLISH);
      DocTrees docs = DocTrees.instance(task);
      Map<String, String> texts = JavadocTexts.of(docs, task.parse()); // later steps change the trees
      task.analyze();
      if (!errors(problems).isEmpty()) {
        throw InputError.of(inputErrors(errors(problems), place));
      }
      task.generate();
      return new Compiled(memory.classes(), texts);
    } catch (IOException failed) {
      throw place.error("the sources cannot be compiled: " + failed.getMessage());
    }
  }

  /** Returns the Javadoc of sources that are compiled elsewhere. */
  static Map<String, String> texts(Map<String, byte[]> sources, SourceLocation place) {
    JavaCompiler compiler = compiler(place);
    var units = sources.entrySet().stream().map(entry -> new InMemory(
        URI.create("memory:///" + entry.getKey().replaceAll("[^A-Za-z0-9_./$-]", "_")), entry.getKey(),
        new String(entry.getValue(), StandardCharsets.UTF_8))).toList();
    var task = (JavacTask) compiler.getTask(null, null, _ -> {
    }, List.of("-proc:none"), null, units);
    try {
      DocTrees docs = DocTrees.instance(task);
      return JavadocTexts.of(docs, task.parse());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static String decoded(Path path, byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException malformed) {
      throw SourceLocation.of(path).error("this source is not in UTF-8");
    }
  }

  private static JavaCompiler compiler(SourceLocation place) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw place.error("this Java has no compiler (module jdk.compiler); run with a JDK, or give a jar");
    }
    return compiler;
  }

  private static String libraries() {
    return LIBRARIES.stream().map(SourceCompiler::home).distinct().collect(Collectors.joining(File.pathSeparator));
  }

  private static String home(Class<?> of) {
    return Path.of(URI.create(String.valueOf(of.getProtectionDomain().getCodeSource().getLocation()))).toString();
  }

  private static List<Diagnostic<? extends JavaFileObject>> errors(DiagnosticCollector<JavaFileObject> problems) {
    return problems.getDiagnostics().stream().filter(one -> one.getKind() == Diagnostic.Kind.ERROR)
        .<Diagnostic<? extends JavaFileObject>>map(one -> one).toList();
  }

  private static List<InputError> inputErrors(List<Diagnostic<? extends JavaFileObject>> errors, SourceLocation place) {
    var lines = new ArrayList<>(errors.stream().limit(MOST_ERRORS).map(error -> inputError(error, place)).toList());
    if (errors.size() > MOST_ERRORS) {
      lines.add(place.error("there are " + (errors.size() - MOST_ERRORS) + " more errors"));
    }
    return lines;
  }

  private static InputError inputError(Diagnostic<? extends JavaFileObject> error, SourceLocation place) {
    String text = error.getMessage(Locale.ENGLISH).lines().map(line -> line.strip().replaceAll("\\s+", " "))
        .collect(Collectors.joining("; "));
    JavaFileObject source = error.getSource();
    return source == null
        ? place.error(text)
        : new SourceLocation(source.getName(), (int) error.getLineNumber(), (int) error.getColumnNumber()).error(text);
  }

  /** Source with its text. */
  private static final class InMemory extends SimpleJavaFileObject {
    private final String name;
    private final String text;

    InMemory(URI uri, String name, String text) {
      super(uri, Kind.SOURCE);
      this.name = name;
      this.text = text;
    }

    /** Name for errors, as the user wrote it. */
    @Override
    public String getName() {
      return name;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** Class in the course of compilation. */
  private static final class Written extends SimpleJavaFileObject {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Written(String path) {
      super(URI.create("memory:///" + path), Kind.CLASS);
    }

    @Override
    public OutputStream openOutputStream() {
      return bytes;
    }
  }

  /** File manager that keeps classes in memory. */
  private static final class Memory extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private final Map<String, Written> written = new HashMap<>();

    Memory(StandardJavaFileManager files) {
      super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(JavaFileManager.Location location, String className, JavaFileObject.Kind kind,
        FileObject sibling) {
      String path = className.replace('.', '/') + kind.extension;
      var file = new Written(path);
      written.put(path, file);
      return file;
    }

    Map<String, byte[]> classes() {
      var classes = new HashMap<String, byte[]>();
      written.forEach((path, file) -> classes.put(path, file.bytes.toByteArray()));
      return classes;
    }
  }
}
