import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { AccountAccess } from '../contract/account-access.ts';
import type { MetricsSnapshot, MeasuredPost, MetricsConnector, MetricsOutcome } from '../contract/metrics.ts';
import { at, idIn } from '../kit/json.ts';
import type { AsAccount } from '../kit/as-account.ts';
import { joinSnapshots, snapshotOf, snapshotWithout } from '../kit/metrics/snapshot.ts';
import { snapshotsOfList } from '../kit/metrics/snapshots-of-list.ts';
import { mayHave } from '../kit/oauth/oauth-credentials.ts';
import type { Ask } from './client.ts';
import type { BusinessClient } from './comments/business-client.ts';
import type { TikTokBusiness } from './comments/business-grant.ts';
import { BUSINESS_OUTCOMES, lacksPermission } from './comments/business-outcomes.ts';
import { businessPartOf } from './comments/business-tokens.ts';
import { lacksScope, OUTCOMES } from './errors.ts';

const READ_MS = 20_000;
const POSTS_PER_CALL = 20;
/** The scope for metrics. */
const SCOPE = 'video.list';
const METRICS_OF_BOTH_APIS = ['likes', 'comments', 'shares', 'views'] as const;
const NO_REACH = snapshotWithout(['reach'], 'not-offered');
const BUSINESS_FIELDS = ['item_id', 'likes', 'comments', 'shares', 'video_views', 'reach'];

type Snapshots = ReadonlyMap<string, MetricsSnapshot | 'gone'>;
type MetricsRequest = Readonly<{
  access: AccountAccess;
  posts: readonly MeasuredPost[];
  signal: AbortSignal;
}>;

/**
 * Figures of public posts. If the account granted access, they come from the API for Business, which also returns the reach.
 * Otherwise they come from the display API. Neither API counts impressions; a view is a play.
 */
export function tiktokMetrics(
  as: AsAccount<Ask>,
  asBusiness: AsAccount<TikTokBusiness>,
  client: BusinessClient,
  clock: Clock,
): MetricsConnector {
  /** Reads the figures from the API for Business. Null: the grant does not include metrics. */
  const readFromBusiness = async ({
    access,
    posts,
    signal,
  }: MetricsRequest): Promise<MetricsOutcome | null> => {
    const filters = { video_ids: posts.map(({ remoteId }) => remoteId) };
    try {
      const data = await asBusiness(access, ({ token, businessId }) =>
        client.send(token, {
          path: '/business/video/list/',
          query: {
            business_id: businessId,
            fields: JSON.stringify(BUSINESS_FIELDS),
            filters: JSON.stringify(filters),
            max_count: String(POSTS_PER_CALL),
          },
          request: { signal, timeoutMs: READ_MS },
        }),
      );
      return { kind: 'read', snapshots: snapshotsIn(data, posts, 'item_id', businessSnapshot) };
    } catch (error) {
      return lacksPermission(error) ? null : BUSINESS_OUTCOMES.stepOutcome(error, clock.now());
    }
  };

  const readFromDisplay = async ({ access, posts, signal }: MetricsRequest): Promise<MetricsOutcome> => {
    const video_ids = posts.map(({ remoteId }) => remoteId);
    try {
      const data = await as(access, (ask) =>
        ask({
          path: '/v2/video/query/',
          query: { fields: 'id,like_count,comment_count,share_count,view_count' },
          json: { filters: { video_ids } },
          request: { signal, timeoutMs: READ_MS },
        }),
      );
      return { kind: 'read', snapshots: snapshotsIn(data, posts, 'id', displaySnapshot) };
    } catch (error) {
      if (!lacksScope(error)) return OUTCOMES.stepOutcome(error, clock.now());
      return { kind: 'read', snapshots: new Map(video_ids.map((id) => [id, allMissing('not-permitted')])) };
    }
  };
  return {
    paceOf: () => ({ batch: POSTS_PER_CALL }),
    read: async (access, posts, signal) => {
      const isPublic = ({ remoteId }: MeasuredPost) => /^\d+$/u.test(remoteId);
      // Posts without a numeric id have no public id, only a publish id. TikTok has no figures of such posts.
      const notPublic = posts
        .filter((post) => !isPublic(post))
        .map(({ remoteId }) => [remoteId, allMissing('not-offered')] as const);
      const request = { access, posts: posts.filter(isPublic), signal };
      if (request.posts.length === 0) return { kind: 'read', snapshots: new Map(notPublic) };
      const outcome =
        (mayReadFromBusiness(await access.credentials()) ? await readFromBusiness(request) : null) ??
        (await readFromDisplay(request));
      return outcome.kind === 'read'
        ? { kind: 'read', snapshots: new Map([...outcome.snapshots, ...notPublic]) }
        : outcome;
    },
  };
}

/** Whether the grant of the API for Business includes metrics. Some accounts granted only comments. */
function mayReadFromBusiness(credentials: JsonObject): boolean {
  const part = businessPartOf(credentials);
  return part !== null && mayHave(part, SCOPE);
}

/** TikTok leaves out deleted posts, and also private posts. So this returns nothing about a missing post. */
function snapshotsIn(
  data: JsonValue,
  posts: readonly MeasuredPost[],
  idField: string,
  snapshotFrom: (video: JsonObject) => MetricsSnapshot,
): Snapshots {
  const snapshots = snapshotsOfList(posts, at(data, 'videos'), (video) => idIn(video[idField]), snapshotFrom);
  return new Map([...snapshots].filter(([, snapshot]) => snapshot !== 'gone'));
}

const allMissing = (reason: 'not-offered' | 'not-permitted'): MetricsSnapshot =>
  joinSnapshots([snapshotWithout(METRICS_OF_BOTH_APIS, reason), NO_REACH]);

const displaySnapshot = (video: JsonObject): MetricsSnapshot =>
  joinSnapshots([
    snapshotOf({
      likes: { source: 'like_count', counted: video['like_count'] },
      comments: { source: 'comment_count', counted: video['comment_count'] },
      shares: { source: 'share_count', counted: video['share_count'] },
      views: { source: 'view_count', counted: video['view_count'] },
    }),
    NO_REACH,
  ]);

const businessSnapshot = ({ likes, comments, shares, video_views, reach }: JsonObject): MetricsSnapshot =>
  snapshotOf({
    likes: { source: 'likes', counted: likes },
    comments: { source: 'comments', counted: comments },
    shares: { source: 'shares', counted: shares },
    views: { source: 'video_views', counted: video_views },
    reach: { source: 'reach', counted: reach },
  });
