// @zones
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { Creator } from '../creator.ts';
import { eventually } from '../eventually.ts';
import { Stage } from './stage.ts';

const stage = Stage.forSpecs();

let page: Page;
let ana: Creator;
let bluesky: AccountView;
let mastodon: AccountView;

beforeEach(async () => {
  ana = await stage.creator();
  bluesky = await ana.connectBluesky();
  mastodon = await ana.connectMastodon();
});

const focused = (locator: Locator): Locator => locator.and(page.locator(':focus'));
const isFocused = async (locator: Locator): Promise<boolean> => (await focused(locator).count()) === 1;
const waitForFocus = (locator: Locator): Promise<void> => focused(locator).waitFor();

async function tabTo(locator: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    if (await isFocused(locator)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never came to ${locator.toString()}`);
}

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

it('filters the calendar by account and by status', async () => {
  const day = '2035-03-14';
  await ana.schedule([bluesky], 'On Bluesky', { scheduledFor: `${day}T10:00:00.000Z` });
  await ana.schedule([mastodon], 'On Mastodon', { scheduledFor: `${day}T11:00:00.000Z` });
  ({ page } = await stage.visitOf(ana, {}, `/calendar?day=${day}`));
  const entry = (name: string) => page.locator('[data-entry]', { hasText: name });
  await entry('On Mastodon').waitFor();

  const account = page.getByRole('combobox', { name: 'Account' });
  await tabTo(account);
  await press('ArrowDown');
  await entry('On Mastodon').waitFor({ state: 'hidden' });
  await entry('On Bluesky').waitFor();
  await waitForFocus(account);
  await press('ArrowDown');
  await entry('On Bluesky').waitFor({ state: 'hidden' });
  await entry('On Mastodon').waitFor();
  await press('ArrowUp');
  await entry('On Bluesky').waitFor();
  await waitForFocus(account);

  const status = page.getByRole('combobox', { name: 'Status' });
  await press('Tab');
  await waitForFocus(status);
  await press('d');
  await page.getByText('No posts on these days.').waitFor();
  expect(new URL(page.url()).searchParams.get('status')).toBe('draft');
  await press('Home');
  await entry('On Bluesky').waitFor();

  // The Tab key reaches the post in the calendar. The filter stays when the post opens and closes.
  await tabTo(entry('On Bluesky'));
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await press('Escape');
  await waitForFocus(entry('On Bluesky'));
  await press('PageDown');
  await entry('On Bluesky').waitFor({ state: 'hidden' });
  await press('PageUp');
  await entry('On Bluesky').waitFor();
  await entry('On Mastodon').waitFor({ state: 'hidden' });
  await tabTo(account, 'Shift+Tab');
  await press('Home');
  await entry('On Mastodon').waitFor();
});

describe.each([
  { zone: 'America/New_York', before: '2027-03-13T14:30:00.000Z', after: '2027-03-14T13:30:00.000Z' },
  { zone: 'Europe/Berlin', before: '2027-03-27T08:30:00.000Z', after: '2027-03-28T07:30:00.000Z' },
])('in $zone, several posts', ({ zone, before, after }) => {
  it('keep their local time when they move across a clock change, and when the move is undone', async () => {
    const laterBy = (instant: string, minutes: number) =>
      new Date(Date.parse(instant) + minutes * 60_000).toISOString();
    const ids: number[] = [];
    for (const [at, content] of ['Bread', 'Cakes', 'Stays'].entries()) {
      const { body } = await ana.schedule([bluesky], content, { scheduledFor: laterBy(before, at * 60) });
      ids.push(body.id);
    }
    const times = () => Promise.all(ids.map(async (id) => (await ana.post(id)).scheduledFor));
    await ana.client.call('PUT', '/api/user/timezone', { timezone: zone });
    ({ page } = await stage.visitOf(ana, { timezone: zone }));
    const card = (name: string) => page.getByRole('article', { name });
    const timeOf = async (name: string) => (await card(name).locator('time').first().textContent()) ?? '';
    await card('Bread').waitFor();
    expect(await timeOf('Bread')).toContain('09:30');

    await press('j');
    await waitForFocus(card('Bread'));
    await press('x', 'j', 'x');
    const bar = page.getByRole('region', { name: 'Selected posts' });
    const moveButton = bar.getByRole('button', { name: 'Move 2' });
    await moveButton.waitFor();
    await press('Shift+X');
    await waitForFocus(moveButton);
    await press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Move 2 posts' });
    await waitForFocus(dialog.getByLabel('Move by'));
    await press('Enter');
    await page.locator('li', { hasText: '2 posts moved' }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await eventually(async () => {
      expect(await times()).toEqual([after, laterBy(after, 60), laterBy(before, 120)]);
      expect(await timeOf('Bread')).toContain('09:30');
      expect(await timeOf('Cakes')).toContain('10:30');
    });
    await waitForFocus(page.locator('article'));

    await press('F8');
    await tabTo(page.getByRole('button', { name: 'Undo' }));
    await press('Enter');
    await page.locator('li', { hasText: 'Undone' }).waitFor();
    expect(await times()).toEqual([0, 60, 120].map((minutes) => laterBy(before, minutes)));
    await eventually(async () => {
      expect(await timeOf('Cakes')).toContain('10:30');
    });
    await waitForFocus(page.locator('article'));
  });
});
