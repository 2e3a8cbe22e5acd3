import { OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import {
  changeUserSettings,
  getUserSettings,
  type UserSettings,
} from '@posthorn/contracts/identity/user-settings.http';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { DefaultHashtags } from '../../ports/default-hashtags.ts';
import { bootIdentity, userOf, type BootedIdentity } from '../../testing/boot-identity.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let product: BootedIdentity;
beforeAll(async () => {
  product = await bootIdentity();
});
beforeEach(() => product.reset());
afterAll(() => product.close());

const settingsOf = async (browser: TestBrowser) =>
  (await browser.get(getUserSettings.path)).body as UserSettings;
const change = (browser: TestBrowser, json: unknown) =>
  browser.send('PUT', changeUserSettings.path, { json });
const ALL_ON = { postFailed: 'both', accountExpiring: 'both', newComment: 'both' };

it('starts without defaults and with all notices, and changes only the sent settings', async () => {
  const ana = await product.signedIn('ana@settings.example');
  expect(await settingsOf(ana)).toEqual({ hashtags: '', caption: '', ...ALL_ON });
  const defaults = { hashtags: '#bread', caption: 'Fresh\nfrom the oven' };
  expect(await change(ana, { hashtags: ' #bread ', caption: `${defaults.caption}\0` })).toMatchObject({
    status: 200,
    body: { ...defaults, ...ALL_ON },
  });
  expect((await change(ana, { newComment: 'off' })).status).toBe(200);
  expect(await settingsOf(ana)).toEqual({ ...defaults, ...ALL_ON, newComment: 'off' });
  await change(ana, { caption: '' });
  expect(await settingsOf(ana)).toEqual({ ...defaults, ...ALL_ON, caption: '', newComment: 'off' });
  expect(await settingsOf(await product.signedIn('eve@settings.example'))).toMatchObject({ hashtags: '' });
});
it('records changes, and nothing for a repeated value', async () => {
  const ana = await product.signedIn('again@settings.example');
  const { id } = await userOf(ana);
  await change(ana, { hashtags: '#a', postFailed: 'app' });
  await change(ana, { hashtags: '#a', postFailed: 'app' });
  expect(product.typesOf(id)).toEqual(['UserRegistered', 'PostDefaultsChanged', 'NoticesChosen']);
  expect(product.kept(id)).not.toContain('#a');
});
it.each([
  ['hashtags', { hashtags: 'x'.repeat(501) }, OPTIONAL_WORDS.hashtags.tooLong],
  ['caption', { caption: 'x'.repeat(2_201) }, POST_TEXT.contentMax],
  ['caption', { caption: null }, POST_TEXT.contentMax],
  ['postFailed', { postFailed: 'sms' }, undefined],
])('refuses an invalid value of %s', async (field, json, words) => {
  const ana = await product.signedIn('refused@settings.example');
  expect(await change(ana, json)).toMatchObject({
    status: 400,
    body: { code: 'request.not-valid', fields: { [field]: words ?? expect.any(String) } },
  });
});
it('requires a signed-in user', async () => {
  expect((await product.browser().get(getUserSettings.path)).status).toBe(401);
  expect((await change(product.browser(), {})).status).toBe(401);
});
it('reports the default hashtags of a user to other modules', async () => {
  const ana = await product.signedIn('tags@settings.example');
  await change(ana, { hashtags: '#bread' });
  const { id } = await userOf(ana);
  const hashtagsOf = (userId: string) => product.app.get(DefaultHashtags).hashtagsOf(userId);
  expect(await hashtagsOf(id)).toBe('#bread');
  expect(await hashtagsOf('nobody')).toBe('');
});
