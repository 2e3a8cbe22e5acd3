import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Metric } from '@posthorn/contracts/shared/metrics';
import { COUNTERS, type Counter, type Counts } from '../../../../sandbox/state/post-counters.ts';
import type { Connector, RemoteAccount } from '../../contract/connector.ts';
import type { MetricsSnapshot, MeasuredPost, MetricsConnector } from '../../contract/metrics.ts';
import { MemoryAccess } from '../account-access.ts';
import { ConformanceWorld } from './conformance-world.ts';
import { outcomeOf } from './kinds.ts';
import { connectAccount, publishPost, type PostingSubject } from './published-post.ts';

/** How the platform provides a metric. */
type Origin = Readonly<{
  source: string;
  /** The counters of the sandbox's control API whose sum is the value. */
  counters: readonly Counter[];
}>;
type Figure = Origin &
  Readonly<{
    metric: Metric;
    /** The platform documents that a missing value means 0. */
    isZeroWhenLeftOut?: true;
    /** How the platform provides the metric if the response lacks one of `counters`. */
    otherwise?: Origin;
  }>;

export type MetricsSubject = PostingSubject &
  Readonly<{
    /** The metrics that the platform has for such a post. */
    figures: readonly Figure[];
    /** Metrics in the descriptor that such a post never has. */
    never?: readonly Metric[];
    /** For each permission, the metrics that need it. */
    permissions?: Readonly<Record<string, readonly Metric[]>>;
    /** Reading comments returns all metrics together with the count of comments. */
    arriveWithComments?: true;
    /** The sandbox counts new comments in the figures. Default: true. */
    countsComments?: boolean;
    /** The age of posts when the cases read their figures, for platforms whose figures come late. Default: 0. */
    ageHours?: number;
  }>;

const ALL_COUNTS: Counts = Object.fromEntries(COUNTERS.map((counter, index) => [counter, 1_000 + 7 * index]));
const BATCH_MAX = 25;
const deadline = () => AbortSignal.timeout(20_000);

const sumOf = (counts: Counts, counters: readonly Counter[]): number =>
  counters.reduce((sum, counter) => sum + (counts[counter] ?? 0), 0);
const byMetric = <Item extends Readonly<{ metric: Metric }>>(items: readonly Item[]): readonly Item[] =>
  [...items].sort((a, b) => a.metric.localeCompare(b.metric));

