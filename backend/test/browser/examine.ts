import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { axeFaults, changeTheme, coveredFaults, inLargeText, thumbFaults } from './accessibility.ts';

/** When set to a folder, the specs also store a picture of every screen there. */
export const PICTURES = process.env['SCREENS_DIR'];
export const PHONE = { width: 360, height: 740 } as const;
/** The width of the narrowest phones, and of a desktop page at 400 % zoom (WCAG 1.4.10). */
const NARROW = { width: 320, height: 640 } as const;
export const DESK = { width: 1280, height: 900 } as const;
const WIDTHS = { phone: PHONE, desk: DESK } as const;

type Device = keyof typeof WIDTHS;
/** In this order the theme changes only once, because a change styles the whole page again. */
const LOOKS = [
  ['phone', 'light'],
  ['desk', 'light'],
  ['desk', 'dark'],
  ['phone', 'dark'],
] as const;

const SCROLL_TO_TOP = `document.querySelectorAll('dialog, [role=dialog], [role=dialog] *').forEach((one) => one.scrollTo(0, 0))`;

/** A step takes at most a few seconds on an idle machine. */
const STEP_MILLISECONDS = 120_000;

type Options = Readonly<{
  /** An overlay covers the page: the picture shows the window only. */
  over?: boolean | undefined;
  /** Scrolls the dialog to its top before axe runs. After a scroll, a bar may cover half of a button, and axe would report it as too small. */
  atTop?: boolean;
  /** The device on which axe checks the colours of the dark theme. Default: both. */
  darkOn?: Device;
}>;

/**
 * Finds faults of touch targets, of large text and of accessibility (axe), on phone and desktop, in both themes. Also finds targets that others cover.
 * Needs a page in the width of a phone and in the light theme. Leaves it in another width and in the dark theme.
 * @returns one line for each fault
 */
export async function examine(
  page: Page,
  name: string,
  { over, atTop = false, darkOn }: Options = {},
): Promise<readonly string[]> {
  const faults = [...(await inTime('touch targets', thumbFaults(page)))];
  await inTime('320 px', page.setViewportSize(NARROW));
  const narrow = await inTime('touch targets at 320 px', thumbFaults(page));
  faults.push(...narrow.map((fault) => `${String(NARROW.width)} px wide: ${fault}`));
  if (PICTURES !== undefined) await keepPicture(page, `${name}-narrow`, over);
  await inTime('360 px', page.setViewportSize(PHONE));
  const largeText = inLargeText(page, async (found) => {
    faults.push(...found.map((fault) => `letters of twice the size: ${fault}`));
    if (PICTURES !== undefined) await keepPicture(page, `${name}-phone-large-text`, over);
  });
  await inTime('large text', largeText);
  // Pictures show all looks.
  const isWanted = ([device, colorScheme]: (typeof LOOKS)[number]) =>
    colorScheme === 'light' || darkOn === undefined || device === darkOn || PICTURES !== undefined;
  for (const [device, colorScheme] of LOOKS.filter(isWanted)) {
    const look = `${device}, ${colorScheme}`;
    await inTime(`size of ${look}`, page.setViewportSize(WIDTHS[device]));
    await inTime(`theme of ${look}`, changeTheme(page, colorScheme));
    if (atTop) await page.evaluate(SCROLL_TO_TOP);
    const found = await inTime(`axe, ${look}`, axeFaults(page, colorScheme === 'dark' ? 'colours' : 'all'));
    faults.push(...found.map((fault) => `${look}: ${fault}`));
    if (look === 'desk, light') {
      const covered = await inTime('covered targets', coveredFaults(page));
      faults.push(...covered.map((fault) => `${look}: ${fault}`));
    }
    if (PICTURES !== undefined) await keepPicture(page, `${name}-${device}-${colorScheme}`, over);
  }
  return faults;
}

/** Playwright waits for these steps without a limit. This error says which of them the browser did not end. */
async function inTime<Result>(step: string, running: Promise<Result>): Promise<Result> {
  const limit = new AbortController();
  const late = pause(STEP_MILLISECONDS, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`The browser did not end this step in time: ${step}`);
  });
  try {
    return await Promise.race([running, late]);
  } finally {
    limit.abort();
  }
}

async function keepPicture(page: Page, name: string, windowOnly = false): Promise<void> {
  const size = page.viewportSize();
  // The window is as high as the page, so fixed elements stay at its edge.
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  if (size && !windowOnly)
    await page.setViewportSize({ width: size.width, height: Math.max(size.height, height) });
  // Pages without script allow only their own styles, so Playwright cannot hide the caret with a style.
  await page.screenshot({ path: join(PICTURES ?? '', `${name}.png`), caret: 'initial' });
  if (size) await page.setViewportSize(size);
}
