import { beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accountOn } from '../all-platforms.ts';
import type { Creator } from '../creator.ts';
import { eventually } from '../eventually.ts';
import type { SandboxPost } from '../sandbox-control.ts';
import { Composer } from './composer.ts';
import { examine, PHONE } from './examine.ts';
import { Stage } from './stage.ts';

const stage = Stage.forSpecs();
const LINK = 'https://pages.sandbox.test/bakery';
const TITLE = 'Ana’s Bakery & Café';
const DESKTOP = { width: 1280, height: 900 } as const;
const CARD = {
  url: LINK,
  title: TITLE,
  description: expect.stringContaining('Fresh bread every morning.'),
  picture: { type: 'image/jpeg', bytes: expect.any(Number) },
};
/** The width of the card's picture; 0 until it has loaded. */
const PICTURE_WIDTH = 'document.querySelector("figure[aria-label=\'Link card\'] img")?.naturalWidth ?? 0';

let ana: Creator;
let onLinkedIn: string;
beforeEach(async () => {
  ana = await stage.creator();
  await ana.connectBluesky();
  onLinkedIn = accountOn(await ana.connect('/api/connect/linkedin', 'cards'), 'linkedin').accountName;
});

/** Writes a post with the link, for Bluesky and one account of LinkedIn. */
async function composePost(page: Page, content: string): Promise<Composer> {
  const composer = await Composer.open(page);
  await composer.write({ content: `${content} ${LINK}`, accounts: ['Bluesky', onLinkedIn] });
  return composer;
}
async function preview(composer: Composer, platform: 'Bluesky' | 'LinkedIn') {
  await composer.openPart('Preview');
  const region = composer.dialog.getByRole('region', { name: 'Preview' });
  await region.getByRole('tab', { name: platform }).click();
  return region.getByRole('tabpanel').getByRole('figure', { name: 'Link card' });
}
/** Sends the post now. Returns a function that finds the received post of a platform. */
async function publish(composer: Composer, content: string) {
  await composer.openPart('Write');
  await composer.dialog.getByRole('button', { name: 'Post now', exact: true }).click();
  await composer.send();
  const posts = await eventually(async () => {
    const found = await stage.sandbox.postsWith(content);
    expect(found).toHaveLength(2);
    return found;
  });
  return (platform: string): SandboxPost | undefined => posts.find((post) => post.platform === platform);
}

it('shows the card of a link on Bluesky and LinkedIn, on phone and desktop, and publishes it', async () => {
  const { page } = await stage.visitOf(ana, PHONE);
  const composer = await composePost(page, 'The menu is out:');
  for (const platform of ['Bluesky', 'LinkedIn'] as const) {
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size);
      const card = await preview(composer, platform);
      await card.getByText(TITLE).waitFor();
      await card.getByText('pages.sandbox.test').waitFor();
      // LinkedIn shows title and site only.
      expect(await card.getByText('Fresh bread every morning.').count()).toBe(platform === 'Bluesky' ? 1 : 0);
      await eventually(async () => {
        expect(await page.evaluate(PICTURE_WIDTH)).toBe(600);
      });
    }
    expect(await examine(page, `compose-link-${platform.toLowerCase()}`, { over: true })).toEqual([]);
    await page.setViewportSize(PHONE);
  }
  const postOn = await publish(composer, 'The menu is out:');
  expect(postOn('bluesky')).toMatchObject({ card: CARD });
  expect(postOn('linkedin')).toMatchObject({ card: CARD });
});

it('removes the card only on the account on which the user switched it off', async () => {
  const { page } = await stage.visitOf(ana, PHONE);
  const composer = await composePost(page, 'Without one:');
  await (await preview(composer, 'Bluesky')).waitFor();
  await composer.openPart('Accounts');
  await composer.dialog.getByRole('button', { name: /^Customize Bluesky,/u }).click();
  await composer.dialog.getByRole('checkbox', { name: /^Link card/u }).uncheck();
  await (await preview(composer, 'Bluesky')).waitFor({ state: 'detached' });
  await (await preview(composer, 'LinkedIn')).getByText(TITLE).waitFor();
  const postOn = await publish(composer, 'Without one:');
  expect(postOn('bluesky')).not.toHaveProperty('card');
  expect(postOn('linkedin')).toMatchObject({ card: CARD });
});
