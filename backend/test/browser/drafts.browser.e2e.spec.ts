import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { DraftPage, DraftView, SaveDraftRequest } from '@posthorn/contracts/scheduling/drafts.http';
import type { Page } from 'playwright-core';
import type { Creator } from '../creator.ts';
import { uploadPicture } from '../all-platforms.ts';
import { eventually } from '../eventually.ts';
import { Composer, photo } from './composer.ts';
import { Stage } from './stage.ts';
import type { Visitor } from './visitor.ts';

const stage = Stage.forSpecs();

let ana: Creator;
let laptop: Visitor;

beforeEach(async () => {
  ana = await stage.creator();
  await ana.connectMastodon();
  laptop = await stage.visitOf(ana);
});
afterEach(() => stage.sandbox.reset());

const waitUntilSaved = ({ dialog }: Composer) => dialog.getByText('Saved', { exact: true }).waitFor();
const textsOnServer = async () =>
  (await ana.client.get<DraftPage>('/api/drafts')).body.items.map(({ content }) => content);

/** Opens the last draft from the card for new posts. */
async function continueDraft(page: Page, text: string): Promise<Composer> {
  await page.reload();
  await page.getByRole('button', { name: `Continue: ${text}` }).click();
  const composer = new Composer(page);
  await composer.content.waitFor();
  return composer;
}

it('keeps the texts of two devices that change one draft, and its file', async () => {
  const phone = await stage.visitOf(ana);
  const onLaptop = await Composer.open(laptop.page);
  await onLaptop.write({
    content: 'From the laptop',
    accounts: ['Mastodon'],
    files: [await photo('thought.jpg')],
  });
  await waitUntilSaved(onLaptop);

  const onPhone = await continueDraft(phone.page, 'From the laptop');
  expect(await onPhone.content.inputValue()).toBe('From the laptop');
  await onPhone.dialog.getByRole('button', { name: 'Remove thought.jpg' }).waitFor();
  await onPhone.write({ content: 'From the phone' });
  await waitUntilSaved(onPhone);

  laptop.expects(/status of 412 .*\/api\/drafts\//u);
  await onLaptop.write({ content: 'From the laptop, and more' });
  await onLaptop.dialog.getByText('This draft was changed on another device').waitFor();
  await onLaptop.dialog
    .getByRole('region', { name: 'The other version' })
    .getByText('From the phone')
    .waitFor();
  await onLaptop.dialog.getByRole('button', { name: 'Keep both' }).click();
  await waitUntilSaved(onLaptop);
  expect(await textsOnServer()).toEqual(['From the laptop, and more', 'From the phone']);
});

it('stores two drafts from new posts in two windows, and keeps both after a reload', async () => {
  const phone = await stage.visitOf(ana);
  const onLaptop = await Composer.open(laptop.page);
  const onPhone = await Composer.open(phone.page);
  await onLaptop.write({ content: 'One thought' });
  await onPhone.write({ content: 'Another thought' });
  await waitUntilSaved(onPhone);
  await laptop.page.reload();
  await onLaptop.content.waitFor();
  expect(await onLaptop.content.inputValue()).toBe('One thought');
  await waitUntilSaved(onLaptop);
  expect((await textsOnServer()).sort()).toEqual(['Another thought', 'One thought']);
});

it('schedules a draft once, and removes it from both windows', async () => {
  const phone = await stage.visitOf(ana);
  const onLaptop = await Composer.open(laptop.page);
  await onLaptop.write({ content: 'Bread at nine', accounts: ['Mastodon'] });
  await waitUntilSaved(onLaptop);
  await phone.page.getByRole('button', { name: 'Continue: Bread at nine' }).waitFor();
  await onLaptop.send();
  await phone.page.getByRole('article', { name: 'Bread at nine' }).waitFor();
  await phone.page.getByRole('button', { name: 'Continue: Bread at nine' }).waitFor({ state: 'detached' });
  expect(await textsOnServer()).toEqual([]);
});

it('moves a planned draft in the calendar with the keyboard, and keeps its content', async () => {
  const path = `/api/drafts/${randomUUID()}`;
  const draft: SaveDraftRequest = {
    content: 'Bread at nine',
    title: 'Bread',
    hashtags: '#bread',
    targets: [{ accountId: 1, content: 'Rolls at nine' }],
    mediaFiles: [{ mediaUrl: await uploadPicture(ana), altText: 'A loaf' }],
    plannedFor: '2031-03-05T09:00:00.000Z',
  };
  await ana.client.call('PUT', path, draft);
  const { body: before } = await ana.client.get<DraftView>(path);
  const { page } = laptop;
  await laptop.open('/calendar?day=2031-03-05');
  await page.getByRole('button', { name: '09:00 Bread at nine Draft' }).focus();
  for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
  await page.getByText('It is planned for Wed 12 Mar 2031, 09:00.', { exact: true }).waitFor();
  const moved = await eventually(async () => {
    const { body } = await ana.client.get<DraftView>(path);
    expect(body.plannedFor).toBe('2031-03-12T09:00:00.000Z');
    return body;
  });
  const { revision, plannedFor, changedAt, device, deviceSaid, timezone, localTime } = moved;
  expect([revision, localTime]).toEqual([before.revision + 1, '2031-03-12T09:00']);
  const changed = { revision, plannedFor, changedAt, device, timezone, localTime };
  expect(moved).toEqual({ ...before, ...changed, ...(deviceSaid && { deviceSaid }) });
});

it('moves a planned draft with the mouse, between days and between hours, and opens it with a click', async () => {
  const path = `/api/drafts/${randomUUID()}`;
  const draft: SaveDraftRequest = { content: 'Bread at nine', plannedFor: '2031-03-05T09:00:00.000Z' };
  await ana.client.call('PUT', path, draft);
  const { page } = laptop;
  const entry = page.getByRole('button', { name: /Bread at nine Draft$/u });
  await laptop.open('/calendar?day=2031-03-05');
  await entry.dragTo(page.locator('[data-cell="2031-03-12"]'));
  await page.getByText('It is planned for Wed 12 Mar 2031, 09:00.', { exact: true }).waitFor();

  await laptop.open('/calendar?view=day&day=2031-03-12');
  await entry.dragTo(page.locator('[data-cell^="2031-03-12T11:00"]'));
  await page.getByText('It is planned for Wed 12 Mar 2031, 11:00.', { exact: true }).waitFor();
  await page.locator('[data-cell^="2031-03-12T11:00"]').getByRole('button').click();
  await page.getByRole('dialog').getByLabel('Move to').waitFor();
});
