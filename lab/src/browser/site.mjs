// Uses the site over the documents in headless Chromium as a reader would, and fails with a sentence about what is wrong.
// node site.mjs SCREENSHOTS SITE
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { accessible, browser, listen } from './pages.mjs';

const [pictures, site] = process.argv.slice(2);
const TYPES = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png' };

// The search needs a server: from disk a page may not read its index.
const server = createServer(async (request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
  try {
    const file = await readFile(join(site, path.endsWith('/') ? path + 'index.html' : path));
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? (path.endsWith('/') ? 'text/html' : 'text/plain') }).end(file);
  } catch {
    // Browsers ask for this icon when they show a drawing alone.
    response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
    if (path !== '/favicon.ico') { heard.push('not there: ' + path); }
  }
});
await new Promise(ready => server.listen(0, '127.0.0.1', ready));
const address = `http://127.0.0.1:${server.address().port}/`;

const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
page.setDefaultTimeout(120_000);
const heard = listen(page, address);

async function search() {
  await page.goto(address);
  await page.locator('.md-search__input').click();
  await page.locator('.md-search__input').fill('PFC watchdog');
  const results = page.locator('.md-search-result__item a.md-search-result__link');
  await results.first().waitFor();
  // Results that lack a word say so; the others have both.
  const whole = results.filter({ hasNotText: 'Missing' });
  assert.ok(await whole.count() > 0, 'the search does not find the PFC watchdog: ' + (await results.allTextContents()).slice(0, 3));
  await page.screenshot({ path: join(pictures, 'site-search.png') });
  await whole.first().click();
  await page.waitForURL(url => url.pathname.includes('/docs/'));
  assert.ok(/PFC watchdog/i.test(await page.locator('article').textContent()), page.url() + ' does not have what the search found there');
  await accessible(page);
}

async function dark() {
  const scheme = () => page.evaluate(() => [document.body.dataset.mdColorScheme, getComputedStyle(document.body).backgroundColor]);
  await page.goto(address + 'ARCHITECTURE.html');
  const before = await scheme();
  assert.equal(before[0], 'default');
  await accessible(page);
  await page.screenshot({ path: join(pictures, 'site-light.png'), fullPage: true });
  await page.locator('label.md-header__button[for^=__palette]:visible').click();
  await page.waitForFunction(() => document.body.dataset.mdColorScheme === 'slate');
  assert.notEqual((await scheme())[1], before[1], 'dark has the background of light');
  await page.reload();
  assert.equal((await scheme())[0], 'slate', 'the next page does not stay dark');
  await accessible(page);
  await page.screenshot({ path: join(pictures, 'site-dark.png'), fullPage: true });
}

/** Each drawing is drawn and stays within its frame; dark, its text has another color than light. */
async function drawings() {
  const names = (await readdir(join(site, 'docs/drawings'))).filter(name => name.endsWith('.svg'));
  assert.ok(names.length > 0, 'no page shows a drawing');
  for (const name of names) {
    const colors = [];
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await page.goto(address + 'docs/drawings/' + name);
      const [width, height, most, color] = await page.evaluate(() => {
        const box = document.documentElement.getBBox();
        const text = document.querySelector('text');
        return [box.width, box.height, document.documentElement.viewBox.baseVal.width, text && getComputedStyle(text).fill];
      });
      assert.ok(width > 100 && height > 100, name + ' is empty');
      assert.ok(width <= most, name + ' is wider than its frame');
      colors.push(color);
      await page.screenshot({ path: join(pictures, `${name.replace('.svg', '')}-${colorScheme}.png`) });
    }
    assert.ok(colors[0], name + ' has no text');
    assert.notEqual(colors[0], colors[1], name + ' has the colors of light in the dark');
  }
}

async function report() {
  await page.goto(address + 'examples.html');
  const shown = page.frameLocator('iframe');
  await page.locator('iframe').scrollIntoViewIfNeeded();
  await shown.locator('h2', { hasText: 'Outcome' }).first().waitFor();
  assert.ok(await shown.locator('.chart').count() > 0, 'the report in the page of examples has no charts');
}

try {
  await search();
  await dark();
  await drawings();
  await report();
  assert.deepEqual(heard, []);
  console.log(`searched, switched to dark, looked at drawings and the report; pictures in ${pictures}`);
} finally {
  await browser.close();
  server.close();
}
