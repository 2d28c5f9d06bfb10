// Uses the page of ./inflight serve in headless Chromium: begins a run, watches it, opens its report.
// node serve.mjs SCREENSHOTS ADDRESS
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [pictures, address] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
const heard = [];
page.on('console', message => heard.push(message.type() + ': ' + message.text()));
page.on('pageerror', error => heard.push('error: ' + error.message));
page.on('request', request => { if (!request.url().startsWith(address)) { heard.push('request: ' + request.url()); } });

async function accessible() {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(found.violations.filter(one => one.impact === 'serious' || one.impact === 'critical')
    .map(one => one.id + ': ' + one.nodes[0].html), [], 'what axe-core calls serious');
}

await page.goto(address);
await page.waitForSelector('#runs tr');
assert.match(await page.locator('#runs').textContent(), /<img src=x onerror=alert\(1\)>|hpcc/);
await page.click('#new');
await page.waitForFunction(() => document.getElementById('scenario').value.includes('topology'));
await page.fill('#name', 'from-the-page');
await accessible();
await page.click('#start');
await page.waitForFunction(() => document.getElementById('said').textContent.includes('all flows finished'), null, { timeout: 60000 });
await page.waitForFunction(() => [...document.querySelectorAll('#runs tr')].some(row => /from-the-page.*whole/.test(row.textContent)));
assert.equal(await page.locator('#chart svg').count(), 1, 'the live chart is not drawn');
await page.screenshot({ path: join(pictures, 'serve.png') });
await accessible();
await page.fill('#scenario', 'topology: star\nflows: incast(senders=x)\n');
await page.fill('#name', 'wrong');
heard.length = 0; // a refusal is told on the console too
await page.click('#start');
await page.waitForFunction(() => document.getElementById('said').textContent.includes('scenario:2: parameter senders'));
assert.deepEqual(heard.filter(line => !line.includes('400')), []);
heard.length = 0;
await page.locator('#runs tr', { hasText: 'from-the-page' }).getByText('report').click();
await page.waitForSelector('footer:not(:empty)');
assert.ok((await page.locator('h2').allTextContents()).includes('Slowdown by flow size'));
assert.deepEqual(heard, [], 'the page complains');
await browser.close();
console.log('serve: begun, watched, opened; pictures in ' + pictures);
