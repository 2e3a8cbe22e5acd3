import { expect, it } from '@jest/globals';
import { eventually } from '../eventually.ts';
import { PHONE } from './examine.ts';
import { Stage } from './stage.ts';
import { bytesOf, isScript, watchTransfers, type Transfer } from './transfers.ts';
import type { Visitor } from './visitor.ts';

const stage = Stage.forSpecs();
const KB = 1_000;
/** An empty cache and no service worker. */
const FIRST_VISIT = { ...PHONE, firstVisit: true } as const;

/** Opens a screen with an empty cache. Returns all transfers until the screen is complete. */
async function load(visitor: Visitor, path: string, until: string): Promise<readonly Transfer[]> {
  const { context, page } = visitor;
  const devtools = await context.newCDPSession(page);
  const transfers = await watchTransfers(devtools);
  await page.goto(path);
  await page.getByText(until).first().waitFor();
  await page.evaluate('atRest()');
  await devtools.detach();
  return transfers;
}

it('loads the posts with few requests and little script', async () => {
  const ana = await stage.creator();
  const account = await ana.connectMastodon();
  await ana.schedule([account], 'Fresh bread from seven.', { scheduledFor: '2035-01-01T09:00:00Z' });
  const visitor = await stage.visit(FIRST_VISIT);
  await visitor.signInAs(ana);
  const transfers = await load(visitor, '/posts', 'Fresh bread from seven.');
  // The drafts load a second later. On a slow machine, the screen is not complete by then.
  const all = transfers.filter(({ path }) => !/^\/(?:assets\/drafts-|api\/drafts)/u.test(path));
  // Two transfers follow the first paint: the number of new comments, and the code for scrolling.
  expect(all.length).toBeLessThanOrEqual(15);
  expect(bytesOf(all.filter(isScript))).toBeLessThanOrEqual(147 * KB);
  // The page preloads the posts, and the app does not request them again.
  expect(all.filter(({ path }) => path === '/api/posts')).toHaveLength(1);
});

it('requests everything that Settings needs while the app still loads', async () => {
  const visitor = await stage.visit(FIRST_VISIT);
  await visitor.signInAs(await stage.creator());
  const { page } = visitor;
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const released = Promise.withResolvers<undefined>();
  await page.route(/\/assets\/app-[^/]+\.js$/u, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('/settings', { waitUntil: 'commit' });
  const calls = [
    ...['/api/auth/user', '/api/auth/sessions', '/api/connected-accounts', '/api/platforms'],
    ...['/api/link-page', '/api/user/settings', '/api/inbox/settings', '/api/billing'],
  ];
  await eventually(async () => {
    await Promise.resolve();
    expect(requested).toEqual(expect.arrayContaining(calls));
    expect(requested).toEqual(
      expect.arrayContaining(
        ['settings', 'preferences', 'plan'].map((name) =>
          expect.stringMatching(new RegExp(`^/assets/${name}-[^/]+\\.js$`, 'u')),
        ),
      ),
    );
  });
  released.resolve(undefined);
  await page.getByRole('link', { name: 'Post Defaults' }).waitFor();
  expect(requested.filter((path) => calls.includes(path)).toSorted()).toEqual(calls.toSorted());
});

it('loads Settings with little script', async () => {
  const visitor = await stage.visit(FIRST_VISIT);
  await visitor.signInAs(await stage.creator());
  const all = await load(visitor, '/settings', 'Appearance');
  expect(bytesOf(all.filter(isScript))).toBeLessThanOrEqual(170 * KB);
});

it('shows a visitor the landing page without any script', async () => {
  const visitor = await stage.visit(FIRST_VISIT);
  const all = await load(visitor, '/', 'Start Free');
  expect(all.filter(isScript)).toEqual([]);
  expect(bytesOf(all)).toBeLessThanOrEqual(20 * KB);
});

it.each([
  ['/login', 'Continue with Email'],
  ['/subscribe', 'Sign in to upgrade'],
  ['/terms', 'Back to Home'],
  ['/privacy', 'Back to Home'],
])('shows %s without any script of the app', async (path, until) => {
  const visitor = await stage.visit(FIRST_VISIT);
  const all = await load(visitor, path, until);
  expect(all.filter(isScript)).toEqual([]);
  expect(bytesOf(all)).toBeLessThanOrEqual(15 * KB);
});

it('leads from the sign-in page to the terms, and shows the page in the chosen theme', async () => {
  const visitor = await stage.visit(PHONE);
  const { page } = visitor;
  await page.goto('/login');
  const colour = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
  const light = await colour();
  await page.evaluate("localStorage.setItem('vite-ui-theme', 'dark')");
  await page.reload();
  expect(await colour()).not.toBe(light);
  await page.getByRole('link', { name: 'Terms of Service' }).click();
  await page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor();
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await page.getByRole('link', { name: 'Get Started' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in to Posthorn' }).waitFor();
});

it('shows on the sign-in page why the sign-in with a provider failed', async () => {
  const { page } = await stage.visit(PHONE);
  await page.goto('/login?problem=denied&provider=google');
  await page.getByRole('alert').getByText('You did not allow Google to sign you in.').waitFor();
  await page.getByText('Sandbox: nothing goes out').waitFor();
});
