import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { Metric } from '@posthorn/contracts/shared/metrics';
import { DAY_MINUTES, HOUR_MINUTES } from '@posthorn/contracts/shared/durations';
import type { MetricsSnapshot, MetricsConnector, MetricsPace } from '../contract/metrics.ts';
import { at, idIn } from '../kit/json.ts';
import type { AccountCalls } from '../kit/account-calls.ts';
import { joinSnapshots, snapshotOf, snapshotWithout } from '../kit/metrics/snapshot.ts';
import { snapshotEach } from '../kit/metrics/snapshots-of-list.ts';
import type { LinkedInClient } from './client.ts';
import { read, type LinkedInCommentReader } from './comments/listing.ts';
import { isDenied, isGone } from './errors.ts';
import { isOrganization, mayReadAnalytics, sessionOf, type LinkedInSession } from './tokens.ts';

/**
 * Community Management begins with 500 calls per day for the app. Reading comments uses the calls that remain. A post without
 * statistics needs a second call.
 */
const OF_ORGANIZATIONS: MetricsPace = { batch: 1, calls: { perDay: 200, scope: 'app', each: 2 } };
/** LinkedIn allows 100 calls per day for a member, and each metric of a post needs one call. */
const OF_MEMBERS: MetricsPace = {
  batch: 1,
  ladder: {
    ages: [
      HOUR_MINUTES,
      8 * HOUR_MINUTES,
      DAY_MINUTES,
      3 * DAY_MINUTES,
      7 * DAY_MINUTES,
      14 * DAY_MINUTES,
      30 * DAY_MINUTES,
      90 * DAY_MINUTES,
    ],
  },
  calls: { perDay: 40, scope: 'account', each: 5 },
};

/** The fields of the statistics of organizations. */
const STATISTICS = {
  likes: 'likeCount',
  comments: 'commentCount',
  shares: 'shareCount',
  impressions: 'impressionCount',
  reach: 'uniqueImpressionsCount',
  clicks: 'clickCount',
} as const satisfies Partial<Record<Metric, string>>;
/** The query types of the analytics of members. */
const ANALYTICS = {
  likes: 'REACTION',
  comments: 'COMMENT',
  shares: 'RESHARE',
  impressions: 'IMPRESSION',
  reach: 'MEMBERS_REACHED',
} as const satisfies Partial<Record<Metric, string>>;
const NO_CLICKS = snapshotWithout(['clicks'], 'not-offered');

const metricsIn = (table: Partial<Record<Metric, string>>) => Object.keys(table) as readonly Metric[];
/** Reports all metrics of this kind of account as missing. */
const noneOf = (
  session: LinkedInSession,
  reason: 'failed' | 'not-offered' | 'not-permitted',
): MetricsSnapshot =>
  isOrganization(session)
    ? snapshotWithout(metricsIn(STATISTICS), reason)
    : joinSnapshots([snapshotWithout(metricsIn(ANALYTICS), reason), NO_CLICKS]);

/** Figures of posts: of organizations from the statistics for administrators, of members from the analytics of their posts. */
export const linkedinMetrics = (
  client: LinkedInClient,
  calls: AccountCalls<LinkedInSession>,
): MetricsConnector => ({
  /** From a secondary source, for statistics of pages. LinkedIn's own table of storage periods was not readable. */
  keepDays: 365,
  paceOf: (credentials) => (isOrganization(sessionOf(credentials)) ? OF_ORGANIZATIONS : OF_MEMBERS),
  read: (access, posts, signal) =>
    calls.snapshots(access, (session) =>
      snapshotEach(posts, ({ remoteId }) =>
        readPost({ client, token: session.token, signal }, session, remoteId),
      ),
    ),
});

async function readPost(
  reader: LinkedInCommentReader,
  session: LinkedInSession,
  urn: string,
): Promise<MetricsSnapshot | 'gone'> {
  const [, kind] = /^urn:li:(share|ugcPost):/u.exec(urn) ?? [];
  // The post is known only by its activity, for which LinkedIn has no figures.
  if (kind === undefined) return noneOf(session, 'not-offered');
  try {
    if (isOrganization(session)) return await statisticsOf(reader, session, kind, urn);
    if (!mayReadAnalytics(session)) return noneOf(session, 'not-permitted');
    return await analyticsOf(reader, kind === 'share' ? kind : 'ugc', urn);
  } catch (error) {
    // A post without figures may still exist.
    if (isGone(error)) return (await postExists(reader, urn)) ? noneOf(session, 'failed') : 'gone';
    if (isDenied(error)) return noneOf(session, 'not-permitted');
    throw error;
  }
}

async function statisticsOf(
  reader: LinkedInCommentReader,
  session: LinkedInSession,
  kind: string,
  urn: string,
): Promise<MetricsSnapshot | 'gone'> {
  const ofOrganization = `organizationalEntity=${encodeURIComponent(session.author)}`;
  const path = `/rest/organizationalEntityShareStatistics?q=organizationalEntity&${ofOrganization}`;
  const body = await read(reader, `${path}&${kind}s=List(${encodeURIComponent(urn)})`, true);
  const elements = listIn(body);
  const found = elements?.find((element) => idIn(at(element, kind)) === urn);
  if (found !== undefined) return statisticsIn(at(found, 'totalShareStatistics'));
  if (elements?.length !== 0) return noneOf(session, 'failed');
  // LinkedIn documents that it leaves out posts without views. It also leaves out posts that do not exist.
  return (await postExists(reader, urn)) ? statisticsIn({}, 0) : 'gone';
}

const statisticsIn = (statistics: JsonValue | undefined, absent: 0 | 'failed' = 'failed'): MetricsSnapshot =>
  joinSnapshots(
    Object.entries(STATISTICS).map(([metric, source]) =>
      snapshotOf({ [metric]: { source, counted: at(statistics, source), absent } }),
    ),
  );

async function postExists(reader: LinkedInCommentReader, urn: string): Promise<boolean> {
  try {
    await read(reader, `/rest/posts/${encodeURIComponent(urn)}?viewContext=AUTHOR`);
    return true;
  } catch (error) {
    if (isDenied(error)) return true;
    if (isGone(error)) return false;
    throw error;
  }
}

/** Reads each metric with one call. For some members, LinkedIn returns an empty list, which does not mean 0. */
async function analyticsOf(
  reader: LinkedInCommentReader,
  kind: 'share' | 'ugc',
  urn: string,
): Promise<MetricsSnapshot> {
  const snapshots: MetricsSnapshot[] = [NO_CLICKS];
  const entity = `(${kind}:${encodeURIComponent(urn)})`;
  for (const [metric, source] of Object.entries(ANALYTICS)) {
    const path = `/rest/memberCreatorPostAnalytics?q=entity&entity=${entity}&queryType=${source}&aggregation=TOTAL`;
    const elements = listIn(await read(reader, path, true));
    const [element] = elements ?? [];
    // Sources disagree about the name of the count.
    const counted = at(element, 'count') ?? at(element, 'value');
    snapshots.push(
      elements?.length === 0
        ? snapshotWithout([metric as Metric], 'not-permitted')
        : snapshotOf({ [metric]: { source, counted } }),
    );
  }
  return joinSnapshots(snapshots);
}

const listIn = ({ elements }: JsonObject): readonly JsonValue[] | null =>
  Array.isArray(elements) ? (elements as readonly JsonValue[]) : null;
