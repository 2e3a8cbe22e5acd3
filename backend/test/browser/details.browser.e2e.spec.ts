import { join } from 'node:path';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Creator } from '../creator.ts';
import { uploadPicture } from '../all-platforms.ts';
import { axeFaults, changeTheme } from './accessibility.ts';
import { PICTURES, PHONE } from './examine.ts';
import { shiftsOf } from './shifts.ts';
import { Stage } from './stage.ts';
import { isScript, watchTransfers } from './transfers.ts';

const ANA = 'ana@details.example';
const PUBLISHED_TEXT = 'Out already, and seen by many.';
const HOUR_MS = 3_600_000;
const WIDE = { width: 1440, height: 900 } as const;
const stage = Stage.forSpecs();

let ana: Creator;
let accounts: AccountView[];
beforeAll(async () => {
  ana = await stage.creator(ANA);
  accounts = [await ana.connectBluesky(), await ana.connectMastodon()];
  for (let hour = 1; hour <= 12; hour += 1) await schedule(`Post ${String(hour)} of the day`, hour);
  const { body } = await ana.schedule(accounts, PUBLISHED_TEXT, {
    hashtags: '#bread',
    mediaFiles: [{ mediaUrl: await uploadPicture(ana), altText: 'Buns' }],
  });
  await ana.settled(body.id);
});

async function schedule(content: string, hour: number): Promise<void> {
  const scheduledFor = new Date(Date.now() + hour * HOUR_MS).toISOString();
  expect((await ana.schedule(accounts, content, { scheduledFor })).status).toBe(201);
}

/** Runs in the page, and resolves when the element with the focus has scrolled. */
const WAIT_FOR_SCROLL = `new Promise((resolve) => {
  const look = () => (document.activeElement.scrollTop > 0 ? resolve() : requestAnimationFrame(look));
  look();
})`;

const card = (page: Page, name: string) => page.getByRole('article', { name });
const details = (page: Page) => page.getByRole('region', { name: 'Details' });
const waitForDetails = (page: Page, name: string) =>
  details(page).getByRole('heading', { level: 2, name }).waitFor();
const waitForFocus = (page: Page, name: string) => card(page, name).and(page.locator(':focus')).waitFor();

it.each([WIDE, { width: 1920, height: 1080 }])(
  'shows details next to the list at $width px, in light and in dark theme',
  async (size) => {
    const { page } = await stage.visitOf(ana, size);
    await card(page, 'Post 1 of the day').waitFor();
    await details(page).getByText('Click one, or press j and k.').waitFor();
    await page.evaluate('atRest()');
    expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02);
    const empty = `details-none-${String(size.width)}`;
    await keepPicture(page, empty);
    const faults = await axeFaults(page);

    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await waitForDetails(page, 'Post 2 of the day');
    await details(page).getByText('Go back in time', { exact: true }).waitFor();
    // The keys may have scrolled the list. Axe would report a link as too small if the bar covers half of it.
    await page.evaluate('scrollTo(0, 0)');
    for (const theme of ['light', 'dark'] as const) {
      await changeTheme(page, theme);
      const found = [
        ...(await axeFaults(page, theme === 'dark' ? 'colours' : 'all')),
        ...(await sidewaysFaults(page)),
      ];
      expect([...faults, ...found]).toEqual([]);
      await keepPicture(page, `details-${String(size.width)}-${theme}`);
    }
    expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02);
  },
);

it('moves through the list with keys and with clicks, and keeps the selection after a reload', async () => {
  const { page } = await stage.visitOf(ana, WIDE);
  await card(page, 'Post 1 of the day').waitFor();
  for (let at = 1; at <= 9; at += 1) await page.keyboard.press('j');
  await waitForDetails(page, 'Post 9 of the day');
  await waitForFocus(page, 'Post 9 of the day');
  await page.keyboard.press('k');
  await waitForDetails(page, 'Post 8 of the day');
  await keepPicture(page, 'details-list-scrolled');
  await page.keyboard.press('ArrowRight');
  await details(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await waitForFocus(page, 'Post 8 of the day');

  await card(page, 'Post 7 of the day').click();
  await waitForDetails(page, 'Post 7 of the day');
  const id = String(await idOf('Post 7 of the day'));
  await page.waitForURL((url) => url.searchParams.get('post') === id);
  await page.reload();
  await waitForDetails(page, 'Post 7 of the day');
  await page.evaluate('atRest()');
  expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02);
});

