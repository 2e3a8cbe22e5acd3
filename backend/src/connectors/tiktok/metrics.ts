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
const AT_ONCE = 20;
/** The metrics that both products have. */
const SCOPE = 'video.list';
const SHARED = ['likes', 'comments', 'shares', 'views'] as const;
const REACH = snapshotWithout(['reach'], 'not-offered');
const BUSINESS_FIELDS = ['item_id', 'likes', 'comments', 'shares', 'video_views', 'reach'];

type Snapshots = ReadonlyMap<string, MetricsSnapshot | 'gone'>;
type Asked = Readonly<{ access: AccountAccess; posts: readonly MeasuredPost[]; signal: AbortSignal }>;

/**
 * Figures of public posts. With its grant, the API for Business returns them, with their reach; else the display API of the product
 * that posts. Neither counts impressions; a view is a play.
 */
export function tiktokMetrics(
  as: AsAccount<Ask>,
  asBusiness: AsAccount<TikTokBusiness>,
  client: BusinessClient,
  clock: Clock,
): MetricsConnector {
  /** Null: the grant does not include metrics. */
  const byBusiness = async ({ access, posts, signal }: Asked): Promise<MetricsOutcome | null> => {
    const filters = { video_ids: posts.map(({ remoteId }) => remoteId) };
    try {
      const data = await asBusiness(access, ({ token, businessId }) =>
        client.send(token, {
          path: '/business/video/list/',
          query: {
            business_id: businessId,
            fields: JSON.stringify(BUSINESS_FIELDS),
            filters: JSON.stringify(filters),
            max_count: String(AT_ONCE),
          },
          request: { signal, timeoutMs: READ_MS },
        }),
      );
      return { kind: 'read', snapshots: snapshotsIn(data, posts, 'item_id', businessLook) };
    } catch (error) {
      return lacksPermission(error) ? null : BUSINESS_OUTCOMES.stepOutcome(error, clock.now());
    }
  };

  const byDisplay = async ({ access, posts, signal }: Asked): Promise<MetricsOutcome> => {
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
      return { kind: 'read', snapshots: snapshotsIn(data, posts, 'id', displayLook) };
    } catch (error) {
      if (!lacksScope(error)) return OUTCOMES.stepOutcome(error, clock.now());
      return { kind: 'read', snapshots: new Map(video_ids.map((id) => [id, withoutAny('not-permitted')])) };
    }
  };
  return {
    paceOf: () => ({ batch: AT_ONCE }),
    read: async (access, posts, signal) => {
      const isPublic = ({ remoteId }: MeasuredPost) => /^\d+$/u.test(remoteId);
      // The other posts never got a public id, so they have the id by which they were published.
      const unseen = posts
        .filter((post) => !isPublic(post))
        .map(({ remoteId }) => [remoteId, withoutAny('not-offered')] as const);
      const asked = { access, posts: posts.filter(isPublic), signal };
      if (asked.posts.length === 0) return { kind: 'read', snapshots: new Map(unseen) };
      const outcome =
        (isOpenFor(await access.credentials()) ? await byBusiness(asked) : null) ?? (await byDisplay(asked));
      return outcome.kind === 'read'
        ? { kind: 'read', snapshots: new Map([...outcome.snapshots, ...unseen]) }
        : outcome;
    },
  };
}

/** Accounts that granted only comments are measured without it. */
function isOpenFor(credentials: JsonObject): boolean {
  const part = businessPartOf(credentials);
  return part !== null && mayHave(part, SCOPE);
}

/** TikTok leaves out missing posts, and also those that are now private. So nothing is known about either. */
function snapshotsIn(
  data: JsonValue,
  posts: readonly MeasuredPost[],
  id: string,
  lookAt: (video: JsonObject) => MetricsSnapshot,
): Snapshots {
  const snapshots = snapshotsOfList(posts, at(data, 'videos'), (video) => idIn(video[id]), lookAt);
  return new Map([...snapshots].filter(([, look]) => look !== 'gone'));
}

const withoutAny = (reason: 'not-offered' | 'not-permitted'): MetricsSnapshot =>
  joinSnapshots([snapshotWithout(SHARED, reason), REACH]);

const displayLook = (video: JsonObject): MetricsSnapshot =>
  joinSnapshots([
    snapshotOf({
      likes: { source: 'like_count', counted: video['like_count'] },
      comments: { source: 'comment_count', counted: video['comment_count'] },
      shares: { source: 'share_count', counted: video['share_count'] },
      views: { source: 'view_count', counted: video['view_count'] },
    }),
    REACH,
  ]);

const businessLook = ({ likes, comments, shares, video_views, reach }: JsonObject): MetricsSnapshot =>
  snapshotOf({
    likes: { source: 'likes', counted: likes },
    comments: { source: 'comments', counted: comments },
    shares: { source: 'shares', counted: shares },
    views: { source: 'video_views', counted: video_views },
    reach: { source: 'reach', counted: reach },
  });
