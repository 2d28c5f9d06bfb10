// Uses the page of ./inflight serve in headless Chromium at three widths: reads, sorts and filters the table, compares, explains, asks in SQL,
// starts a run and a sweep, by mouse and by keys.
// node serve.mjs SCREENSHOTS ADDRESS
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accessible, browser, listen } from './pages.mjs';

const [pictures, address] = process.argv.slice(2);
const WIDTHS = [1400, 768, 375];
const ALL = ['minor', 'moderate', 'serious', 'critical'];
const PATIENCE = { timeout: 120_000 };
const row = (page, name) => page.locator(`#runs tr[data-name="${name}"]`);
const names = page => page.locator('#runs tr').evaluateAll(rows => rows.map(one => one.dataset.name));
const said = (page, text) => page.waitForFunction(wanted => document.getElementById('said').textContent.includes(wanted), text, PATIENCE);

/** A page of this width, and what it complains about. */
async function at(width, options = {}) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, ...options });
  const page = await context.newPage();
  const heard = listen(page, address);
  await page.goto(address);
  await page.waitForSelector('#runs tr', PATIENCE);
  return { page, heard, close: () => context.close() };
}

/** Fails where a word of the table is broken, a text is cut, or the page is wider than its window. */
async function readable(page, what) {
  const wrong = await page.evaluate(() => {
    const found = [];
    for (const cell of document.querySelectorAll('#table th, #table td, section:not([hidden]) .scroll td, section:not([hidden]) .scroll th')) {
      if (!cell.checkVisibility()) {
        continue;
      }
      if (cell.scrollWidth > cell.clientWidth + 1) {
        found.push('cut: ' + cell.textContent);
      }
      const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        const text = walk.currentNode;
        if (!text.parentElement.checkVisibility()) {
          continue;
        }
        for (const word of text.data.matchAll(/[^\s]+/g)) {
          const range = document.createRange();
          range.setStart(text, word.index);
          range.setEnd(text, word.index + word[0].length);
          const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
          if (lines.size > 1 && !/[-_.=+/,]./.test(word[0])) { // between these marks a line may end
            found.push('broken: ' + word[0]);
          }
        }
      }
    }
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    return wide > 0 ? [...found, 'the page is ' + wide + ' pixels too wide'] : found;
  });
  assert.deepEqual(wrong, [], what);
}

/** The figures of a column, from top to bottom. */
const column = (page, key) => page.locator(`#runs td[data-key="${key}"]`).evaluateAll(cells => cells.map(cell => Number(cell.textContent.replaceAll(',', ''))));

