import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Metric } from '@posthorn/contracts/shared/metrics';
import { COUNTERS, type Counter, type Counts } from '../../../../sandbox/state/post-counters.ts';
import type { Connector, RemoteAccount } from '../../contract/connector.ts';
import type { MetricsSnapshot, MeasuredPost, MetricsConnector } from '../../contract/metrics.ts';
import { MemoryAccess } from '../account-access.ts';
import { ConformanceWorld } from './conformance-world.ts';
import { outcomeOf } from './kinds.ts';
import { connected, published as publishedBy, type PostingSubject } from './published-post.ts';

/** The origin of a metric. */
type Origin = Readonly<{
  source: string;
  /** Counters of the sandbox's control API. Several are added up. */
  counters: readonly Counter[];
}>;
type Figure = Origin &
  Readonly<{
    metric: Metric;
    /** The platform documents that it leaves out zeros. */
    isZeroWhenLeftOut?: true;
    /** The origin to use when the answer lacks a part of this one. */
    otherwise?: Origin;
  }>;

export type MetricsSubject = PostingSubject &
  Readonly<{
    /** The metrics that the platform has for such a post. */
    figures: readonly Figure[];
    /** Metrics that the descriptor names, but such a post never has. */
    never?: readonly Metric[];
    /** The metrics that each permission unlocks. */
    permissions?: Readonly<Record<string, readonly Metric[]>>;
    /** Reading comments returns all metrics together with the count of comments. */
    arriveWithComments?: true;
    /** Comments are counted as they are made. Default: true. */
    countsComments?: boolean;
    /** The age of posts when they are polled, for platforms whose metrics come late. Default: 0. */
    ageHours?: number;
  }>;

const EVERY: Counts = Object.fromEntries(COUNTERS.map((counter, index) => [counter, 1_000 + 7 * index]));
const MANY = 25;
const deadline = () => AbortSignal.timeout(20_000);

const sumOf = (counts: Counts, counters: readonly Counter[]): number =>
  counters.reduce((sum, counter) => sum + (counts[counter] ?? 0), 0);
const byMetric = <Item extends Readonly<{ metric: Metric }>>(items: readonly Item[]): readonly Item[] =>
  [...items].sort((a, b) => a.metric.localeCompare(b.metric));

