// Opens the page of the paper's figures in headless Chromium, and fails with a sentence about what is wrong.
// node paper.mjs SCREENSHOTS PAGE.html
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { accessible, browser, open } from './pages.mjs';

const [pictures, file] = process.argv.slice(2);
const { page, heard } = await open(file);
const charts = await page.locator('.chart').all();
assert.ok(charts.length >= 2, 'there are ' + charts.length + ' charts');
for (const chart of charts) {
  assert.ok(await chart.locator('svg').count() === 1, 'a chart is not drawn: ' + await chart.getAttribute('aria-label'));
}
const last = page.locator('.chart').last();
await last.scrollIntoViewIfNeeded();
const box = await last.boundingBox();
await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
await page.waitForFunction(() => [...document.querySelectorAll('.chart > div')].some(part => part.textContent.includes('HPCC')), null, { timeout: 5000 });
await page.mouse.move(0, 0);
await accessible(page);
assert.ok(await page.locator('td', { hasText: 'agrees' }).count() > 0, 'no claim agrees');
await page.screenshot({ path: join(pictures, 'paper.png'), fullPage: true });
await page.locator('section').first().screenshot({ path: join(pictures, 'paper-figure.png') });
assert.match(await page.evaluate(() => echarts.getInstanceByDom(document.querySelector('.chart')).getDataURL({ type: 'svg' })), /^data:image\/svg/);
const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^Save as SVG/ }).first().click()]);
assert.match(saved.suggestedFilename(), /\.svg$/);
assert.deepEqual(heard, []);
console.log('paper: as it should be');
await browser.close();
