package dev.inflight.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Headless Chromium, driven by its DevTools protocol. Tests that need one are skipped where there is none, and fail in {@code .ci/run}. */
public final class Browser implements AutoCloseable {
  private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
  /** Shell command with the browser's pipes: it reads commands at descriptor 3 and answers at 4. */
  private static final String ON_PIPES = "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null";
  private static final int PATIENCE_SECONDS = 200;
  /** Narrower screens are those of phones, in pixels. */
  private static final int PHONE = 640;
  /** First script of each page, which notes the violations of its policy. */
  private static final String NOTES = """
      globalThis.refused = [];
      document.addEventListener('securitypolicyviolation', event => globalThis.refused.push(event.effectiveDirective + ' ' + event.blockedURI));
      """;

  private final Process process;
  private final Path profile;
  private final AtomicInteger numbers = new AtomicInteger();
  private final Map<Integer, CompletableFuture<Map<?, ?>>> waiting = new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<Void>> loads = new ConcurrentHashMap<>();
  private final Map<String, List<String>> complaints = new ConcurrentHashMap<>();

  private Browser(Process process, Path profile) {
    this.process = process;
    this.profile = profile;
    Thread.ofPlatform().daemon().name("browser").start(this::listen);
  }

  /** Starts one. */
  public static Browser start() throws IOException {
    Path program = program();
    assumeTrue(program != null || System.getenv("CI") != null, "there is no Chromium");
    assertThat(program).as("Chromium").isNotNull();
    Path profile = Files.createTempDirectory("inflight-browser");
    return new Browser(
        new ProcessBuilder("sh", "-c", ON_PIPES, String.valueOf(program), "--headless", "--no-sandbox", "--disable-gpu",
            "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-pipe", "--user-data-dir=" + profile, "about:blank")
            .start(),
        profile);
  }

