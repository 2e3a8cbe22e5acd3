import { expect, it } from '@jest/globals';
import { requestLink } from './request-link.ts';
import { Stage } from './stage.ts';

const stage = Stage.forSpecs();

/** The transitions that a change of the theme starts. This visitor prefers reduced motion. */
const TRANSITIONS_OF_A_CHANGE = `(() => {
  document.documentElement.classList.toggle('dark');
  const { length } = document.getAnimations().filter((one) => one instanceof CSSTransition);
  document.documentElement.classList.toggle('dark');
  return length;
})()`;

it('keeps the chosen theme and time zone, even after a reload', async () => {
  const ana = await stage.creator();
  const scheduledFor = `${String(new Date().getUTCFullYear() + 1)}-01-15T12:00:00.000Z`;
  await ana.schedule([await ana.connectMastodon()], 'At noon in Greenwich', { scheduledFor });
  const { page } = await stage.visitOf(ana);
  await page.getByRole('article').getByText('15 Jan', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Dark mode' }).click();
  await page.locator('html.dark').waitFor();
  expect(await page.getByRole('combobox', { name: 'Theme' }).inputValue()).toBe('dark');
  expect(await page.evaluate<number>(TRANSITIONS_OF_A_CHANGE)).toBe(0);
  await page.getByLabel('Time zone', { exact: true }).fill('Asia/Tokyo');
  await page.getByRole('button', { name: 'Save time zone' }).click();
  await page.getByText('Timezone Updated', { exact: true }).waitFor();
  await page.reload();
  await page.locator('html.dark').waitFor();
  await page.getByRole('link', { name: 'Posts' }).click();
  await page.getByRole('article').getByText('21:00').waitFor();
});

it('signs out, and then shows no pages of the app', async () => {
  const visitor = await stage.visitOf(await stage.creator());
  const { page } = visitor;
  // Requests of Settings during the sign-out are refused.
  visitor.expects(/status of 401 /u);
  await visitor.open('/settings');
  await page.getByRole('link', { name: 'Log Out' }).click();
  await page.getByRole('link', { name: 'Get Started' }).waitFor();
  await visitor.open('/posts');
  await page.getByRole('button', { name: 'Continue with Email' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  await page.goBack();
  await page.getByRole('link', { name: 'Get Started' }).waitFor();
});

it('accepts the link of the mail only in the browser that requested it, and only once', async () => {
  const requester = await stage.visit();
  const link = await requestLink(requester, 'careful@example.com');
  const stranger = await stage.visit();
  stranger.expects(/status of 4\d\d .*\/api\/login\/verify/u);
  await stranger.open(link);
  await stranger.page.getByRole('heading', { name: 'Open it in the other browser' }).waitFor();
  expect(await stranger.page.getByRole('button', { name: 'Sign in' }).count()).toBe(0);

  await requester.open(link);
  await requester.page.getByRole('button', { name: 'Sign in' }).click();
  await requester.page.getByRole('heading', { name: 'Posts', exact: true }).waitFor();
  requester.expects(/status of 4\d\d .*\/api\/login\/verify/u);
  await requester.open(link);
  await requester.page.getByRole('alert').waitFor();
});
