import type { Locator } from 'playwright-core';
import type { Hand } from './hand.ts';

const SHOWN_WITHIN_MS = 60_000;

type Steps = Readonly<{
  hand: Hand;
  isPhone: boolean;
  /** Two days with posts. */
  days: readonly [string, string];
}>;

/** The steps of a user in a calendar with a full month. */
export async function calendarSteps({ hand, isPhone, days }: Steps): Promise<void> {
  const { page } = hand;
  const entries = page.locator('[data-entry]');
  const filter = (label: string) => page.getByRole('combobox', { name: label });
  const span = isPhone ? 'week' : 'month';
  await entries.first().waitFor({ timeout: SHOWN_WITHIN_MS });
  for (const step of [`Next ${span}`, `Previous ${span}`, `Previous ${span}`, `Next ${span}`])
    await hand.press(step.toLowerCase(), buttonNamed(hand, step));
  if (isPhone) {
    const weekStrip = page.locator('ol button[aria-pressed]');
    for (const index of [5, 1]) await hand.press('another day', weekStrip.nth(index));
  } else {
    for (const view of ['Week', 'Day', 'Week', 'Month'])
      await hand.press(`view: ${view.toLowerCase()}`, buttonNamed(hand, view));
  }
  await filter('Account').focus();
  await hand.keys('filter by account', 'ArrowDown', 'ArrowDown', 'Home');
  await filter('Status').focus();
  await hand.keys('filter by status', 'ArrowDown', 'ArrowDown', 'Home');
  await hand.press('open an entry', entries.nth(2));
  await page.getByRole('dialog').getByLabel('Move to').waitFor();
  await hand.keys('close an entry', 'Escape');
  if (isPhone) await moveWithForm(hand, entries.nth(1));
  else await moveInGrid(hand, days);
}

const buttonNamed = ({ page }: Hand, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

/** Moves entries by mouse and by keys: between the days of a month, and between the hours of a day. */
async function moveInGrid(hand: Hand, [day, otherDay]: Steps['days']): Promise<void> {
  const { page } = hand;
  const entries = page.locator(`[data-cell="${day}"] [data-entry]`);
  const otherCell = page.locator(`[data-cell="${otherDay}"]`);
  await hand.drag('drag to another day', entries.nth(1), otherCell);
  await entries.first().focus();
  await hand.keys('move by keys', 'Space', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'Space');
  await hand.press('view: day', buttonNamed(hand, 'Day'));
  const hours = page.locator('[data-cell]');
  await hand.drag('drag to another hour', hours.nth(9).locator('[data-entry]').first(), hours.nth(10));
  await hours.nth(9).locator('[data-entry]').first().focus();
  await hand.keys('move by keys between hours', 'Space', 'ArrowDown', 'ArrowDown', 'Space');
}

async function moveWithForm(hand: Hand, entry: Locator): Promise<void> {
  const { page } = hand;
  await hand.press('open an entry', entry);
  await page.getByRole('dialog').getByLabel('Move to').focus();
  await hand.keys('choose another time', 'ArrowUp', 'ArrowUp');
  await hand.press('move it', page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }));
}