/** The same cases for the metrics of each platform's posts, against the sandbox over real HTTP. */
export function describeMetrics(subject: MetricsSubject): void {
  const { platform, figures, never = [] } = subject;
  const world = new ConformanceWorld(subject.app);
  let connector: Connector;
  let number = 0;
  /** Each case has its own user, so that tokens, faults and budgets do not affect other cases. */
  let account = '';

  const metrics = (): MetricsConnector => {
    if (!connector.metrics) throw new Error(`The connector of ${platform} tells no figures.`);
    return connector.metrics;
  };
  const published = async (remote?: RemoteAccount, text = `A post of ${account}`) => {
    const opened = remote ?? (await connected(world, subject, account));
    const made = await publishedBy(world, connector, subject, opened, text);
    const at = Date.parse(made.post.publishedAt) - (subject.ageHours ?? 0) * 3_600_000;
    return { ...made, post: { ...made.post, publishedAt: new Date(at).toISOString() } };
  };
  const snapshotsAt = async (access: MemoryAccess, ...posts: readonly MeasuredPost[]) => {
    const outcome = await metrics().read(access, posts, deadline());
    if (outcome.kind !== 'read') throw new Error(JSON.stringify(outcome));
    return outcome.snapshots;
  };
  const lookAt = async (access: MemoryAccess, post: MeasuredPost): Promise<MetricsSnapshot> => {
    const snapshots = await snapshotsAt(access, post);
    const look = snapshots.get(post.remoteId);
    if (snapshots.size !== 1 || !look || look === 'gone') throw new Error(JSON.stringify([...snapshots]));
    return look;
  };
  const count = ({ remoteId }: MeasuredPost, counts: Counts, more: object = {}): Promise<void> =>
    world.counts({ platform, remoteId, counts, ...more });
  const namesOf = ({ values, missing }: MetricsSnapshot): readonly Metric[] =>
    byMetric([...values, ...missing]).map(({ metric }) => metric);
  const expected = byMetric([...figures, ...never.map((metric) => ({ metric }))]).map(({ metric }) => metric);
  /** The expected values for these counters of a post. */
  const valuesOf = (counts: Counts) =>
    byMetric(
      figures.map(({ metric, source, counters }) => ({ metric, source, value: sumOf(counts, counters) })),
    );
  const used = [...new Set(figures.flatMap(({ counters }) => counters))];
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

    it('are those of the descriptor', () => {
      const { analytics } = connector.descriptor.capabilities;
      for (const metric of expected) expect([metric, analytics[metric]]).toEqual([metric, true]);
    });
    it('are each present or reported as missing for a post without views', async () => {
      const { access, post } = await published();
      const look = await lookAt(access, post);
      const { analytics } = connector.descriptor.capabilities;
      const named = Object.entries(analytics).flatMap(([metric, isReported]) => (isReported ? [metric] : []));
      expect(namesOf(look)).toEqual([...named].sort((a, b) => a.localeCompare(b)));
      expect(JSON.parse(JSON.stringify(look))).toEqual(look);
    });
    it('are those that the platform counts, each under its own name', async () => {
      const { access, post } = await published();
      await count(post, EVERY);
      const look = await lookAt(access, post);
      expect(byMetric(look.values)).toEqual(valuesOf(EVERY));
      expect(byMetric(look.missing)).toEqual(
        byMetric(never.map((metric) => ({ metric, reason: 'not-offered' }))),
      );
    });
    if (subject.arriveWithComments)
      it('arrive together with the count of comments', async () => {
        const { access, post } = await published();
        await count(post, EVERY);
        const { publishedAt: since } = post;
        const asked = { cursor: null, posts: [{ ...post, count: null }], since };
        const news = await connector.comments?.news?.(access, asked, deadline());
        expect(news).toMatchObject({
          kind: 'read',
          snapshots: [[post.remoteId, await lookAt(access, post)]],
        });
      });
    it('may decrease', async () => {
      const { access, post } = await published();
      await count(post, EVERY);
      await lookAt(access, post);
      const less = Object.fromEntries(COUNTERS.map((counter) => [counter, 6]));
      await count(post, less);
      expect(byMetric((await lookAt(access, post)).values)).toEqual(valuesOf(less));
    });
    it('may be as large as the largest exact number', async () => {
      const { access, post } = await published();
      for (const figure of figures.filter(({ counters }) => counters.length === 1)) {
        const [counter] = figure.counters;
        await count(post, { ...EVERY, [counter ?? '']: Number.MAX_SAFE_INTEGER });
        const { values } = await lookAt(access, post);
        const [value] = values.filter(({ metric }) => metric === figure.metric);
        expect(value).toEqual({
          metric: figure.metric,
          source: figure.source,
          value: Number.MAX_SAFE_INTEGER,
        });
      }
    });
    it.each(used)('are missing, and never 0, when the answer leaves out %s', async (counter) => {
      const { access, post } = await published();
      await count(post, EVERY, { omitted: [counter] });
      const { values, missing } = await lookAt(access, post);
      const lacking = figures.filter(({ counters }) => counters.includes(counter));
      for (const { metric, isZeroWhenLeftOut, otherwise } of lacking) {
        const found = values.filter((one) => one.metric === metric);
        if (isZeroWhenLeftOut) expect(found).toMatchObject([{ value: 0 }]);
        else if (otherwise && !otherwise.counters.includes(counter))
          expect(found).toEqual([
            { metric, source: otherwise.source, value: sumOf(EVERY, otherwise.counters) },
          ]);
        else {
          expect(found).toEqual([]);
          expect(missing.filter((one) => one.metric === metric)).toHaveLength(1);
        }
      }
      const others = new Set(figures.flatMap((one) => (lacking.includes(one) ? [] : one.metric)));
      expect(byMetric(values.filter(({ metric }) => others.has(metric)))).toEqual(
        valuesOf(EVERY).filter(({ metric }) => others.has(metric)),
      );
    });
    it.each(used)('are failed when the answer has an invalid value for %s', async (counter) => {
      const { access, post } = await published();
      await count(post, EVERY, { broken: [counter] });
      const { values, missing } = await lookAt(access, post);
      const broken = new Set(
        figures.flatMap(({ metric, counters }) => (counters.includes(counter) ? metric : [])),
      );
      expect(byMetric(missing.filter(({ metric }) => broken.has(metric)))).toEqual(
        byMetric([...broken].map((metric) => ({ metric, reason: 'failed' }))),
      );
      expect(byMetric(values)).toEqual(valuesOf(EVERY).filter(({ metric }) => !broken.has(metric)));
    });
    if (subject.countsComments !== false && used.includes('comments'))
      it('include new comments in their count', async () => {
        const { access, post } = await published();
        const { remoteId } = post;
        const { comments, ...rest } = EVERY;
        expect(comments).toBeDefined();
        await count(post, rest);
        for (const text of ['One', 'Two'])
          await world.comment(platform, { remoteId, author: 'Ben', text: `${text}, ${account}` });
        expect(byMetric((await lookAt(access, post)).values)).toEqual(valuesOf({ ...EVERY, comments: 2 }));
      });
    it('are read for as many posts at once as the connector says, each with its own', async () => {
      const remote = await connected(world, subject, account);
      const { batch } = metrics().paceOf(remote.credentials);
      const made = [];
      for (let index = 0; index < Math.min(batch, MANY); index += 1) {
        const one = await published(remote, `Post ${String(index)} of ${account}`);
        await count(one.post, { ...EVERY, likes: index, impressions: index });
        made.push(one);
      }
      const access = new MemoryAccess(remote.limits, made.at(-1)?.access.current ?? {});
      const snapshots = await snapshotsAt(access, ...made.map(({ post }) => post));
      expect([...snapshots.keys()].sort()).toEqual(made.map(({ post }) => post.remoteId).sort());
      for (const [index, { post }] of made.entries()) {
        const look = snapshots.get(post.remoteId);
        const counts = { ...EVERY, likes: index, impressions: index };
        expect(look && look !== 'gone' && byMetric(look.values)).toEqual(valuesOf(counts));
      }
    }, 60_000);
    it('are reported as deleted together with their post, and not those of others', async () => {
      const remote = await connected(world, subject, account);
      const { access, post } = await published(remote);
      const other = await published(remote, `Another post of ${account}`);
      const { remoteId, permalink } = post;
      const asked = { remoteId, permalink, publishRefs: null };
      if ((await connector.deletePost?.(access, asked, deadline()))?.kind !== 'deleted') return;
      const isSeveral = metrics().paceOf(remote.credentials).batch > 1;
      const snapshots = isSeveral
        ? await snapshotsAt(access, post, other.post)
        : await snapshotsAt(access, post);
      expect(snapshots.get(remoteId)).toBe('gone');
      expect((await snapshotsAt(access, other.post)).get(other.post.remoteId)).not.toBe('gone');
      if (isSeveral) expect(snapshots.get(other.post.remoteId)).not.toBe('gone');
    });
    it('need a new login when the token was revoked', async () => {
      const { access, post } = await published();
      if (subject.proof) await world.fault(platform, 'revoked');
      else await world.endTokens(tokensOf(), account, 'revoke');
      expect(await outcomeOf(metrics().read(access, [post], deadline()))).toMatchObject({
        kind: 'refused',
        // An ended second grant does not require a new login of the account.
        reason: subject.secondGrant ? 'permission-missing' : 'reconnect',
      });
    });
    for (const [scope, refused] of Object.entries(subject.permissions ?? {}))
      it(`are not permitted to an account without ${scope}`, async () => {
        const remote = await connected(world, subject, account, [scope]);
        const { access, post } = await published(remote);
        await count(post, EVERY);
        const look = await lookAt(access, post);
        expect(byMetric(look.missing.filter(({ reason }) => reason === 'not-permitted'))).toEqual(
          byMetric(refused.map((metric) => ({ metric, reason: 'not-permitted' }))),
        );
        expect(byMetric(look.values)).toEqual(
          valuesOf(EVERY).filter(({ metric }) => !refused.includes(metric)),
        );
      });
  });
}
