import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** WCAG 2.2 AA. */
const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules above that depend on the theme's colours: the rest of the page is equal in both themes. */
const OF_COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

export async function changeTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  // Even a request for the same theme takes the browser a tenth of a second.
  if (await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: ${colorScheme})').matches`)) return;
  await page.emulateMedia({ colorScheme });
  // Pages of the server have no theme class; they follow the system theme.
  await page.locator(`html.${colorScheme}, html:not([class])`).waitFor();
}

/** What axe finds against all rules or against the rules of colours, one line for each element. */
export async function axeFaults(page: Page, rules: 'all' | 'colours' = 'all'): Promise<readonly string[]> {
  await page.evaluate('atRest()');
  if (!(await page.evaluate<boolean>('"axe" in globalThis')))
    await page.evaluate(await readFile(AXE, 'utf8'));
  const options = { runOnly: rules === 'all' ? ALL : OF_COLOURS, resultTypes: ['violations'] };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** The targets that another target covers. */
export const coveredFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>('atRest().then(coveredFaults)');

/** The faults of a screen for touch: it scrolls sideways, a target is smaller than 44 px, or another target covers it. */
export const thumbFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>('atRest().then(thumbFaults)');

/** Doubles the text size, passes the faults of the screen to the callback, and restores the size. */
export async function inLargeText(
  page: Page,
  report: (faults: readonly string[]) => Promise<void>,
): Promise<void> {
  await page.evaluate('setLargeText(true)');
  await report(await page.evaluate<readonly string[]>('atRest().then(largeTextFaults)'));
  await page.evaluate('setLargeText(false)');
}
