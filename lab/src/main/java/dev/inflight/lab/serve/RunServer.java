package dev.inflight.lab.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.inflight.lab.author.ScenarioTemplate;
import dev.inflight.lab.page.Page;
import dev.inflight.lab.page.ReportPage;
import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.print.TooLittleMemory;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.store.StoredRun;
import dev.inflight.lab.store.check.Warnings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Serves a folder of runs over HTTP: {@code inflight serve}. */
public final class RunServer implements AutoCloseable {
  private static final int LARGEST_SCENARIO_BYTES = 1 << 20;
  private static final int LOOK_MILLISECONDS = 300;
  private static final int TOKEN_BYTES = 16;
  private static final String CHARTS = "META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";
  /** Pages load nothing from elsewhere, and no other page may hold them in a frame. */
  private static final String PAGE_POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self';"
      + " img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
  /** A report is made of a folder's content, so it is no page of this server: it reads nothing from it. It may save pictures, and print. */
  private static final String SANDBOX = "; frame-ancestors 'none'; sandbox allow-scripts allow-downloads allow-modals";
  /** What is not a page is never shown as one. */
  private static final String NO_PAGE = "default-src 'none'; frame-ancestors 'none'; sandbox";

  private final HttpServer http;
  private final RunsFolder folder;
  private final LiveRuns live = new LiveRuns();
  private final Gate gate;
  private final String host;
  private final boolean onAllInterfaces;
  private final @Nullable String token;

  /**
   * Begins to serve.
   *
   * @param port 0: any that is free
   * @param token what askers must show; null: none, which is for the loopback address only
   */
  public RunServer(Path runs, InetAddress address, int port, @Nullable String token) throws IOException {
    folder = new RunsFolder(runs);
    http = HttpServer.create(new InetSocketAddress(address, port), 0);
    this.token = token;
    host = ServedHost.inBrowser(address);
    onAllInterfaces = address.isAnyLocalAddress();
    gate = new Gate(host, http.getAddress().getPort(), token);
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.createContext("/", this::answer);
    http.start();
  }

  /**
   * Begins to serve.
   *
   * @param host an address of this machine; null: the loopback address. On all others askers need a token
   * @param port 0: any that is free
   * @throws InputError when there is no such address, or the port cannot be listened on
   */
  public static RunServer open(Path runs, @Nullable String host, int port) throws IOException {
    try {
      InetAddress address = host == null ? InetAddress.getLoopbackAddress() : InetAddress.getByName(host);
      return new RunServer(runs, address, port, address.isLoopbackAddress() ? null : token());
    } catch (UnknownHostException unknown) {
      throw SourceLocation.of("--host").error(Quoted.of(String.valueOf(host)) + " is no address of this machine");
    } catch (BindException taken) {
      throw SourceLocation.of("--port").error("cannot listen on port " + port + (host == null ? "" : " of " + Quoted.of(host))
          + ": " + taken.getMessage() + "; 0 takes any port that is free");
    }
  }

