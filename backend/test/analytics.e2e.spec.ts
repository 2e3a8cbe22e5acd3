import type {
  FiguresOfPostView,
  LookView,
  OverviewView,
  PostMetricsView,
  RefreshView,
} from '@posthorn/contracts/analytics/analytics.http';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { metrics } from '@posthorn/contracts/shared/metrics';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectAll, PUBLISHING, targetFor, uploadVideo } from './all-platforms.ts';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { startProduct, type Product } from './product.ts';
import { SandboxControl } from './sandbox-control.ts';

const PREMIUM = 'premium@figures.example';
/** A different number for each metric. */
const ALL_METRICS = Object.fromEntries(metrics.map((metric, index) => [metric, 100 * (index + 1)]));
const TODAY = new Date().toISOString().slice(0, 10);
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const DAYS = `from=${YESTERDAY}&to=${TOMORROW}`;

let product: Product;
let sandbox: SandboxControl;
let ana: Creator;
let accounts: readonly AccountView[];
let postId: number;
let likedOn: readonly string[];

beforeAll(async () => {
  product = await startProduct({
    fast: true,
    env: { COMPLIMENTARY_PREMIUM: PREMIUM, X_DAILY_BUDGET_USD: '5' },
  });
  sandbox = new SandboxControl(product.sandboxUrl);
  ana = await Creator.signedIn(product, PREMIUM);
  accounts = await connectAll(ana);
  const content = 'What did it do';
  const { body } = await ana.schedule([], content, {
    title: 'A film',
    mediaFiles: [{ mediaUrl: await uploadVideo(ana) }],
    targets: await Promise.all(accounts.map((account) => targetFor(ana, account))),
    selectedAccountIds: undefined,
  });
  postId = body.id;
  await ana.settled(postId, ['posted', 'failed', 'unknown'], 120);
});
afterAll(() => product.close());

const figures = async (): Promise<readonly PostMetricsView[]> =>
  (await ana.client.get<readonly PostMetricsView[]>(`/api/posts/${String(postId)}/analytics`)).body;
const setFigures = async (change: Parameters<SandboxControl['metrics']>[2]) => {
  for (const { platform, remoteId } of (await ana.post(postId)).targets)
    await sandbox.metrics(platform, remoteId ?? '', change);
};

it('shows the available metrics of all eleven platforms, and the reason for each missing number', async () => {
  await setFigures(ALL_METRICS);
  await eventually(async () => {
    const targets = await figures();
    expect(targets.map(({ platform }) => platform).sort()).toEqual([...PUBLISHING].sort());
    for (const target of targets) {
      const known = metrics.filter((metric) => target[metric] !== null);
      // Snapchat stories have no id with which metrics can be requested.
      if (target.platform !== 'snapchat') expect([target.platform, known]).not.toEqual([target.platform, []]);
      expect(Object.keys(target.missing)).toHaveLength(metrics.length - known.length);
      for (const metric of known) {
        expect(target[metric]).toBeGreaterThanOrEqual(100);
        expect(target.sources[metric]).toBeTruthy();
        expect(target.missing[metric]).toBeUndefined();
      }
    }
  }, 60);
  const apart = (await figures()).filter((target) => target.apart);
  expect(apart.map(({ platform }) => platform)).toEqual(['youtube']);
  likedOn = (await figures()).filter(({ likes }) => likes !== null).map(({ platform }) => platform);
  expect(likedOn).toContain('mastodon');
});

it('shows which numbers fell, and does not count a missing number as 0', async () => {
  const targetOn = (targets: readonly PostMetricsView[], platform: string) =>
    targets.find((target) => target.platform === platform);
  await setFigures({ likes: 40 });
  await eventually(async () => {
    expect(targetOn(await figures(), 'mastodon')).toMatchObject({ likes: 40, fell: { likes: { was: 100 } } });
  }, 60);
  await setFigures({ omitted: ['likes'] });
  await eventually(async () => {
    const target = targetOn(await figures(), 'mastodon');
    expect(target?.likes).toBeNull();
    expect(target?.missing.likes).toBe('failed');
  }, 60);
  await setFigures({ likes: 55, omitted: [] });
  await eventually(async () => {
    expect(targetOn(await figures(), 'mastodon')?.likes).toBe(55);
  }, 60);
  const polls = (await ana.client.get<readonly LookView[]>(`/api/posts/${String(postId)}/analytics/looks`))
    .body;
  const seen = polls.filter(({ platform }) => platform === 'mastodon').map(({ values }) => values.likes);
  expect(seen.slice(seen.indexOf(100))).toEqual([100, 40, null, 55]);
});

