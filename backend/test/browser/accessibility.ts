import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** WCAG 2.2 AA. */
const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Those of the rules above that a theme can break: the page is the same otherwise. */
const OF_COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

export async function changeTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Pages of the server carry no class: they follow the system by themselves.
  await page.locator(`html.${colorScheme}, html:not([class])`).waitFor();
}

/** What axe finds against all rules, or those of colours alone, one line for each element. */
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

/** What is wrong with the screen for a thumb: it scrolls sideways, or a target is smaller than 44 px. */
export const thumbFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>('atRest().then(thumbFaults)');

/** Sets letters to twice their size, tells what is wrong with the screen then, and sets them back. */
export async function inLargeText(
  page: Page,
  tell: (faults: readonly string[]) => Promise<void>,
): Promise<void> {
  await page.evaluate('setLargeText(true)');
  await tell(await page.evaluate<readonly string[]>('atRest().then(largeTextFaults)'));
  await page.evaluate('setLargeText(false)');
}
