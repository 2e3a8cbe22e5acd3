import { CONSENT_TEXT } from '@posthorn/contracts/integrations/consent-text';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accountsOf } from '../all-platforms.ts';
import type { Creator } from '../creator.ts';
import { hasPreload } from './service-worker.ts';
import { Stage } from './stage.ts';

const stage = Stage.forSpecs({ chromium: 'chromium' });

/** Opens Settings in a page that the service worker controls, as on every visit after the first visit. */
async function openSettings(creator: Creator): Promise<Page> {
  const visitor = await stage.visitOf(creator, {}, '/settings');
  const { page } = visitor;
  expect(await page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
  const host = new URL(stage.product.sandboxUrl).host.replaceAll('.', '\\.');
  visitor.expects(new RegExp(`^request to another host: http://${host}/oauth/`, 'u'));
  return page;
}

async function decideAt(page: Page, name: string, button: 'Allow' | 'Deny'): Promise<void> {
  await page.getByRole('link', { name: `Connect ${name}`, exact: true }).click();
  await page.getByRole('button', { name: button }).click();
}
const platformsOf = async (creator: Creator) => (await accountsOf(creator)).map(({ platform }) => platform);

it('connects Pinterest, and shows a message', async () => {
  const creator = await stage.creator();
  const page = await openSettings(creator);
  await decideAt(page, 'Pinterest', 'Allow');
  await page.getByText('Pinterest connected', { exact: true }).waitFor();
  expect(await platformsOf(creator)).toEqual(['pinterest']);
});

it.each([
  ['Facebook', 'facebook'],
  ['LinkedIn', 'linkedin'],
])('lets a user choose among the accounts of %s', async (name, platform) => {
  const creator = await stage.creator();
  const page = await openSettings(creator);
  await decideAt(page, name, 'Allow');
  const form = page.getByRole('form', { name: 'Choose accounts' });
  await form.getByRole('checkbox').first().check();
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Account connected', { exact: true }).waitFor();
  expect(await platformsOf(creator)).toEqual([platform]);
});

it('names the platform on which the user refused the permission', async () => {
  const creator = await stage.creator();
  const page = await openSettings(creator);
  await decideAt(page, 'X', 'Deny');
  await page.getByText('X not connected', { exact: true }).waitFor();
  await page.getByText(CONSENT_TEXT.denied('X'), { exact: true }).waitFor();
  expect(await accountsOf(creator)).toEqual([]);
});

it('sends no navigation preload, because it would send requests to the API twice', async () => {
  const page = await openSettings(await stage.creator());
  expect(await hasPreload(page)).toBe(false);
});
