package dev.inflight.web;

import dev.inflight.lab.Browser;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The built page in Chromium. */
final class BrowserPage {
  static final String ADDRESS = Path.of("target/inflight.html").toAbsolutePath().toUri().toString();
  private static final String LOADED = "new Promise(done => { const look = () => document.documentElement.dataset.ready"
      + " && document.documentElement.dataset.checked ? done(1) : setTimeout(look, 20); look(); })";

  private BrowserPage() {
  }

  /** Opens the page and waits until it has loaded the simulator and checked its scenario. */
  static Browser.Tab open(Browser browser, String fragment) {
    Browser.Tab tab = browser.open(ADDRESS + fragment, 1400, false);
    tab.value(LOADED);
    return tab;
  }

  /** Runs scenarios in the page's worker one after another; returns a line for each: packet-hops and fingerprint, or the error. */
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
}
