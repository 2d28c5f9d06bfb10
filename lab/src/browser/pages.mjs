// What tests of pages share: a browser, and what is wrong with any page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });

/** The list of what a page will complain about or ask for, but for addresses that begin like its own. */
export function listen(page, own) {
  const heard = [];
  page.on('console', message => heard.push(message.type() + ': ' + message.text()));
  page.on('pageerror', error => heard.push('error: ' + error.message));
  page.on('request', request => { if (!request.url().startsWith(own)) { heard.push('request: ' + request.url()); } });
  return heard;
}

/** Opens a page, and notes whatever it complains about or asks for. */
export async function open(file, options) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const heard = listen(page, pathToFileURL(file).href);
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector('footer:not(:empty)');
  return { page, heard };
}

/** Fails where axe-core finds violations of these impacts. */
export async function accessible(page, impacts = ['serious', 'critical']) {
  await page.evaluate(axe); // not as a script of the page, which its policy would refuse
  const found = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(found.violations.filter(one => impacts.includes(one.impact)).map(one => one.id + ': ' + one.nodes[0].html), [],
    'what axe-core calls ' + impacts.join(' or '));
}
