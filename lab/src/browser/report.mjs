// Opens reports in headless Chromium, uses them as a reader would, and fails with a sentence about what is wrong.
// node report.mjs SCREENSHOTS ONE.html SEVERAL.html JOBS.html SWEEP.html
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { accessible, browser, open } from './pages.mjs';

const [pictures, one, several, training, grid] = process.argv.slice(2);
const lines = (page, section) => page.locator(`section[aria-labelledby=${section}] .chart svg path`).count();
const SIZES = 's-slowdown-by-flow-size';

async function light() {
  const { page, heard } = await open(one);
  const titles = await page.locator('h2').allTextContents();
  for (const title of ['Outcome', 'Slowdown by flow size', 'Slowdowns', 'Latency of small flows', 'Queues', 'Longest queues', 'Queues over time', 'Pauses', 'The fabric', 'Slowest flows',
    'Completion time of flow 7', 'Scenario']) {
    assert.ok(titles.includes(title), 'there is no ' + title);
  }
  assert.equal(await page.getByRole('img', { name: /spread|suppresses/ }).count(), 2, 'what the paper\'s Figure 1 shows');
  for (const chart of await page.locator('.chart').all()) {
    assert.ok(await chart.locator('svg').count() === 1, 'a chart is not drawn: ' + await chart.getAttribute('aria-label'));
    assert.ok((await chart.getAttribute('aria-label')).length > 5);
  }
  const roots = page.locator('ul.tree > li > details > summary');
  assert.ok(await roots.count() > 0, 'no pause has a root');
  assert.equal(await page.locator('ul.tree ul.tree').count(), 0, 'the tree of pauses is open at once');
  await roots.first().focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('ul.tree ul.tree li', { timeout: 5000 });
  const chart = page.locator(`section[aria-labelledby=${SIZES}] .chart`);
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction(() => [...document.querySelectorAll('.chart > div')].some(part => /p9[59]/.test(part.textContent)), null, { timeout: 5000 });
  const before = await chart.locator('svg').textContent();
  await page.mouse.wheel(0, -600);
  await page.waitForFunction(([id, text]) => document.querySelector(`section[aria-labelledby=${id}] svg`).textContent !== text, [SIZES, before],
    { timeout: 5000 }); // it has zoomed
  const along = () => page.evaluate(() => [...document.querySelectorAll('.chart')].filter(place => / over time/.test(place.getAttribute('aria-label')))
    .map(place => echarts.getInstanceByDom(place).getOption().dataZoom[0].start));
  await page.evaluate(() => echarts.getInstanceByDom(document.querySelector('.chart[aria-label="Queues over time"]'))
    .dispatchAction({ type: 'dataZoom', start: 40, end: 60 }));
  await page.waitForTimeout(100); // those connected with it follow
  assert.deepEqual([...new Set(await along())], [40], 'charts over time are not zoomed together');
  await page.getByRole('button', { name: 'Reset zoom: Queues over time' }).click();
  await page.waitForTimeout(100);
  assert.deepEqual([...new Set(await along())], [0], 'charts over time are not reset together');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as SVG: Completion times' }).click()]);
  assert.equal(file.suggestedFilename(), 'dcqcn-Completion-times.svg');
  const numbers = page.locator('details.data summary').first();
  await numbers.focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('details.data[open] tbody tr', { timeout: 5000 });
  await accessible(page);
  await page.screenshot({ path: join(pictures, 'report-light.png'), fullPage: true });
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('#print').isVisible(), false, 'the print view has buttons');
  await page.pdf({ path: join(pictures, 'report-print.pdf') });
  assert.deepEqual(heard, []);
  await page.close();
}

async function dark() {
  const { page, heard } = await open(one, { colorScheme: 'dark' });
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await accessible(page);
  await page.screenshot({ path: join(pictures, 'report-dark.png'), fullPage: true });
  await page.locator('#theme').click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
  assert.deepEqual(heard, []);
  await page.close();
}

async function beside() {
  const { page, heard } = await open(several);
  const both = await lines(page, SIZES);
  await page.locator('#shown input').first().focus();
  await page.keyboard.press('Space');
  assert.ok(await lines(page, SIZES) < both, 'a run that is not chosen is drawn');
  await page.keyboard.press('Space');
  assert.equal(await lines(page, SIZES), both, 'a run that is chosen again is not drawn');
  assert.deepEqual(heard, []);
  await page.close();
}

async function phone() {
  const { page, heard } = await open(several, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, 'the page is ' + wide + ' pixels wider than a phone');
  await accessible(page);
  await page.screenshot({ path: join(pictures, 'report-phone.png') });
  assert.deepEqual(heard, []);
  await page.close();
}

async function jobs() {
  const { page, heard } = await open(training);
  const titles = await page.locator('h2').allTextContents();
  assert.ok(titles.includes('Collectives') && titles.includes('Jobs'), 'there is nothing of jobs');
  const ran = await page.evaluate(() => echarts.getInstanceByDom(document.querySelector('.chart[aria-label="When each collective ran"]'))
    .getOption().series[0].data.length);
  assert.equal(ran, await page.evaluate(() => JSON.parse(document.getElementById('data').textContent).collectives.rows.length), 'not each collective is drawn');
  assert.ok(await page.locator('.chart[aria-label="When each collective ran"] svg path').count() > ran, 'collectives have no bars');
  assert.ok(await page.locator('.chart[aria-label^="The critical path of job"] svg path').count() > 10, 'the critical path is not drawn');
  await accessible(page);
  await page.locator('section[aria-labelledby=s-collectives]').screenshot({ path: join(pictures, 'report-collectives.png') });
  await page.locator('section[aria-labelledby=s-jobs]').screenshot({ path: join(pictures, 'report-jobs.png') });
  assert.deepEqual(heard, []);
  await page.close();
}

async function sweep() {
  const { page, heard } = await open(grid);
  assert.match(await page.locator('h1').textContent(), /2 × scheme, 3 × buffer, 2 seeds \(12 runs\)/);
  const places = () => page.evaluate(() => {
    const { xAxis, series } = echarts.getInstanceByDom(document.querySelector('.chart')).getOption();
    const numbers = new Set(series.filter(one => one.type === 'line').flatMap(one => one.data.map(point => Math.round(point[0]))));
    return (xAxis[0].type === 'category' ? xAxis[0].data : [...numbers].sort((a, b) => a - b)).join();
  });
  assert.equal(await places(), '4000000,8000000,16000000', 'buffers are not to scale');
  await page.locator('select').first().selectOption('scheme');
  assert.equal(await places(), 'hpcc,dcqcn');
  await page.locator('select').first().selectOption('buffer');
  const before = await page.locator('.chart').first().locator('svg').innerHTML();
  await page.locator('select').last().selectOption('t');
  assert.notEqual(await page.locator('.chart').first().locator('svg').innerHTML(), before, 'the band is the same');
  await page.getByRole('button', { name: 'slowdown, median', exact: true }).click();
  const medians = await page.locator('tbody tr td:nth-child(4)').allTextContents();
  assert.deepEqual(medians.map(parseFloat), medians.map(parseFloat).sort((a, b) => a - b), 'the table is not sorted');
  await accessible(page);
  await page.screenshot({ path: join(pictures, 'report-sweep.png'), fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, 'the page is ' + wide + ' pixels wider than a phone');
  assert.deepEqual(heard, []);
  await page.close();
}

for (const test of [light, dark, beside, phone, jobs, sweep]) {
  await test();
  console.log('report, ' + test.name + ': as it should be');
}
await browser.close();
