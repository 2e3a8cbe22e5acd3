import { expect, it } from '@jest/globals';
import { PHONE } from './examine.ts';
import { overlap } from './overlap.ts';
import { Stage } from './stage.ts';

const stage = Stage.forSpecs();

async function openLandingPage() {
  const guest = await stage.visit(PHONE);
  await guest.open('/');
  return guest;
}

it('has no broken link', async () => {
  const { page } = await openLandingPage();
  const links = await page.evaluate<string[]>(
    '[...document.querySelectorAll("a")].map((link) => link.getAttribute("href"))',
  );
  expect(links).toEqual(
    expect.arrayContaining(['#features', '#pricing', '#demo', '/login', '/api/login', '/subscribe']),
  );
  for (const link of new Set(links)) {
    // `/subscribe` is a page of the app, which has no text before its script has run. Other specs open it.
    if (link.startsWith('mailto:') || link === '/subscribe') continue;
    if (link.startsWith('#')) {
      expect([link, link === '#' || (await page.locator(link).count()) === 1]).toEqual([link, true]);
      continue;
    }
    const answer = await page.request.get(link);
    expect([link, answer.status(), (await answer.text()).includes('<h1')]).toEqual([link, 200, true]);
  }
});

it('has one main landmark and one top-level heading, even with the hidden demo', async () => {
  const { page } = await openLandingPage();
  const html = await (await page.request.get('/')).text();
  expect([html.match(/<main[\s>]/gu)?.length, html.match(/<h1[\s>]/gu)?.length]).toEqual([1, 1]);
  for (const path of ['/', '/#demo']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const shown = [page.getByRole('main'), page.getByRole('heading', { level: 1 })];
    expect([path, await Promise.all(shown.map((part) => part.count()))]).toEqual([path, [1, 1]]);
  }
});

it('has all links of its header in one row on a phone', async () => {
  const { page } = await openLandingPage();
  const header = page.getByRole('banner');
  const links = header.getByRole('link');
  expect(await links.allInnerTexts()).toEqual(['Posthorn', 'Features', 'Pricing', 'Sign in', 'Get Started']);
  const boxes = await Promise.all((await links.all()).map((link) => link.boundingBox()));
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
});

it('shows the demo instead of the page, and returns from it', async () => {
  const { page } = await openLandingPage();
  await page.getByRole('link', { name: 'Watch a Demo' }).click();
  await page.getByRole('heading', { name: 'Create Post' }).waitFor();
  await page.getByText('JPG, PNG or MP4 up to 50MB').waitFor();
  await page.getByText('8 accounts selected').waitFor();
  await page.getByLabel('Caption').fill('My first post');
  expect(await page.getByRole('link', { name: 'Start Free' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('link', { name: 'Watch a Demo' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Create Post' }).count()).toBe(0);
});

it('shows a signed-in user the posts instead of the landing page', async () => {
  const ana = await stage.creator();
  const { page } = await stage.visitOf(ana, PHONE, '/');
  await page.getByRole('heading', { name: 'Posts', exact: true }).waitFor();
});

it('shows today’s price and the next price', async () => {
  const { page } = await openLandingPage();
  const premium = page.getByRole('article', { name: 'Premium' });
  await premium.getByText('$19', { exact: true }).waitFor();
  await premium.getByText('Normally $49.').waitFor();
  await premium.getByText(/^From .+: \$29\.$/u).waitFor();
});

it.each([PHONE.width, 1280])(
  'shows pictures of the inbox without overlapping words (%d px)',
  async (width) => {
    const { page } = await stage.visit({ width });
    await page.goto('/');
    const words = page.getByText('Do you keep one for me until noon?');
    expect(await overlap(words, page.getByText('Threads · ana.bakes').first())).toBe(false);
  },
);
