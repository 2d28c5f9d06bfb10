import dev.inflight.web.Program;
import dev.inflight.web.Reading;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.teavm.diagnostics.Problem;
import org.teavm.tooling.ConsoleTeaVMToolLog;
import org.teavm.tooling.TeaVMProblemRenderer;
import org.teavm.tooling.TeaVMTargetType;
import org.teavm.tooling.TeaVMTool;
import org.teavm.vm.TeaVMOptimizationLevel;

/**
 * Build of the page: compiles the simulator to WebAssembly and writes it into one HTML file with its page:
 * {@code java BuildBrowser.java WEB TARGET}, with the class path of the module.
 */
final class BuildBrowser {
  private static final String ENTRY = "dev.inflight.web.Program";
  private static final String RUNTIME = "org/teavm/backend/wasm/wasm-gc-runtime.min.js";
  private static final String CHARTS = "META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";
  private static final String PAGES = "dev/inflight/lab/page/";
  private static final String OWN = "dev/inflight/web/";

  private BuildBrowser() {
  }

  public static void main(String[] folders) throws Exception {
    Path web = Path.of(folders[0]);
    Path target = Path.of(folders[1]);
    Path overlay = compileOverlay(web, target);
    Path wasm = compile(overlay, target);
    Path page = target.resolve("inflight.html");
    Files.writeString(page, page(web, Files.readAllBytes(wasm)));
    System.out.printf("%s: %d KB, of which WebAssembly %d KB%n", page, Files.size(page) / 1000, Files.size(wasm) / 1000);
  }

  /** Compiles classes that replace those of the same names. */
  private static Path compileOverlay(Path web, Path target) throws IOException {
    Path classes = Files.createDirectories(target.resolve("overlay"));
    var arguments = new ArrayList<>(List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path")));
    try (Stream<Path> sources = Files.walk(web.resolve("src/overlay/java"))) {
      sources.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
    }
    if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)) != 0) {
      throw new IllegalStateException("the overlay does not compile");
    }
    return classes;
  }

  private static Path compile(Path overlay, Path target) throws Exception {
    var classPath = new ArrayList<File>();
    classPath.add(overlay.toFile());
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      classPath.add(new File(entry));
    }
    var urls = new ArrayList<URL>();
    for (File entry : classPath) {
      urls.add(entry.toURI().toURL());
    }
    var tool = new TeaVMTool();
    tool.setClassPath(classPath);
    tool.setClassLoader(new URLClassLoader(urls.toArray(URL[]::new), BuildBrowser.class.getClassLoader()));
    tool.setMainClass(ENTRY);
    tool.setTargetDirectory(target.toFile());
    tool.setTargetFileName("inflight.wasm");
    tool.setTargetType(TeaVMTargetType.WEBASSEMBLY_GC);
    tool.setOptimizationLevel(TeaVMOptimizationLevel.valueOf(System.getProperty("web.optimization", "ADVANCED")));
    tool.setObfuscated(true);
    tool.setStrict(false); // no code catches index or null exceptions, so the code has no checks for them
    tool.setLog(new ConsoleTeaVMToolLog(false));
    tool.generate();
    TeaVMProblemRenderer.describeProblems(tool.getDependencyInfo().getCallGraph(), tool.getProblemProvider(), tool.getLog());
    List<Problem> problems = tool.getProblemProvider().getSevereProblems();
    if (!problems.isEmpty()) {
      throw new IllegalStateException(problems.size() + " classes or methods are missing in a browser, see above");
    }
    return target.resolve("inflight.wasm");
  }

  private static String page(Path web, byte[] wasm) throws Exception {
    String charts = "\n" + resource(CHARTS) + "\n";
    String script = "\n'use strict';\n{\n" + resource(PAGES + "quantity.js") + resource(OWN + "browser.js") + "}\n";
    var page = new StringBuilder();
    for (String line : resource(OWN + "browser.html").split("\n")) {
      switch (line.strip()) {
        case "<!-- policy -->" ->
          page.append("<meta http-equiv=\"Content-Security-Policy\" content=\"").append(policy(charts, script)).append("\">");
        case "<!-- style -->" -> page.append("<style>\n").append(resource(PAGES + "report.css"))
            .append(resource(OWN + "browser.css")).append("</style>");
        case "<!-- data -->" -> page.append(data("shipped-scenarios", shipped(web.resolve("../scenarios"))))
            .append(data("worker", json(resource(RUNTIME) + "\n" + resource(OWN + "worker.js"))))
            .append("<script type=\"text/plain\" id=\"wasm\">").append(Base64.getEncoder().encodeToString(wasm))
            .append("</script>");
        case "<!-- charts -->" -> page.append("<script>").append(charts).append("</script>");
        case "<!-- script -->" -> page.append("<script>").append(script).append("</script>");
        default -> page.append(line);
      }
      page.append('\n');
    }
    return page.toString();
  }

  /**
   * Content security policy of the page: it may run its own scripts, each allowed by its hash, and its worker. TeaVM's runtime
   * in the worker creates functions from text, and the worker has the page's policy.
   */
  private static String policy(String charts, String script) throws Exception {
    return "default-src 'none'; script-src '" + hash(charts) + "' '" + hash(script)
        + "' 'wasm-unsafe-eval' 'unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
  }

  private static String hash(String text) throws Exception {
    return "sha256-"
        + Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String data(String id, String json) {
    return "<script type=\"application/json\" id=\"" + id + "\">" + json + "</script>\n";
  }

  /** Shipped scenarios that a page can run. */
  private static String shipped(Path scenarios) throws IOException {
    try (Stream<Path> files = Files.walk(scenarios)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().map(file -> {
        String text = text(file);
        Reading reading = Program.read(text, "scenario.yaml", "");
        return reading.problems().isEmpty() && reading.tooLarge().isEmpty()
            ? "{\"name\":" + json(scenarios.relativize(file).toString()) + ",\"text\":" + json(text) + "}"
            : "";
      }).filter(one -> !one.isEmpty()).collect(Collectors.joining(",", "[", "]"));
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }

  /** A text as JSON, in which no character sequence ends a script. */
  private static String json(String text) {
    var json = new StringBuilder("\"");
    text.chars()
        .forEach(c -> json.append(c < ' ' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' || c > '~'
            ? "\\u%04x".formatted(c)
            : "" + (char) c));
    return json.append('"').toString();
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = BuildBrowser.class.getClassLoader().getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