it('shows published posts as they were published, and past events below the history', async () => {
  const { page } = await stage.visitOf(ana, WIDE, '/posts?filter=posted');
  await card(page, PUBLISHED_TEXT).click();
  await details(page).getByRole('tab', { name: 'Mastodon' }).click();
  await details(page).getByRole('tabpanel').getByText(PUBLISHED_TEXT).waitFor();
  await details(page)
    .getByRole('link', { name: /^View post/u })
    .first()
    .waitFor();
  await details(page).getByText('Go back in time', { exact: true }).click();
  await details(page).getByRole('slider').press('Home');
  await details(page)
    .getByText(/^After step 1 of/u)
    .waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await keepPicture(page, 'details-posted');
});

it('scrolls the details with keys but not the list, and shows the next post from the top', async () => {
  const { page } = await stage.visitOf(ana, { ...WIDE, height: 700 });
  await card(page, 'Post 1 of the day').waitFor();
  for (let at = 1; at <= 13; at += 1) await page.keyboard.press('j');
  await waitForDetails(page, PUBLISHED_TEXT);
  await details(page).getByText('Go back in time', { exact: true }).waitFor();
  await waitForFocus(page, PUBLISHED_TEXT);
  await page.keyboard.press('ArrowRight');
  const before = await page.evaluate<number>('scrollY');
  await page.keyboard.press('End');
  await page.evaluate(WAIT_FOR_SCROLL);
  expect(await page.evaluate<number>('scrollY')).toBe(before);
  await page.evaluate('atRest()');
  await keepPicture(page, 'details-scrolled');
  await page.keyboard.press('k');
  await waitForDetails(page, 'Post 12 of the day');
  expect(await page.evaluate<number>('document.querySelector("[aria-label=Details]").scrollTop')).toBe(0);
});

it('selects the next post after a deletion, and shows changes from other windows', async () => {
  await schedule('Soon gone', 0.5);
  const { page } = await stage.visitOf(ana, WIDE);
  await card(page, 'Soon gone').click();
  await waitForDetails(page, 'Soon gone');
  await page.getByRole('button', { name: 'More for Soon gone' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await waitForDetails(page, 'Post 1 of the day');
  await waitForFocus(page, 'Post 1 of the day');

  const { status } = await ana.client.call('PUT', `/api/posts/${String(await idOf('Post 1 of the day'))}`, {
    content: 'Post 1, said in another way',
    scheduledFor: new Date(Date.now() + HOUR_MS).toISOString(),
  });
  expect(status).toBe(200);
  await waitForDetails(page, 'Post 1, said in another way');
  await details(page).getByRole('tabpanel').getByText('Post 1, said in another way').waitFor();
});

it('opens the history in a narrow window, and never loads the details there', async () => {
  const id = String(await idOf('Post 3 of the day'));
  const narrow = await stage.visit(PHONE);
  await narrow.signInAs(ana);
  await narrow.open(`/posts?post=${id}`);
  await narrow.page.waitForURL(`**/posts/${id}/history`);

  const devtools = await narrow.context.newCDPSession(narrow.page);
  const transfers = await watchTransfers(devtools);
  await narrow.open('/posts');
  await card(narrow.page, 'Post 3 of the day').click();
  await narrow.page.evaluate('atRest()');
  await devtools.detach();
  expect(transfers.filter(isScript).filter(({ path }) => path.includes('post-detail'))).toEqual([]);
  expect(new URL(narrow.page.url()).search).toBe('');
});

async function idOf(content: string): Promise<number> {
  const { body } = await ana.client.get<readonly PostView[]>('/api/posts');
  return body.find((post) => post.content === content)?.id ?? NaN;
}

/** Elements whose content is wider than they are, so that they would scroll sideways. */
const sidewaysFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`['html', 'main', 'main section'].filter((of) =>
    [...document.querySelectorAll(of)].some((one) => one.scrollWidth > one.clientWidth + 1))`);

async function keepPicture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
