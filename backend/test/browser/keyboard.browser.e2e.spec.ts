import { beforeEach, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { Creator } from '../creator.ts';
import { eventually } from '../eventually.ts';
import { Composer } from './composer.ts';
import { Stage } from './stage.ts';

const stage = Stage.forSpecs();

let page: Page;
let ana: Creator;
let account: AccountView;

beforeEach(async () => {
  ana = await stage.creator();
  account = await ana.connectBluesky();
  await ana.connectMastodon();
  ({ page } = await stage.visitOf(ana));
});

it('writes, schedules, deletes and restores a post without a mouse', async () => {
  const start = page.getByRole('button', { name: 'Start Creating' });
  await tabTo(start);
  await page.keyboard.press('Enter');
  const { dialog, content } = new Composer(page);
  await content.waitFor();
  await waitForFocus(content);
  await page.keyboard.type('Written with ten fingers');
  await tabTo(dialog.getByRole('checkbox', { name: 'Mastodon' }));
  await page.keyboard.press('Space');
  await tabTo(dialog.getByLabel('Hashtags'));
  await page.keyboard.type('#keys');
  await tabTo(dialog.getByRole('button', { name: 'Schedule Post' }));
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await waitForFocus(start);

  const card = page.getByRole('article', { name: 'Written with ten fingers' });
  await tabTo(card.getByRole('button', { name: 'More for Written with ten fingers' }));
  await page.keyboard.press('Enter');
  await waitForFocus(page.getByRole('menuitem', { name: 'Edit' }));
  await page.keyboard.press('End');
  await waitForFocus(page.getByRole('menuitem', { name: 'Delete' }));
  await page.keyboard.press('Enter');
  await card.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.keyboard.press('F8');
  await tabTo(page.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  await card.waitFor();
});

it('closes a dialog and a menu with Escape, and returns the focus to the button that opened them', async () => {
  const start = page.getByRole('button', { name: 'Start Creating' });
  await start.focus();
  await page.keyboard.press('Enter');
  const composer = new Composer(page);
  await waitForFocus(composer.content);
  await page.keyboard.type('Kept');
  await page.keyboard.press('Escape');
  await composer.dialog.waitFor({ state: 'hidden' });
  await waitForFocus(start);
  // The typed text is now a draft. The button begins another post.
  await page.getByRole('button', { name: /^Continue/u }).waitFor();

  await page.keyboard.press('Enter');
  await waitForFocus(composer.content);
  expect(await composer.content.inputValue()).toBe('');
  await composer.write({ content: 'Kept', accounts: ['Bluesky'] });
  await composer.send();
  // A toast that appears while the menu is open handles the first Escape.
  await page.locator('li', { hasText: 'Post scheduled!' }).waitFor();
  const more = page.getByRole('button', { name: 'More for Kept' });
  await more.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
  await waitForFocus(more);
});

it('moves a post in the calendar with keys, undoes the move, and returns from the composer to the same day', async () => {
  const now = new Date();
  const inTheMiddle = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 14, 10)).toISOString();
  expect((await ana.schedule([account], 'Moved by keys', { scheduledFor: inTheMiddle })).status).toBe(201);
  await page.goto(`/calendar?day=${inTheMiddle.slice(0, 10)}`);
  const post = page.getByRole('button', { name: /Moved by keys/u });
  await post.waitFor();
  await tabTo(post);
  const day = await dayOfFocus();

  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await waitForOtherDay(day);
  await waitForFocus(post);
  await page.locator('li', { hasText: 'Post moved' }).waitFor();
  await page.keyboard.press('F8');
  await waitForFocus(page.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  await page.locator('li', { hasText: 'Undone' }).waitFor();
  await waitForFocus(post);
  await eventually(async () => {
    expect(await dayOfFocus()).toBe(day);
  });

  await page.keyboard.press('PageDown');
  const composer = new Composer(page);
  const nextMonth = page.getByRole('gridcell').locator(':focus');
  await waitForOtherDay(day);
  await nextMonth.waitFor();
  const other = await dayOfFocus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await waitForFocus(composer.content);
  await page.keyboard.press('Escape');
  await nextMonth.waitFor();
  await eventually(async () => {
    expect(await dayOfFocus()).toBe(other);
  });
});

it('never lets the focus leave an open dialog', async () => {
  await Composer.open(page);
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press(step < 15 ? 'Tab' : 'Shift+Tab');
    // The parts of a time field are in its shadow DOM, where locators find nothing.
    expect(await page.evaluate('document.activeElement.closest("[role=dialog]") !== null')).toBe(true);
  }
});

it('moves the focus past the navigation with the link “Skip to content”', async () => {
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await tabTo(skip);
  await page.keyboard.press('Enter');
  await waitForFocus(page.getByRole('main'));
});

const focused = (locator: Locator): Locator => locator.and(page.locator(':focus'));
const isFocused = async (locator: Locator): Promise<boolean> => (await focused(locator).count()) === 1;
/** Waits until the element has the focus, for example after a dialog has closed. */
const waitForFocus = (locator: Locator): Promise<void> => focused(locator).waitFor();

/** The day of the calendar that has the focus. */
const dayOfFocus = (): Promise<unknown> =>
  page.evaluate('document.activeElement.closest("[data-cell]")?.dataset.cell');

/** The calendar renders a change after the key, so the focus leaves the day a moment later. */
const waitForOtherDay = (day: unknown): Promise<void> =>
  eventually(async () => {
    expect([undefined, day]).not.toContain(await dayOfFocus());
  });

async function tabTo(locator: Locator): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    if (await isFocused(locator)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${locator.toString()}`);
}