  private static @Nullable Path program() {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name))).filter(Files::isExecutable).findFirst()
        .orElse(null);
  }

  /** Opens an address and waits until its document has loaded. */
  public Tab open(String address) {
    Tab tab = blank();
    tab.load(address);
    return tab;
  }

  /** Opens a page on a screen of a width, that of a phone where it is narrow, with a preference for dark pages or light ones. */
  public Tab open(String address, int width, boolean dark) {
    Tab tab = blank();
    tab.emulate(width, dark, false);
    tab.load(address);
    return tab;
  }

  private Tab blank() {
    String target = (String) call(null, "Target.createTarget", "\"url\":\"about:blank\"").get("targetId");
    String session = (String) call(null, "Target.attachToTarget",
        "\"flatten\":true,\"targetId\":" + quoted(String.valueOf(target))).get("sessionId");
    var tab = new Tab(String.valueOf(session));
    complaints.put(tab.session, new ArrayList<>());
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      call(tab.session, domain + ".enable", "");
    }
    call(tab.session, "Page.addScriptToEvaluateOnNewDocument", "\"source\":" + quoted(NOTES));
    return tab;
  }

  /** A page. */
  public final class Tab {
    private final String session;

    private Tab(String session) {
      this.session = session;
    }

    private void load(String address) {
      var loaded = new CompletableFuture<Void>();
      loads.put(session, loaded);
      call(session, "Page.navigate", "\"url\":" + quoted(address));
      loaded.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    /** The value of an expression in the page, which may be a promise of it; it is a text, number, flag, list or none. */
    public String value(String expression) {
      Map<?, ?> answer = call(session, "Runtime.evaluate",
          "\"awaitPromise\":true,\"returnByValue\":true,\"expression\":" + quoted(expression));
      assertThat(String.valueOf(answer.get("exceptionDetails"))).as(expression).isEqualTo("null");
      return String.valueOf(((Map<?, ?>) answer.get("result")).get("value"));
    }

    /** Texts that an expression gives, a list of them. */
    public List<String> texts(String expression) {
      String marked = String
          .valueOf(value("(" + expression + ").map(one => String(one).replaceAll('\\u0001', '')).join('\\u0001')"));
      return marked.isEmpty() ? List.of() : List.of(marked.split("\u0001", -1));
    }

    /** Makes the screen so wide, as that of a phone where it is narrow; it prefers dark pages, or shows what would be printed. */
    public void emulate(int width, boolean dark, boolean printed) {
      call(session, "Emulation.setDeviceMetricsOverride",
          "\"width\":" + width + ",\"height\":900,\"deviceScaleFactor\":1,\"mobile\":" + (width < PHONE));
      call(session, "Emulation.setTouchEmulationEnabled", "\"enabled\":" + (width < PHONE));
      call(session, "Emulation.setEmulatedMedia", "\"media\":" + quoted(printed ? "print" : "screen")
          + ",\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":" + quoted(dark ? "dark" : "light") + "}]");
      value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))");
    }

    /** Returns the page's messages on the console, errors, dialogs, requests to other hosts, and violations of its policy. */
    public List<String> complaints() {
      List<String> policy = texts("globalThis.refused");
      List<String> seen = complaints.getOrDefault(session, List.of());
      synchronized (seen) {
        return Stream.concat(policy.stream(), List.copyOf(seen).stream()).toList();
      }
    }
  }

  private Map<?, ?> call(@Nullable String session, String method, String parameters) {
    int number = numbers.incrementAndGet();
    var answer = new CompletableFuture<Map<?, ?>>();
    waiting.put(number, answer);
    String text = "{\"id\":" + number + ",\"method\":\"" + method + "\",\"params\":{" + parameters + "}"
        + (session == null ? "" : ",\"sessionId\":\"" + session + "\"") + "}";
    send(text);
    Map<?, ?> message = answer.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    assertThat(message.get("error")).as(method).isNull();
    return (Map<?, ?>) message.get("result");
  }

  private synchronized void send(String text) {
    try {
      process.getOutputStream().write((text + "\0").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException ended) {
      throw new UncheckedIOException(ended);
    }
  }

  /** Takes messages, each of which a zero byte ends. */
  private void listen() {
    var message = new ByteArrayOutputStream();
    try (InputStream in = new BufferedInputStream(process.getInputStream())) {
      for (int one = in.read(); one >= 0; one = in.read()) {
        if (one != 0) {
          message.write(one);
          continue;
        }
        take((Map<?, ?>) JsonTree.of(message.toString(StandardCharsets.UTF_8)));
        message.reset();
      }
    } catch (IOException ended) {
      // it was closed
    }
    waiting.values().forEach(answer -> answer.completeExceptionally(new IllegalStateException("the browser has ended")));
  }

  private void take(Map<?, ?> message) {
    if (message.get("id") instanceof Number number) {
      CompletableFuture<Map<?, ?>> answer = waiting.remove(number.intValue());
      if (answer != null) {
        answer.complete(message);
      }
      return;
    }
    String session = String.valueOf(message.get("sessionId"));
    if ("Page.loadEventFired".equals(message.get("method"))) {
      CompletableFuture<Void> load = loads.get(session);
      if (load != null) {
        load.complete(null);
      }
    }
    String complaint = complaint(String.valueOf(message.get("method")), (Map<?, ?>) message.get("params"));
    List<String> ofTab = complaints.get(session);
    if (complaint != null && ofTab != null) {
      synchronized (ofTab) {
        ofTab.add(complaint);
      }
    }
  }

  private static @Nullable String complaint(String method, Map<?, ?> about) {
    return switch (method) {
      case "Runtime.consoleAPICalled" -> "console: " + about.get("args");
      case "Runtime.exceptionThrown" -> "error: " + about.get("exceptionDetails");
      case "Log.entryAdded" -> "log: " + about.get("entry");
      case "Page.javascriptDialogOpening" -> "dialog: " + about.get("message");
      case "Network.requestWillBeSent" -> {
        String address = String.valueOf(((Map<?, ?>) about.get("request")).get("url"));
        boolean own = "Document".equals(about.get("type")) || address.startsWith("data:") || address.startsWith("blob:")
            || address.startsWith("http://localhost:");
        yield own ? null : "request: " + address;
      }
      default -> null;
    };
  }

  /** A text as JSON. */
  public static String quoted(String text) {
    var json = new StringBuilder("\"");
    text.chars().forEach(c -> json.append(c < ' ' || c == '"' || c == '\\' || c > '~' ? "\\u%04x".formatted(c) : "" + (char) c));
    return json.append('"').toString();
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
    delete(profile.toFile());
  }

  /** Deletes a folder in which the browser's processes may still write and delete files. */
  private static void delete(File file) {
    File[] within = file.listFiles();
    for (File each : within == null ? new File[0] : within) {
      delete(each);
    }
    if (!file.delete()) {
      file.deleteOnExit();
    }
  }
}
