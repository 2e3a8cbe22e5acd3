import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Creator } from '../creator.ts';
import { Composer, photo } from './composer.ts';
import { Stage } from './stage.ts';
import type { Visitor } from './visitor.ts';

const stage = Stage.forSpecs();

let ana: Creator;
let visitor: Visitor;
let page: Page;

beforeEach(async () => {
  ana = await stage.creator();
  await ana.connectBluesky();
  await ana.connectMastodon();
  visitor = await stage.visitOf(ana);
  page = visitor.page;
});
afterEach(() => stage.sandbox.reset());

const card = (name: string) => page.getByRole('article', { name });

it('changes a scheduled post', async () => {
  const composer = await Composer.open(page);
  await composer.write({
    content: 'Bread at nine',
    accounts: ['Bluesky'],
    files: [await photo('bread.jpg')],
  });
  await composer.send();

  await card('Bread at nine').getByRole('button', { name: 'Edit Bread at nine' }).click();
  const editor = new Composer(page, 'Edit Post');
  await editor.dialog.getByRole('checkbox', { name: 'Bluesky', checked: true }).waitFor();
  await editor.write({
    content: 'Bread at eight',
    hashtags: '#bread',
    files: [await photo('rolls.jpg', 'evening')],
  });
  await editor.dialog.getByRole('button', { name: 'Move rolls.jpg up' }).click();
  await editor.send('Update Post');
  await page.getByText('Post Updated', { exact: true }).waitFor();

  await card('Bread at eight').getByText('#bread').waitFor();
  await card('Bread at eight')
    .getByRole('button', { name: /^Show all/u })
    .click();
  const pictures = card('Bread at eight').getByRole('list', { name: 'Media' }).getByRole('img');
  expect(await pictures.first().getAttribute('alt')).toBe('rolls.jpg');
  expect(await pictures.last().getAttribute('alt')).toBe('bread.jpg');
  expect(await card('Bread at nine').count()).toBe(0);
});

it('restores the draft with its file after a reload, until the post is sent', async () => {
  const composer = await Composer.open(page);
  await composer.write({
    content: 'Half a thought',
    title: 'Draft',
    accounts: ['Mastodon'],
    files: [await photo('thought.jpg')],
  });
  await composer.dialog.getByText('Saved', { exact: true }).waitFor();
  await page.reload();
  await composer.dialog.getByText('Your unsent draft is back.').waitFor();
  expect(await composer.content.inputValue()).toBe('Half a thought');
  expect(await composer.dialog.getByLabel('Title').inputValue()).toBe('Draft');
  expect(await composer.dialog.getByRole('checkbox', { name: 'Mastodon' }).isChecked()).toBe(true);
  await composer.dialog.getByRole('button', { name: 'Remove thought.jpg' }).waitFor();
  await composer.send();

  const next = await Composer.open(page);
  expect(await next.content.inputValue()).toBe('');
  expect(await next.dialog.getByText('Your unsent draft is back.').count()).toBe(0);
});

it('keeps the instant of the post if the time zone becomes known while the user writes', async () => {
  const traveller = await stage.creator();
  await traveller.connectMastodon();
  const far = await stage.visit({ timezone: 'Asia/Tokyo' });
  const composer = new Composer(far.page);
  await far.page.route('**/api/detect-timezone', async (route) => {
    await composer.dialog.getByText(/\d\d:\d\d UTC, in 1 h$/u).waitFor();
    await route.continue();
  });
  await far.signInAs(traveller);
  // The dialog may hide the heading of the page immediately, so the spec cannot wait for the heading.
  await far.page.goto('/posts?compose=true');
  await composer.dialog.getByText(/\d\d:\d\d Tokyo time \(GMT\+9\), in 1 h$/u).waitFor();
  await composer.write({ content: 'Konnichiwa' });
  await composer.send();
  const [post] = (await traveller.client.get<PostView[]>('/api/posts')).body;
  expect(Date.parse(post?.scheduledFor ?? '') - Date.now()).toBeGreaterThan(50 * 60_000);
});

it('shows the server’s message for a file that is not a picture, and continues without the file', async () => {
  visitor.expects(/status of 4\d\d .*\/api\/upload-multiple$/u);
  const composer = await Composer.open(page);
  const file = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Not a picture at all') };
  await composer.attach([file]);
  await composer.dialog
    .getByText(/File "notes.jpg"/u)
    .first()
    .waitFor();
  await composer.dialog.getByRole('button', { name: 'Remove notes.jpg' }).click();
  await composer.write({ content: 'Without it', accounts: ['Bluesky'] });
  await composer.send();
  await card('Without it').waitFor();
});

it('shows typed markup as plain text in all fields', async () => {
  const nasty = `<img src=x onerror="alert(1)"><script>alert(2)</script>`;
  const alerts: string[] = [];
  // The sandbox's platforms allow no such account name; a real platform may.
  await page.route(/\/api\/(posts(\/\d+|\?.*)?|connected-accounts)$/u, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(
      /creator-\w+@mastodon/gu,
      String.raw`<b onclick=\"alert(6)\">me</b>@mastodon`,
    );
    return route.fulfill({ response, body });
  });
  await page.reload();
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
  const composer = await Composer.open(page);
  await composer.write({
    content: `${nasty} javascript:alert(3)`,
    title: `${nasty} title`,
    hashtags: '#<b>bold</b>',
    accounts: ['Mastodon'],
    files: [await photo(`"><img src=x onerror=alert(4)>.jpg`)],
    altText: `"><svg onload=alert(5)>`,
    time: 'now',
  });
  await composer.dialog.getByRole('tabpanel').getByText(nasty).waitFor();
  await composer.send();
  const shown = card(`${nasty} title`);
  await shown.getByRole('link', { name: /^View post/u }).waitFor();
  await shown.getByText(`${nasty} javascript:alert(3)`).waitFor();
  await shown.getByRole('button', { name: /^Show all/u }).click();
  await shown.getByRole('listitem').getByText('<b onclick="alert(6)">me</b>@mastodon').waitFor();
  // The pictures of accounts have no alternative text.
  expect(await shown.locator('img:not([alt=""])').count()).toBe(1);
  expect(await shown.locator(`b, script, ${FOREIGN_PICTURE}`).count()).toBe(0);

  await chooseFromMenu(`${nasty} title`, 'History');
  await page.getByRole('region', { name: 'The post', exact: true }).getByText(`${nasty} title`).waitFor();
  for (const row of await page.getByRole('button', { name: /^\d+ steps?,/u }).all()) await row.click();
  await page.getByText('Technical details').click();
  await page.getByText('PostScheduled in post-').waitFor();
  expect(await page.locator('main').locator(`script, b, ${FOREIGN_PICTURE}`).count()).toBe(0);
  expect(alerts).toEqual([]);
});

const FOREIGN_PICTURE = 'img:not([src*="/media/"])';

async function chooseFromMenu(post: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${post}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}