it('shows equal numbers in cards, overview and CSV', async () => {
  // The product reads each platform at a different time, so the spec compares the three views after the last change.
  await eventually(async () => {
    const changed = (await figures()).filter(({ likes }) => likes === 55).map(({ platform }) => platform);
    expect(changed).toEqual(likedOn);
  }, 60);
  const targets = await figures();
  const { body: overview } = await ana.client.get<OverviewView>(`/api/analytics/overview?${DAYS}&age=newest`);
  const sum = targets.filter(({ apart }) => !apart).reduce((all, { likes }) => all + (likes ?? 0), 0);
  expect(overview.totals.likes).toMatchObject({ sum, total: PUBLISHING.length - 1 });
  const withFigures = targets.filter((target) => metrics.some((metric) => target[metric] !== null));
  // Snapchat reports no figure of this post.
  expect(withFigures.map(({ platform }) => platform)).not.toContain('snapchat');
  expect(overview).toMatchObject({ publications: PUBLISHING.length, measured: withFigures.length });
  expect(overview.trend).toHaveLength(1);
  expect(overview.platforms.map(({ platform }) => platform)).toEqual([...PUBLISHING].sort());
  const csv = (await ana.client.get<string>(`/api/analytics/export.csv?${DAYS}&kind=newest`)).text;
  const lines = csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const exported = lines.filter(([, , platform, , metric]) => platform !== 'youtube' && metric === 'likes');
  expect(exported.reduce((all, line) => all + Number(line[5]), 0)).toBe(sum);
  const cards = (
    await ana.client.get<readonly FiguresOfPostView[]>(`/api/analytics/posts?ids=${String(postId)},999999`)
  ).body;
  expect(cards).toEqual([{ postId, targets: expect.anything() }]);
});

it('accepts a request for current metrics, but polls no platform again within ten minutes', async () => {
  const { status, body } = await ana.client.post<RefreshView>(
    `/api/posts/${String(postId)}/analytics/refresh`,
    {},
  );
  expect(status).toBe(202);
  expect(new Set(body.accounts.map(({ state }) => state))).toEqual(new Set(['recent']));
});

it('returns 403 and no numbers to a user without Premium', async () => {
  const ben = await Creator.signedIn(product, 'ben@figures.example');
  for (const path of [
    `/api/posts/${String(postId)}/analytics`,
    `/api/posts/${String(postId)}/analytics/looks`,
    `/api/analytics/posts?ids=${String(postId)}`,
    `/api/analytics/overview?${DAYS}&age=newest`,
    `/api/analytics/export.csv?${DAYS}&kind=looks`,
  ]) {
    const { status, body } = await ben.client.get<{ code: string; message: string }>(path);
    expect([path, status, body.code, body.message]).toEqual([
      ...[path, 403, 'analytics.needs-premium', 'Premium Required'],
    ]);
  }
});

it.each([
  `from=${TODAY}&to=${YESTERDAY}&age=newest`,
  'from=2026-02-30&to=2026-03-01&age=newest',
  `from=${TODAY}&to=${TODAY}&age=1y`,
  `from=2020-01-01&to=${TODAY}&age=newest`,
  `from=${TODAY}&to=${TODAY}&age=newest&platform=myspace`,
  `from=${TODAY}&to=${TODAY}&age=newest&accountId=-1`,
])('refuses %s with a reason', async (query) => {
  const { status, body } = await ana.client.get<{ message: string }>(`/api/analytics/overview?${query}`);
  expect([400, 422]).toContain(status);
  expect(body.message).not.toBe('');
});
