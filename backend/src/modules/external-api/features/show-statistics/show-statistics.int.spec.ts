import { EXTERNAL_POSTS, statistics, type StatisticsView } from '@posthorn/contracts/external/posts.http';
import { API_SCOPES } from '@posthorn/contracts/identity/api-tokens.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { metrics, type Metric } from '@posthorn/contracts/shared/metrics';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Global, Module } from '@nestjs/common';
import request from 'supertest';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { TestTokens, tokenOf } from '#infrastructure/testing/test-tokens.ts';
import { FigureTotals } from '#modules/analytics/ports/figure-totals.ts';
import { LatestPosts } from '#modules/scheduling/ports/latest-posts.ts';
import { PostTotals } from '#modules/scheduling/ports/post-totals.ts';
import { ExternalApiModule } from '../../external-api.module.ts';

const FIGURES = { ...Object.fromEntries(metrics.map((metric) => [metric, null])), likes: 7 } as Readonly<
  Record<Metric, number | null>
>;

/** Ana has one post; other users have none. */
const ofAna = <Value>(userId: string, hers: Value, others: Value): Promise<Value> =>
  Promise.resolve(userId === 'ana' ? hers : others);

class Totals extends PostTotals {
  counts = (userId: string) => {
    const none = { all: 0, scheduled: 0, posted: 0, failed: 0, attention: 0 };
    return ofAna(userId, { ...none, all: 1, scheduled: 1 }, none);
  };
  countsByPlatform = (userId: string) => ofAna(userId, { mastodon: 1 }, {});
  published = () => Promise.resolve(0);
}
class Latest extends LatestPosts {
  latest = (userId: string, limit: number) =>
    ofAna(userId, [{ id: 1, content: `One of ${String(limit)}` } as PostView], []);
}
class Figures extends FigureTotals {
  totalsOf = () => Promise.resolve(FIGURES);
}

@Global()
@Module({
  providers: [
    { provide: PostTotals, useClass: Totals },
    { provide: LatestPosts, useClass: Latest },
    { provide: FigureTotals, useClass: Figures },
  ],
  exports: [PostTotals, LatestPosts, FigureTotals],
})
class Neighbours {}

let product: Booted;
beforeAll(async () => {
  product = await boot([ExternalApiModule, TestTokens, Neighbours], { database: true });
}, 60_000);
afterAll(() => product.close());

const get = (token: string) => request(product.url).get(statistics.path).auth(token, { type: 'bearer' });

it('returns counts, the totals of the metrics, and the latest posts', async () => {
  const { stats, recentPosts } = (await get(tokenOf('ana')).expect(200)).body as StatisticsView;
  const counts = { total: 1, scheduled: 1, posted: 0, failed: 0, byPlatform: { mastodon: 1 } };
  expect(stats).toEqual({ ...counts, ...FIGURES });
  expect(recentPosts).toEqual([{ id: 1, content: `One of ${String(EXTERNAL_POSTS.recent)}` }]);
});

it('requires only the scope posts:read', async () => {
  const without = API_SCOPES.filter((scope) => scope !== 'posts:read');
  const refused = await get(tokenOf('ana', without)).expect(403);
  expect(refused.body).toMatchObject({ code: 'external.scope-missing' });
  await get(tokenOf('ana', ['posts:read'])).expect(200);
});
