package dev.inflight.web;

import dev.inflight.lab.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The built page in Chromium. */
final class BrowserPage {
  static final String ADDRESS = Path.of("target/inflight.html").toAbsolutePath().toUri().toString();
  private static final String LOADED = "new Promise(done => { const look = () => document.documentElement.dataset.ready"
      + " && document.documentElement.dataset.checked ? done(1) : setTimeout(look, 20); look(); })";

  private static final String WORKER = "DedicatedWorker";

  private BrowserPage() {
  }

  /** Opens the page and waits until it has loaded the simulator and checked its scenario. */
  static Browser.Tab open(Browser browser, String fragment) {
    Browser.Tab tab = browser.open(ADDRESS + fragment, 1400, false);
    tab.value(LOADED);
    return tab;
  }

  /**
   * Runs scenarios in the page's worker one after another; returns a line for each: packet-hops and fingerprint, or the error.
   */
  static List<String> results(Browser.Tab tab, List<String> scenarios) {
    String texts = scenarios.stream().map(Browser::quoted).collect(Collectors.joining(",", "[", "]"));
    String joined = tab.value(
        """
            (async texts => {
              const worker = new Worker(URL.createObjectURL(new Blob([JSON.parse(document.getElementById('worker').textContent)])));
              const ask = message => new Promise(done => { worker.onmessage = ({ data }) => data.kind === 'progress' || done(data); worker.postMessage(message); });
              await ask({ kind: 'load', bytes: Uint8Array.from(atob(document.getElementById('wasm').textContent), one => one.charCodeAt(0)) });
              const results = [];
              for (const text of texts) {
                const said = await ask({ kind: 'run', text, name: 'scenario.yaml', scheme: '', run: 0 });
                results.push(said.kind === 'done' ? said.state.packetHops + ' ' + said.state.fingerprint : said.message);
              }
              worker.terminate();
              return results.join('\\u0001');
            })(%s)"""
            .formatted(texts));
    return List.of(joined.split("\u0001", -1));
  }

  /** CPU time of all workers of this process's browsers, in seconds; 0 on systems without Linux's {@code /proc}. */
  static double workersCpuSeconds() {
    return ProcessHandle.current().descendants()
        .mapToDouble(each -> workersCpuSeconds(Path.of("/proc", String.valueOf(each.pid()), "task"))).sum();
  }

  private static double workersCpuSeconds(Path threads) {
    double seconds = 0;
    try (Stream<Path> all = Files.list(threads)) {
      for (Path thread : all.toList()) {
        if (Files.readString(thread.resolve("comm")).startsWith(WORKER)) {
          seconds += Double.parseDouble(Files.readString(thread.resolve("schedstat")).split(" ")[0]) / 1e9;
        }
      }
    } catch (IOException ended) {
      return seconds; // a thread or process that has ended, or no Linux
    }
    return seconds;
  }
}