async function table(width) {
  const { page, heard, close } = await at(width);
  await readable(page, 'the table at ' + width);
  const scrolls = await page.locator('.scroll:has(#table)').evaluate(place => place.scrollWidth - place.clientWidth);
  assert.ok(scrolls <= 0 || width < 1400, 'the table is ' + scrolls + ' pixels too wide');
  await accessible(page, ALL);
  await page.screenshot({ path: join(pictures, `serve-${width}.png`), fullPage: true });
  const sortBy = async key => {
    if (await page.locator('#sort').isVisible()) {
      await page.selectOption('#sort', key);
    } else {
      await page.click(`#head [data-key="${key}"] button`);
    }
  };
  await sortBy('slowdown.p99');
  const falling = await column(page, 'slowdown.p99');
  const known = falling.filter(one => one > 0);
  assert.ok(known.length > 1);
  assert.deepEqual(known, [...known].sort((one, other) => other - one), 'sorted, at ' + width);
  if (await page.locator('#turn').isVisible()) {
    await page.click('#turn');
  } else {
    await sortBy('slowdown.p99');
    assert.equal(await page.getAttribute('#head [data-key="slowdown.p99"]', 'aria-sort'), 'ascending');
  }
  assert.deepEqual((await column(page, 'slowdown.p99')).filter(one => one > 0), known.reverse(), 'turned, at ' + width);
  await page.fill('#filter', 'dcqcn');
  assert.deepEqual(await names(page), ['dcqcn']);
  await page.fill('#filter', 'no such run');
  assert.deepEqual(await names(page), []);
  await page.fill('#filter', '');
  await page.click('#columns summary');
  await page.getByLabel('Seed').check();
  await page.getByLabel('Fingerprint').check();
  await readable(page, 'more columns at ' + width);
  assert.equal(await page.locator('#runs td[data-key=seed]').first().textContent(), '1');
  await page.reload();
  await page.waitForSelector('#runs tr');
  assert.ok(await page.locator('#runs td[data-key=fingerprint]').count() > 0, 'columns are remembered');
  await row(page, 'hpcc').locator('summary').click();
  assert.match(await row(page, 'hpcc').locator('td[data-key=scheme] details[open] div').textContent(), /^hpcc\(eta=/, 'parameters on demand');
  await readable(page, 'parameters at ' + width);
  await row(page, 'sweep').locator('[data-act=points]').click();
  await page.waitForSelector('#runs tr.point');
  assert.deepEqual((await names(page)).filter(name => name.startsWith('sweep/')).sort(), ['sweep/0001', 'sweep/0002', 'sweep/0003', 'sweep/0004']);
  assert.match(await row(page, 'sweep/0003').textContent(), /scheme=dcqcn/);
  await readable(page, 'points at ' + width);
  await accessible(page, ALL);
  await page.screenshot({ path: join(pictures, `serve-points-${width}.png`), fullPage: true });
  assert.deepEqual(heard, []);
  await close();
}

async function results(width) {
  const { page, heard, close } = await at(width);
  assert.ok(await page.locator('#compare').isDisabled());
  await row(page, 'hpcc').locator('input').check();
  await row(page, 'dcqcn').locator('input').check();
  assert.equal(await page.textContent('#ticked'), 'hpcc, dcqcn selected.');
  await page.click('#compare');
  await page.waitForSelector('#comparison:not([hidden])', PATIENCE);
  assert.match(await page.textContent('#compared'), /slowdown/);
  const opening = page.context().waitForEvent('page', PATIENCE);
  await page.click('#report');
  const report = await opening;
  await report.waitForSelector('footer:not(:empty)', PATIENCE);
  assert.ok((await report.locator('h2').allTextContents()).includes('Slowdown by flow size'));
  await report.close();

  await page.click('#ask');
  await page.click('#tables summary');
  await page.waitForFunction(() => document.getElementById('table-list').textContent.includes('fct_ns'), null, PATIENCE);
  await page.fill('#sql', 'SELECT run, count(*) AS n, max(slowdown) AS most FROM flows GROUP BY run ORDER BY run');
  await page.click('#run-query');
  await page.waitForSelector('#answer td', PATIENCE);
  assert.deepEqual(await page.locator('#answer th').allTextContents(), ['run', 'n', 'most']);
  assert.deepEqual(await page.locator('#answer tr td:first-child').allTextContents(), ['dcqcn', 'hpcc']);
  const saving = page.waitForEvent('download', PATIENCE);
  await page.click('#save-query');
  assert.match(await readFile(await (await saving).path(), 'utf8'), /^run,n,most\ndcqcn,\d+,/);
  assert.deepEqual(heard, []);
  await page.fill('#sql', "SELECT * FROM read_text('/etc/hostname')");
  await page.click('#run-query');
  await page.waitForSelector('#answer .bad', PATIENCE);
  assert.match(await page.textContent('#answer'), /file system operations are disabled/);
  assert.deepEqual(heard.splice(0).filter(line => !line.includes('400')), []); // a refusal is on the console too

  await row(page, 'hpcc').locator('[data-act=flows]').click();
  await page.waitForSelector('#slowest tbody tr', PATIENCE);
  const slowdowns = (await page.locator('#slowest td:nth-child(2)').allTextContents()).map(Number);
  assert.deepEqual(slowdowns, [...slowdowns].sort((one, other) => other - one));
  const flow = await page.locator('#slowest tbody button').first().textContent();
  await page.locator('#slowest tbody button').first().click();
  await page.waitForSelector('#explained .title', PATIENCE);
  assert.match(await page.textContent('#explained .title'), new RegExp(`^flow ${flow} \\(.*slowdown ${slowdowns[0].toFixed(2).replace('.', '\\.')}`));
  assert.ok(await page.locator('#explained table').count() === 2);
  await readable(page, 'results at ' + width);
  await accessible(page, ALL);
  await page.screenshot({ path: join(pictures, `serve-results-${width}.png`), fullPage: true });
  assert.deepEqual(heard, []);
  await close();
}

/** All by keys: ticks two runs, compares them, opens the flows, explains one. */
async function keyboard() {
  const { page, heard, close } = await at(1400);
  const reach = async selector => {
    for (let press = 0; press < 200; press++) {
      if (await page.evaluate(wanted => document.activeElement?.matches(wanted) && document.activeElement.checkVisibility(), selector)) {
        return;
      }
      await page.keyboard.press('Tab');
    }
    assert.fail('no Tab leads to ' + selector);
  };
  await reach('#filter');
  await page.keyboard.type('leafspine');
  await reach('#head [data-key="slowdown.p99"] button');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  assert.equal(await page.getAttribute('#head [data-key="slowdown.p99"]', 'aria-sort'), 'ascending', 'the heading keeps the focus');
  for (const name of ['hpcc', 'dcqcn']) {
    await reach(`tr[data-name="${name}"] [data-act=tick]`);
    await page.keyboard.press('Space');
  }
  await reach('#compare');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.id === 't-comparison', null, PATIENCE);
  await page.focus('#filter');
  await reach('tr[data-name="hpcc"] [data-act=flows]');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.id === 't-flows', null, PATIENCE);
  await reach('#slowest tbody button');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#explained .title', PATIENCE);
  assert.deepEqual(heard, []);
  await close();
}

