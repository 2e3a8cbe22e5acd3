import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { DraftPage } from '@posthorn/contracts/scheduling/drafts.http';
import type { Page } from 'playwright-core';
import type { Creator } from '../creator.ts';
import { Composer, photo } from './composer.ts';
import { Stage } from './stage.ts';
import type { Visitor } from './visitor.ts';

const stage = Stage.forSpecs();

let ana: Creator;
let laptop: Visitor;
let phone: Visitor;

beforeEach(async () => {
  ana = await stage.creator();
  await ana.connectMastodon();
  laptop = await stage.visitOf(ana);
  phone = await stage.visitOf(ana);
});
afterEach(() => stage.sandbox.reset());

const saved = ({ dialog }: Composer) => dialog.getByText('Saved', { exact: true }).waitFor();
const textsOnServer = async () =>
  (await ana.client.get<DraftPage>('/api/drafts')).body.items.map(({ content }) => content);

/** Opens the last draft from the card for new posts. */
async function continued(page: Page, text: string): Promise<Composer> {
  await page.reload();
  await page.getByRole('button', { name: `Continue: ${text}` }).click();
  const composer = new Composer(page);
  await composer.content.waitFor();
  return composer;
}

it('keeps everything that two devices write into one draft, with its file', async () => {
  const here = await Composer.opened(laptop.page);
  await here.write({
    content: 'From the laptop',
    accounts: ['Mastodon'],
    files: [await photo('thought.jpg')],
  });
  await saved(here);

  const there = await continued(phone.page, 'From the laptop');
  expect(await there.content.inputValue()).toBe('From the laptop');
  await there.dialog.getByRole('button', { name: 'Remove thought.jpg' }).waitFor();
  await there.write({ content: 'From the phone' });
  await saved(there);

  laptop.expects(/status of 412 .*\/api\/drafts\//u);
  await here.write({ content: 'From the laptop, and more' });
  await here.dialog.getByText('This draft was changed on another device').waitFor();
  await here.dialog.getByRole('region', { name: 'The other version' }).getByText('From the phone').waitFor();
  await here.dialog.getByRole('button', { name: 'Keep both' }).click();
  await saved(here);
  expect(await textsOnServer()).toEqual(['From the laptop, and more', 'From the phone']);
});

it('makes two drafts of new posts in two windows, and loses none in a reload', async () => {
  const here = await Composer.opened(laptop.page);
  const there = await Composer.opened(phone.page);
  await here.write({ content: 'One thought' });
  await there.write({ content: 'Another thought' });
  await saved(there);
  await laptop.page.reload();
  await here.content.waitFor();
  expect(await here.content.inputValue()).toBe('One thought');
  await saved(here);
  expect((await textsOnServer()).sort()).toEqual(['Another thought', 'One thought']);
});

it('schedules a draft once, and then it is gone in both windows', async () => {
  const here = await Composer.opened(laptop.page);
  await here.write({ content: 'Bread at nine', accounts: ['Mastodon'] });
  await saved(here);
  await phone.page.getByRole('button', { name: 'Continue: Bread at nine' }).waitFor();
  await here.send();
  await phone.page.getByRole('article', { name: 'Bread at nine' }).waitFor();
  await phone.page.getByRole('button', { name: 'Continue: Bread at nine' }).waitFor({ state: 'detached' });
  expect(await textsOnServer()).toEqual([]);
});