/** Runs the same cases for the figures of each platform, with the sandbox and real HTTP. */
export function describeMetrics(subject: MetricsSubject): void {
  const { platform, figures, never = [] } = subject;
  const world = new ConformanceWorld(subject.app);
  let connector: Connector;
  let number = 0;
  /** Each case has its own user, so that tokens, faults and budgets do not affect other cases. */
  let account = '';

  const metrics = (): MetricsConnector => {
    if (!connector.metrics) throw new Error(`The connector of ${platform} has no metrics.`);
    return connector.metrics;
  };
  const publish = async (remote?: RemoteAccount, text = `A post of ${account}`) => {
    const opened = remote ?? (await connectAccount(world, subject, account));
    const made = await publishPost(world, connector, subject, opened, text);
    const at = Date.parse(made.post.publishedAt) - (subject.ageHours ?? 0) * 3_600_000;
    return { ...made, post: { ...made.post, publishedAt: new Date(at).toISOString() } };
  };
  const snapshotsAt = async (access: MemoryAccess, ...posts: readonly MeasuredPost[]) => {
    const outcome = await metrics().read(access, posts, deadline());
    if (outcome.kind !== 'read') throw new Error(JSON.stringify(outcome));
    return outcome.snapshots;
  };
  const readFigures = async (access: MemoryAccess, post: MeasuredPost): Promise<MetricsSnapshot> => {
    const snapshots = await snapshotsAt(access, post);
    const snapshot = snapshots.get(post.remoteId);
    if (snapshots.size !== 1 || !snapshot || snapshot === 'gone')
      throw new Error(JSON.stringify([...snapshots]));
    return snapshot;
  };
  const setCounts = ({ remoteId }: MeasuredPost, counts: Counts, extra: object = {}): Promise<void> =>
    world.counts({ platform, remoteId, counts, ...extra });
  const metricsIn = ({ values, missing }: MetricsSnapshot): readonly Metric[] =>
    byMetric([...values, ...missing]).map(({ metric }) => metric);
  const expectedMetrics = byMetric([...figures, ...never.map((metric) => ({ metric }))]).map(
    ({ metric }) => metric,
  );
  /** The expected values of a post with these counters. */
  const valuesOf = (counts: Counts) =>
    byMetric(
      figures.map(({ metric, source, counters }) => ({ metric, source, value: sumOf(counts, counters) })),
    );
  const usedCounters = [...new Set(figures.flatMap(({ counters }) => counters))];
  const tokensOf = () => subject.secondGrant ?? world.connection(platform).name;

  const title = [subject.app, subject.kind].filter((word) => word !== undefined).join(', ');
  describe(`figures of ${platform} (${title})`, () => {
    beforeAll(async () => {
      await world.open();
      connector = world.connector(platform);
    });
    beforeEach(() => {
      account = `seen${String(++number)}`;
    });
    afterAll(() => world.close());

    it('are all declared in the descriptor', () => {
      const { analytics } = connector.descriptor.capabilities;
      for (const metric of expectedMetrics) expect([metric, analytics[metric]]).toEqual([metric, true]);
    });
    it('have a value or the reason why it is missing, for a post without views', async () => {
      const { access, post } = await publish();
      const snapshot = await readFigures(access, post);
      const { analytics } = connector.descriptor.capabilities;
      const declared = Object.entries(analytics).flatMap(([metric, isReported]) =>
        isReported ? [metric] : [],
      );
      expect(metricsIn(snapshot)).toEqual([...declared].sort((a, b) => a.localeCompare(b)));
      expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
    });
    it('have the values and names of the platform', async () => {
      const { access, post } = await publish();
      await setCounts(post, ALL_COUNTS);
      const snapshot = await readFigures(access, post);
      expect(byMetric(snapshot.values)).toEqual(valuesOf(ALL_COUNTS));
      expect(byMetric(snapshot.missing)).toEqual(
        byMetric(never.map((metric) => ({ metric, reason: 'not-offered' }))),
      );
    });
    if (subject.arriveWithComments)
      it('are also returned together with the counts of comments', async () => {
        const { access, post } = await publish();
        await setCounts(post, ALL_COUNTS);
        const { publishedAt: since } = post;
        const newsRequest = { cursor: null, posts: [{ ...post, count: null }], since };
        const news = await connector.comments?.news?.(access, newsRequest, deadline());
        expect(news).toMatchObject({
          kind: 'read',
          snapshots: [[post.remoteId, await readFigures(access, post)]],
        });
      });
    it('may decrease', async () => {
      const { access, post } = await publish();
      await setCounts(post, ALL_COUNTS);
      await readFigures(access, post);
      const smallerCounts = Object.fromEntries(COUNTERS.map((counter) => [counter, 6]));
      await setCounts(post, smallerCounts);
      expect(byMetric((await readFigures(access, post)).values)).toEqual(valuesOf(smallerCounts));
    });
    it('may be as large as the largest safe integer', async () => {
      const { access, post } = await publish();
      for (const figure of figures.filter(({ counters }) => counters.length === 1)) {
        const [counter] = figure.counters;
        await setCounts(post, { ...ALL_COUNTS, [counter ?? '']: Number.MAX_SAFE_INTEGER });
        const { values } = await readFigures(access, post);
        const [value] = values.filter(({ metric }) => metric === figure.metric);
        expect(value).toEqual({
          metric: figure.metric,
          source: figure.source,
          value: Number.MAX_SAFE_INTEGER,
        });
      }
    });
    it.each(usedCounters)('are missing, and not 0, if the response does not contain %s', async (counter) => {
      const { access, post } = await publish();
      await setCounts(post, ALL_COUNTS, { omitted: [counter] });
      const { values, missing } = await readFigures(access, post);
      const affected = figures.filter(({ counters }) => counters.includes(counter));
      for (const { metric, isZeroWhenLeftOut, otherwise } of affected) {
        const found = values.filter((each) => each.metric === metric);
        if (isZeroWhenLeftOut) expect(found).toMatchObject([{ value: 0 }]);
        else if (otherwise && !otherwise.counters.includes(counter))
          expect(found).toEqual([
            { metric, source: otherwise.source, value: sumOf(ALL_COUNTS, otherwise.counters) },
          ]);
        else {
          expect(found).toEqual([]);
          expect(missing.filter((each) => each.metric === metric)).toHaveLength(1);
        }
      }
      const others = new Set(figures.flatMap((one) => (affected.includes(one) ? [] : one.metric)));
      expect(byMetric(values.filter(({ metric }) => others.has(metric)))).toEqual(
        valuesOf(ALL_COUNTS).filter(({ metric }) => others.has(metric)),
      );
    });
    it.each(usedCounters)(
      'are reported as failed if the response has an invalid value for %s',
      async (counter) => {
        const { access, post } = await publish();
        await setCounts(post, ALL_COUNTS, { broken: [counter] });
        const { values, missing } = await readFigures(access, post);
        const broken = new Set(
          figures.flatMap(({ metric, counters }) => (counters.includes(counter) ? metric : [])),
        );
        expect(byMetric(missing.filter(({ metric }) => broken.has(metric)))).toEqual(
          byMetric([...broken].map((metric) => ({ metric, reason: 'failed' }))),
        );
        expect(byMetric(values)).toEqual(valuesOf(ALL_COUNTS).filter(({ metric }) => !broken.has(metric)));
      },
    );
    if (subject.countsComments !== false && usedCounters.includes('comments'))
      it('include new comments in their count', async () => {
        const { access, post } = await publish();
        const { remoteId } = post;
        const { comments, ...rest } = ALL_COUNTS;
        expect(comments).toBeDefined();
        await setCounts(post, rest);
        for (const text of ['One', 'Two'])
          await world.comment(platform, { remoteId, author: 'Ben', text: `${text}, ${account}` });
        expect(byMetric((await readFigures(access, post)).values)).toEqual(
          valuesOf({ ...ALL_COUNTS, comments: 2 }),
        );
      });
    it('are read for a whole batch of posts, each with its own values', async () => {
      const remote = await connectAccount(world, subject, account);
      const { batch } = metrics().paceOf(remote.credentials);
      const made = [];
      for (let index = 0; index < Math.min(batch, BATCH_MAX); index += 1) {
        const one = await publish(remote, `Post ${String(index)} of ${account}`);
        await setCounts(one.post, { ...ALL_COUNTS, likes: index, impressions: index });
        made.push(one);
      }
      const access = new MemoryAccess(remote.limits, made.at(-1)?.access.current ?? {});
      const snapshots = await snapshotsAt(access, ...made.map(({ post }) => post));
      expect([...snapshots.keys()].sort()).toEqual(made.map(({ post }) => post.remoteId).sort());
      for (const [index, { post }] of made.entries()) {
        const snapshot = snapshots.get(post.remoteId);
        const counts = { ...ALL_COUNTS, likes: index, impressions: index };
        expect(snapshot && snapshot !== 'gone' && byMetric(snapshot.values)).toEqual(valuesOf(counts));
      }
    }, 60_000);
    it('report a deleted post as gone, and other posts not', async () => {
      const remote = await connectAccount(world, subject, account);
      const { access, post } = await publish(remote);
      const other = await publish(remote, `Another post of ${account}`);
      const { remoteId, permalink } = post;
      const deletion = { remoteId, permalink, publishRefs: null };
      if ((await connector.deletePost?.(access, deletion, deadline()))?.kind !== 'deleted') return;
      const canReadSeveral = metrics().paceOf(remote.credentials).batch > 1;
      const snapshots = canReadSeveral
        ? await snapshotsAt(access, post, other.post)
        : await snapshotsAt(access, post);
      expect(snapshots.get(remoteId)).toBe('gone');
      expect((await snapshotsAt(access, other.post)).get(other.post.remoteId)).not.toBe('gone');
      if (canReadSeveral) expect(snapshots.get(other.post.remoteId)).not.toBe('gone');
    });
    it('need a new login when the token was revoked', async () => {
      const { access, post } = await publish();
      if (subject.proof) await world.fault(platform, 'revoked');
      else await world.endTokens(tokensOf(), account, 'revoke');
      expect(await outcomeOf(metrics().read(access, [post], deadline()))).toMatchObject({
        kind: 'refused',
        // A revoked second consent does not require a new login of the account.
        reason: subject.secondGrant ? 'permission-missing' : 'reconnect',
      });
    });
    for (const [scope, refused] of Object.entries(subject.permissions ?? {}))
      it(`are not permitted to an account without ${scope}`, async () => {
        const remote = await connectAccount(world, subject, account, [scope]);
        const { access, post } = await publish(remote);
        await setCounts(post, ALL_COUNTS);
        const snapshot = await readFigures(access, post);
        expect(byMetric(snapshot.missing.filter(({ reason }) => reason === 'not-permitted'))).toEqual(
          byMetric(refused.map((metric) => ({ metric, reason: 'not-permitted' }))),
        );
        expect(byMetric(snapshot.values)).toEqual(
          valuesOf(ALL_COUNTS).filter(({ metric }) => !refused.includes(metric)),
        );
      });
  });
}