async function dark() {
  const { page, heard, close } = await at(1400, { colorScheme: 'dark' });
  await row(page, 'sweep').locator('[data-act=points]').click();
  await page.waitForSelector('#runs tr.point');
  await page.click('#new');
  await accessible(page, ALL);
  await page.screenshot({ path: join(pictures, 'serve-dark.png'), fullPage: true });
  assert.deepEqual(heard, []);
  await close();
}

async function starts() {
  const { page, heard, close } = await at(1400);
  await page.click('#new');
  await page.waitForFunction(() => document.getElementById('scenario').value.includes('topology'));
  await page.fill('#name', 'from-the-page');
  await accessible(page, ALL);
  await page.click('#start');
  await said(page, 'all flows finished');
  await page.waitForFunction(() => [...document.querySelectorAll('#runs tr')].some(one => /from-the-page.*complete/.test(one.textContent)));
  assert.equal(await page.locator('#chart svg').count(), 1, 'the live chart is drawn');
  await page.screenshot({ path: join(pictures, 'serve.png') });
  await accessible(page, ALL);
  await page.fill('#scenario', 'topology: star(hosts=5)\nflows: incast(senders=4, size=200KB)\nseed: [1, 2]\nscheme: [hpcc, dcqcn]\n');
  await page.fill('#name', 'sweep-of-the-page');
  await page.click('#start');
  await said(page, 'all flows of all points finished');
  await page.waitForFunction(() => [...document.querySelectorAll('#runs tr')].some(one => /sweep-of-the-page.*4 of 4 points/.test(one.textContent)));
  assert.deepEqual(heard, []);
  await page.fill('#scenario', 'topology: star\nflows: incast(senders=x)\n');
  await page.fill('#name', 'wrong');
  await page.click('#start');
  await said(page, 'scenario:2:8: parameter senders');
  assert.deepEqual(heard.splice(0).filter(line => !line.includes('400')), []);
  await page.fill('#scenario', 'topology: star(hosts=3)\nflows: flow(from=0, to=1, size=100GB)\nuntil: 20s\n');
  await page.fill('#name', 'stopped');
  await page.click('#start');
  await page.waitForFunction(() => document.getElementById('how').textContent.includes('0 of 1 flows'), null, PATIENCE);
  await page.click('#stop');
  await page.waitForFunction(() => [...document.querySelectorAll('#runs tr')].some(one => /stopped.*interrupted/.test(one.textContent)), null, PATIENCE);
  await row(page, 'stopped').locator('[data-act=flows]').click(); // whose explanation takes as long as the run would have
  await page.waitForSelector('#flows:not([hidden])', PATIENCE);
  await page.fill('#flow', '0');
  await page.click('#explain');
  await page.waitForFunction(() => document.getElementById('explaining').textContent.includes('us so far'), null, PATIENCE);
  await page.click('#stop-explaining');
  await page.waitForFunction(() => document.getElementById('explaining').textContent.includes('was stopped'), null, PATIENCE);
  assert.deepEqual(heard.splice(0).filter(line => !line.includes('409')), []);
  await row(page, 'from-the-page').getByText('report').click();
  await page.waitForSelector('footer:not(:empty)', PATIENCE);
  assert.ok((await page.locator('h2').allTextContents()).includes('Slowdown by flow size'));
  assert.deepEqual(heard, [], 'the page complains');
  await close();
}

const tests = [...WIDTHS.flatMap(width => [['table', table, width], ['results', results, width]]), ['keyboard', keyboard], ['dark', dark], ['starts', starts]];
for (const [name, test, width] of tests) {
  await test(width);
  console.log('serve, ' + name + (width ? ' at ' + width : '') + ': as it should be');
}
await browser.close();
