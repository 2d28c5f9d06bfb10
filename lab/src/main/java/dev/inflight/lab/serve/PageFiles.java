package dev.inflight.lab.serve;

import com.sun.net.httpserver.HttpExchange;
import dev.inflight.lab.page.Page;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Files of the page, all of them in the program. */
final class PageFiles {
  /** Policy: pages load nothing from elsewhere, and other pages cannot embed them. */
  private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self';"
      + " img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
  private static final String SCRIPT = "text/javascript; charset=utf-8";
  private static final String PAGE = "serve.html";
  private static final Set<String> PARTS = Set.of("serve.css", "serve.js", "ask.js", "table.js", "scheme.js", "runs.js",
      "live.js", "results.js", "explain.js", "axes.js");
  /** Scripts that reports also use: formats of quantities, and charts of critical paths. */
  private static final Set<String> OF_REPORTS = Set.of("quantity.js", "path.js");
  private static final String CHARTS = "echarts.min.js";
  private static final String CHARTS_PATH = "META-INF/resources/webjars/echarts/5.5.0/";

  private PageFiles() {
  }

  /** Reports whether a path has a page. */
  static boolean has(String path) {
    String name = path.substring(1);
    return name.isEmpty() || name.equals(CHARTS) || OF_REPORTS.contains(name) || PARTS.contains(name);
  }

  static void send(HttpExchange request, String path) throws IOException {
    String name = path.equals("/") ? PAGE : path.substring(1);
    request.getResponseHeaders().set("Content-Security-Policy", POLICY);
    String type = name.endsWith(".js") ? SCRIPT : name.endsWith(".css") ? "text/css; charset=utf-8" : Reply.HTML;
    InputStream in = name.equals(CHARTS)
        ? PageFiles.class.getClassLoader().getResourceAsStream(CHARTS_PATH + CHARTS)
        : (OF_REPORTS.contains(name) ? Page.class : PageFiles.class).getResourceAsStream(name);
    Reply.send(request, 200, type, bytes(in, name));
  }

  private static byte[] bytes(@Nullable InputStream in, String name) throws IOException {
    if (in == null) {
      throw new IllegalStateException(name + " is missing in the program");
    }
    try (in) {
      return in.readAllBytes();
    }
  }
}