  private static String token() {
    var bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** What to open in a browser. */
  public String address() {
    return "http://" + host + ":" + port() + "/" + (token == null ? "" : "?token=" + token);
  }

  /** Whether every address of this machine reaches it. */
  public boolean isOnAllInterfaces() {
    return onAllInterfaces;
  }

  /** The port that it listens on. */
  public int port() {
    return http.getAddress().getPort();
  }

  @Override
  public void close() {
    http.stop(0);
    live.close();
  }

  private void answer(HttpExchange request) throws IOException {
    try (request) {
      request.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
      request.getResponseHeaders().set("Referrer-Policy", "no-referrer");
      request.getResponseHeaders().set("Cache-Control", "no-store");
      request.getResponseHeaders().set("Content-Security-Policy", NO_PAGE);
      try {
        gate.check(request);
        route(request);
      } catch (Refusal refused) {
        text(request, refused.status(), String.valueOf(refused.getMessage()));
      } catch (InputError | OutputError wrong) {
        text(request, 400, String.valueOf(wrong.getMessage()));
      } catch (OutOfMemoryError full) {
        text(request, 500, TooLittleMemory.sentence());
      } catch (RuntimeException failed) {
        text(request, 500, "sorry, this is a bug in Inflight: " + failed);
      }
    }
  }

  private void route(HttpExchange request) throws IOException, Refusal {
    String path = request.getRequestURI().getPath();
    String[] parts = path.substring(1).split("/", -1);
    String method = request.getRequestMethod();
    if (!method.equals("GET") && !method.equals("POST")) {
      throw new Refusal(405, "only GET and POST are known here");
    }
    boolean get = method.equals("GET");
    if (get && path.equals("/")) {
      page(request, "serve.html", "text/html; charset=utf-8");
    } else if (get && path.equals("/serve.js")) {
      page(request, "serve.js", "text/javascript; charset=utf-8");
    } else if (get && path.equals("/serve.css")) {
      page(request, "serve.css", "text/css; charset=utf-8");
    } else if (get && path.equals("/echarts.min.js")) {
      send(request, 200, "text/javascript; charset=utf-8",
          resource(RunServer.class.getClassLoader().getResourceAsStream(CHARTS), CHARTS));
    } else if (get && path.equals("/api/template")) {
      send(request, 200, "text/plain; charset=utf-8",
          ScenarioTemplate.DEFAULT.text(Path.of("scenario.yaml")).getBytes(StandardCharsets.UTF_8));
    } else if (path.equals("/api/runs")) {
      if (get) {
        send(request, 200, "application/json", RunList.json(folder, live).getBytes(StandardCharsets.UTF_8));
      } else {
        begin(request);
      }
    } else if (parts.length == 4 && parts[0].equals("api") && parts[1].equals("runs")) {
      ofRun(request, parts[2], parts[3], get);
    } else if (get && parts.length == 3 && parts[0].equals("files")) {
      file(request, folder.file(parts[1], parts[2]));
    } else {
      throw new Refusal(404, "there is nothing here");
    }
  }

  /** Sends a file, which may be longer than memory. */
  private static void file(HttpExchange request, Path file) throws IOException {
    request.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    long bytes = Files.size(file);
    request.sendResponseHeaders(200, bytes == 0 ? -1 : 0); // in chunks: it may grow
    if (bytes > 0) {
      Files.copy(file, request.getResponseBody());
    }
  }

  private void ofRun(HttpExchange request, String name, String what, boolean get) throws IOException, Refusal {
    if (get && what.equals("report")) {
      report(request, name);
    } else if (get && what.equals("live")) {
      follow(request, running(name));
    } else if (!get && what.equals("stop")) {
      running(name).stop();
      text(request, 200, "stopping");
    } else {
      throw new Refusal(404, "there is nothing here");
    }
  }

  private ServedRun running(String name) throws Refusal {
    ServedRun run = live.find(name);
    if (run == null) {
      throw new Refusal(404, "no run of this name was begun here");
    }
    return run;
  }

  private void begin(HttpExchange request) throws IOException, Refusal {
    String query = Objects.requireNonNullElse(request.getRequestURI().getRawQuery(), "");
    if (!query.startsWith("name=")) {
      throw new Refusal(400, "a name is missing");
    }
    String name = URLDecoder.decode(query.substring("name=".length()), StandardCharsets.UTF_8);
    Path run = folder.fresh(name);
    if (Files.exists(run)) {
      throw new Refusal(409, "a run of this name is there already");
    }
    byte[] sent = request.getRequestBody().readNBytes(LARGEST_SCENARIO_BYTES + 1);
    if (sent.length > LARGEST_SCENARIO_BYTES) {
      throw new Refusal(413, "a scenario has 1 MiB at most here");
    }
    live.begin(name, RunsFolder.scenario(new String(sent, StandardCharsets.UTF_8)), run);
    text(request, 202, name);
  }

  private void report(HttpExchange request, String name) throws IOException, Refusal {
    Path run = folder.existing(name);
    folder.checkInside(run);
    Path file = Files.createTempFile("inflight-report", ".html");
    try {
      ReportPage.write(StoredRun.open(List.of(run), true), List.of(), List.of(), file, Warnings.inTheReport());
      request.getResponseHeaders().set("Content-Security-Policy", Page.REPORT.policy() + SANDBOX);
      send(request, 200, "text/html; charset=utf-8", Files.readAllBytes(file));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** Server-sent events until the run is over. */
  private static void follow(HttpExchange request, ServedRun run) throws IOException {
    request.getResponseHeaders().set("Content-Type", "text/event-stream");
    request.sendResponseHeaders(200, 0);
    OutputStream out = request.getResponseBody();
    boolean over = false;
    while (!over) {
      over = run.isOver(); // before it is read, so that its end is told
      out.write(("data: " + run.json() + "\n\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
      try {
        Thread.sleep(over ? 0 : LOOK_MILLISECONDS);
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    out.write("event: end\ndata: {}\n\n".getBytes(StandardCharsets.UTF_8));
  }

  private static void page(HttpExchange request, String name, String type) throws IOException {
    request.getResponseHeaders().set("Content-Security-Policy", PAGE_POLICY);
    send(request, 200, type, resource(RunServer.class.getResourceAsStream(name), name));
  }

  private static byte[] resource(@Nullable InputStream in, String name) throws IOException {
    if (in == null) {
      throw new IllegalStateException(name + " is missing in the program");
    }
    try (in) {
      return in.readAllBytes();
    }
  }

  private static void text(HttpExchange request, int status, String sentence) throws IOException {
    send(request, status, "text/plain; charset=utf-8", (sentence + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static void send(HttpExchange request, int status, String type, byte[] body) throws IOException {
    request.getResponseHeaders().set("Content-Type", type);
    request.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    request.getResponseBody().write(body);
  }
}
