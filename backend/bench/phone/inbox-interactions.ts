import type { Browser, Page } from 'playwright-core';
import { onDevice, PHONE, type Cookies } from './device.ts';
import { InteractionTimes } from './interaction-times.ts';

/** Milliseconds until the next frame shows the effect of an interaction: the slowest interaction of each kind. */
export type Interactions = Readonly<Record<'move' | 'reply' | 'type' | 'mark', number>>;

const SETTLED_MS = 400;

/** Measures a user's interactions in a long, completely loaded inbox. The list is idle, so that only the interaction itself counts. */
export function interactions(
  browser: Browser,
  url: string,
  cookies: Cookies,
  comments: number,
): Promise<Interactions> {
  return onDevice(browser, PHONE, url, cookies, async (page) => {
    await page.goto(url);
    await page.getByRole('article').first().waitFor({ timeout: 60_000 });
    await loadAll(page, comments);
    const times = await InteractionTimes.on(page, SETTLED_MS);
    const slowest = async (work: () => Promise<void>): Promise<number> => (await times.ofStep(work)).slowest;
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) {
        await page.keyboard.press(key);
        await page.waitForTimeout(SETTLED_MS);
      }
    };
    const move = await slowest(() => press('j', 'j', 'j', 'j', 'k', 'k', 'j', 'j'));
    const mark = await slowest(() => press('e', 'j', 'e', 'j', 'u'));
    const reply = await slowest(() => press('r'));
    await page.getByRole('textbox', { name: /^Your reply to/u }).waitFor();
    const type = await slowest(() => press('T', 'h', 'a', 'n', 'k', 's'));
    return { move, mark, reply, type };
  });
}

/** Scrolls until all pages of the groups are loaded. */
async function loadAll(page: Page, comments: number): Promise<void> {
  const loaded = `Number(document.querySelector('ul[aria-label]')?.scrollHeight) > ${String(comments * 60)}`;
  for (let atEnd = 0; atEnd < 3;) {
    await page.evaluate('scrollBy(0, 5000)');
    await page.waitForTimeout(SETTLED_MS);
    const isEnd = await page.evaluate<boolean>(
      `scrollY + innerHeight >= document.documentElement.scrollHeight - 50 && ${loaded}`,
    );
    atEnd = isEnd ? atEnd + 1 : 0;
  }
}
