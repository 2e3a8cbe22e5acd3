import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FREE_SUFFIX } from '@posthorn/contracts/shared/brand';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Composer, photo } from './composer.ts';
import { requestLink } from './request-link.ts';
import { Stage } from './stage.ts';
import type { Visitor } from './visitor.ts';

const VERIFY = fileURLToPath(new URL('../../../libs/event-store/src/cli/log-verify.ts', import.meta.url));
const stage = Stage.forSpecs({ chromium: 'chromium' });

it('leads a new user from the sign-in page to a published post and through its history', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;

  await signUp(visitor, 'newcomer@example.com');
  await page.getByRole('heading', { name: 'No posts yet' }).waitFor();
  await connectBluesky(page, 'newcomer.sandbox.test');
  await connectMastodon(page, 'newcomer-token');

  await page.getByRole('link', { name: 'Posts' }).click();
  const composer = await Composer.open(page);
  await composer.write({
    title: 'Opening day',
    content: 'The shop is open',
    hashtags: 'launch #news',
    accounts: ['Bluesky', 'Mastodon'],
    files: [await photo('window.jpg')],
    altText: 'A shop window in the morning',
    time: 'now',
  });
  await composer.send();
  await page.getByText('Post scheduled!', { exact: true }).waitFor();

  const card = page.getByRole('article', { name: 'Opening day' });
  await card.getByRole('button', { name: /^Show all: 2 posted/u }).click();
  const links = card.getByRole('link', { name: /^View post/u });
  await links.nth(1).waitFor();
  expect(await card.getByText('Posted', { exact: true }).count()).toBe(3);
  await card.getByRole('img', { name: 'A shop window in the morning' }).waitFor();
  await page.getByRole('button', { name: '1 Posted' }).waitFor();

  const received = await stage.sandbox.postsWith('The shop is open');
  expect(received.map(({ platform }) => platform).sort()).toEqual(['bluesky', 'mastodon']);
  for (const { text, media } of received) {
    expect(text).toBe(`The shop is open\n\n#launch #news\n\n${FREE_SUFFIX}`);
    expect(media).toHaveLength(1);
  }
  for (const link of await links.all()) {
    const response = await fetch((await link.getAttribute('href')) ?? '');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('The shop is open');
  }

  await card.getByRole('button', { name: 'More for Opening day' }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
  await goBackInTime(page);
  await verifyExport(page, await download(page));
});

async function signUp(visitor: Visitor, email: string): Promise<void> {
  const { page } = visitor;
  await requestLink(visitor, email);
  await page.getByRole('link', { name: 'Open the sign-in link' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function connectBluesky(page: Page, handle: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Connect Bluesky' }).click();
  await page.getByLabel('Handle').fill(handle);
  await page.getByLabel('App Password').fill('abcd-efgh-ijkl-mnop');
  await page.getByRole('button', { name: 'Connect Bluesky' }).click();
  await page.getByRole('button', { name: `Disconnect ${handle} from Bluesky` }).waitFor();
}

async function connectMastodon(page: Page, token: string): Promise<void> {
  await page.getByRole('link', { name: 'Connect Mastodon' }).click();
  await page.getByLabel('Instance URL').fill('https://mastodon.sandbox.test');
  await page.getByLabel('Access Token', { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Connect Mastodon' }).click();
  await page.getByRole('button', { name: /^Disconnect .*mastodon\.sandbox\.test from Mastodon$/u }).waitFor();
}

async function goBackInTime(page: Page): Promise<void> {
  const currentPost = page.getByRole('region', { name: 'The post', exact: true });
  const pastPost = page.getByRole('region', { name: 'The post at that time' });
  await currentPost
    .getByText(/after \d+ sec · 1 attempt$/u)
    .first()
    .waitFor();
  for (const row of [/^\d+ steps, Bluesky/u, /^\d+ steps, Mastodon/u, /^\d+ steps?, The whole post/u])
    await currentPost.getByRole('button', { name: row }).click();
  const steps = page.getByRole('list', { name: /^Steps/u }).getByRole('listitem');
  expect(await steps.count()).toBeGreaterThanOrEqual(5);
  expect(await currentPost.getByText('Published', { exact: true }).count()).toBe(2);

  await page.getByText('Go back in time', { exact: true }).click();
  await page.getByRole('slider', { name: 'Go back in time' }).press('Home');
  await page.getByText(/^After step 1 of /u).waitFor();
  await pastPost.getByText('Scheduled', { exact: true }).nth(1).waitFor();
  expect(await pastPost.getByText('Published', { exact: true }).count()).toBe(0);
  await pastPost.getByRole('button', { name: /steps, Bluesky/u }).click();
  await steps.getByText('later than the chosen time').first().waitFor();

  await page.getByRole('button', { name: 'Now', exact: true }).click();
  await pastPost.waitFor({ state: 'hidden' });
  await page.getByText('Technical details').click();
  await page.getByRole('list', { name: 'Events' }).getByText('PostScheduled in post-').waitFor();
}

async function download(page: Page): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download export' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^post-\d+.*\.ndjson$/u);
  const path = join(stage.product.dataDir, file.suggestedFilename());
  await file.saveAs(path);
  return path;
}

async function verifyExport(page: Page, path: string): Promise<void> {
  expect(await verify(path)).toMatchObject({ code: 0 });
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('PostScheduled', 'PostScheduleD'));
  expect(await verify(path)).toMatchObject({ code: 1 });
  await page.getByRole('link', { name: 'Back to Posts' }).click();
  await page.getByRole('heading', { name: 'Posts', exact: true }).waitFor();
}

const verify = (path: string): Promise<{ code: number | string; said: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, ['--no-warnings', VERIFY, path], (error, stdout, stderr) => {
      resolve({ code: error ? (error.code ?? 1) : 0, said: stdout + stderr });
    });
  });
