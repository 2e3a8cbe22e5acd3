import type { Browser, CDPSession, Page } from 'playwright-core';
import { bytesOf, isScript, watchTransfers, type Transfer } from '../../test/browser/transfers.ts';
import { onDevice, PHONE, type Cookies } from './device.ts';

export type FirstLoad = Readonly<{
  /** Largest contentful paint, in milliseconds. */
  lcp: number;
  /** Cumulative layout shift. */
  cls: number;
  /** Total blocking time: the sum of what tasks took beyond 50 ms each, from the first paint until the page is idle. */
  tbt: number;
  requests: number;
  /** The bytes of scripts as transferred, including headers. */
  scriptBytes: number;
  bytes: number;
}>;

type Measurements = Readonly<{
  /** First contentful paint, in milliseconds. */
  fcp: number;
  lcp: number;
  cls: number;
  /** The start and the duration of each long task. */
  tasks: readonly (readonly [number, number])[];
}>;

/** Runs in the page, and collects `Measurements` in the global variable `measured`. */
const OBSERVE = `
  globalThis.measured = { fcp: 0, lcp: 0, cls: 0, tasks: [] };
  const watch = (type, add) =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') measured.fcp = startTime; });
  watch('largest-contentful-paint', ({ startTime }) => { measured.lcp = startTime; });
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) measured.cls += value; });
  watch('longtask', ({ startTime, duration }) => { measured.tasks.push([startTime, duration]); });
`;
const LONG_TASK_MS = 50;

/** Makes one visit with an empty cache, and waits until the page has requested and painted nothing for a while. */
export function firstLoad(browser: Browser, url: string, cookies: Cookies): Promise<FirstLoad> {
  return onDevice(browser, PHONE, url, cookies, async (page, devtools) => {
    await page.addInitScript({ content: OBSERVE });
    const transferred = await watchTransfers(devtools);
    await page.goto(url, { waitUntil: 'commit' });
    await waitUntilIdle(page, devtools, transferred);
    const measured = await page.evaluate<Measurements>('measured');
    const blocked = measured.tasks.filter(([start, duration]) => start + duration > measured.fcp);
    return {
      lcp: measured.lcp,
      cls: measured.cls,
      tbt: blocked.reduce((sum, [, duration]) => sum + Math.max(0, duration - LONG_TASK_MS), 0),
      requests: transferred.length,
      scriptBytes: bytesOf(transferred.filter(isScript)),
      bytes: bytesOf(transferred),
    };
  });
}

const IDLE_MILLISECONDS = 1_200;

/**
 * Waits until the page is idle. The app prefetches dialogs seconds after the screen has appeared; this is not part of the first load.
 * Does not use Playwright's own waits: these add a script that searches the page repeatedly, on the processor that is measured.
 */
async function waitUntilIdle(
  page: Page,
  devtools: CDPSession,
  transfers: readonly Transfer[],
): Promise<void> {
  for (let isPainted = false; !isPainted;) {
    await page.waitForTimeout(100);
    const { result } = await devtools.send('Runtime.evaluate', {
      expression: 'measured.lcp > 0 && !!document.querySelector("h1")',
    });
    isPainted = result.value === true;
  }
  for (let seen = -1; seen !== transfers.length;) {
    seen = transfers.length;
    await page.waitForTimeout(IDLE_MILLISECONDS);
  }
}
