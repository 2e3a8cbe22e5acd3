import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { MetricsSnapshot, MetricsConnector } from '../contract/metrics.ts';
import { at, idIn, objectOf } from '../kit/json.ts';
import { snapshotOf, snapshotWithout } from '../kit/metrics/snapshot.ts';
import type { MastodonClient } from './client/client.ts';
import { lacksScope, OUTCOMES } from './errors.ts';
import { withSession, type MastodonSession } from './tokens.ts';
import { STATUSES_PER_CALL, MastodonStatuses } from './publish/statuses.ts';

const METRICS = ['likes', 'comments', 'shares', 'quotes'] as const;

/** Figures of posts, as the account's own instance counts them; other instances count separately. Instances do not count views. */
export function mastodonMetrics(client: MastodonClient, clock: Clock): MetricsConnector {
  const statuses = new MastodonStatuses(client);
  /**
   * Compatible servers may ignore `id[]`. So before a missing post counts as gone, this reads it with a separate call. If `signal`
   * is aborted in the meantime, this returns the figures that it already has.
   */
  const snapshotsOf = async (session: MastodonSession, ids: readonly string[], signal: AbortSignal) => {
    const listed = (await statuses.listed(session, ids, signal)) ?? [];
    const byId = new Map(listed.map((status) => [idIn(at(status, 'id')), status]));
    const snapshots = new Map<string, MetricsSnapshot | 'gone'>();
    try {
      for (const id of ids) {
        const status = byId.get(id) ?? (await statuses.one(session, id, signal));
        const snapshot = snapshotOrGone(status, id);
        if (snapshot) snapshots.set(id, snapshot);
      }
    } catch (error) {
      if (!signal.aborted || snapshots.size === 0) throw error;
    }
    return snapshots;
  };
  return {
    paceOf: () => ({ batch: STATUSES_PER_CALL }),
    read: async (access, posts, signal) => {
      const ids = posts.map(({ remoteId }) => remoteId);
      try {
        return {
          kind: 'read',
          snapshots: await withSession(access, (session) => snapshotsOf(session, ids, signal)),
        };
      } catch (error) {
        if (lacksScope(error))
          return {
            kind: 'read',
            snapshots: new Map(ids.map((id) => [id, snapshotWithout(METRICS, 'not-permitted')])),
          };
        return OUTCOMES.stepOutcome(error, clock.now());
      }
    },
  };
}

/** Null: the response does not contain this post. */
function snapshotOrGone(response: JsonValue, id: string): MetricsSnapshot | 'gone' | null {
  if (response === null) return 'gone';
  const status = objectOf(response);
  return status && idIn(status['id']) === id ? snapshotFrom(status) : null;
}

/** The figures in a status (https://docs.joinmastodon.org/entities/Status/). */
export function snapshotFrom(status: JsonObject): MetricsSnapshot {
  const { favourites_count: likes, replies_count: comments, reblogs_count: boosts } = status;
  // Quotes exist since Mastodon 4.5. Earlier versions and other servers do not count quotes.
  const quotes = status['quotes_count'] ?? null;
  return snapshotOf({
    likes: { source: 'favourites_count', counted: likes },
    comments: { source: 'replies_count', counted: comments },
    shares:
      quotes === null
        ? { source: 'reblogs_count', counted: boosts }
        : { source: 'reblogs_count + quotes_count', added: [boosts, quotes] },
    quotes: { source: 'quotes_count', counted: quotes, absent: 'not-offered' },
  });
}
