import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { MetricsSnapshot, MeasuredPost, MetricsConnector } from '../contract/metrics.ts';
import { at, listOf, objectOf } from '../kit/json.ts';
import type { AccountCalls } from '../kit/account-calls.ts';
import { snapshotOf, snapshotWithout } from '../kit/metrics/snapshot.ts';
import { snapshotEach } from '../kit/metrics/snapshots-of-list.ts';
import type { SnapchatClient } from './client.ts';
import { isMissing } from './errors.ts';
import type { SnapchatSession } from './tokens.ts';

const READ_MS = 20_000;

/**
 * Snapchat's figures of a Spotlight or a saved story (developers.snap.com `Public-Profile-API/Metrics`). The page mentions views
 * and shares, but shows no response. So their spelling in a response and its structure are assumptions, derived from other calls.
 * A figure with a different spelling counts as missing. A story has no id for this request.
 */
export const snapchatMetrics = (
  client: SnapchatClient,
  calls: AccountCalls<SnapchatSession>,
): MetricsConnector => ({
  paceOf: () => ({ batch: 1 }),
  read: (access, posts, signal) =>
    calls.snapshots(access, (session) =>
      snapshotEach(posts, (post) => readPost(client, session, post, signal)),
    ),
});

async function readPost(
  client: SnapchatClient,
  { token, profile }: SnapchatSession,
  { remoteId, permalink }: MeasuredPost,
  signal: AbortSignal,
): Promise<MetricsSnapshot | 'gone'> {
  // Only Spotlights have a permalink.
  const isSpotlight = permalink !== null;
  const asset = `${isSpotlight ? 'spotlights' : 'saved_stories'}/${encodeURIComponent(remoteId)}`;
  const path = `${profile}/${asset}/stats?granularity=LIFETIME`;
  try {
    return snapshotFrom(await client.send({ token, path, request: { signal, timeoutMs: READ_MS } }));
  } catch (error) {
    if (!isMissing(error)) throw error;
    // A post without a permalink may be a story, whose `remoteId` is the id of its file.
    return isSpotlight ? 'gone' : snapshotWithout(['impressions', 'shares'], 'not-offered');
  }
}

function snapshotFrom(response: JsonObject): MetricsSnapshot {
  const [first] = listOf(response['stats']);
  const figures = Object.entries(objectOf(at(first, 'stat')) ?? {});
  const figureOf = (name: string): JsonValue | undefined =>
    figures.find(([each]) => each.toLowerCase() === name)?.[1];
  return snapshotOf({
    impressions: { source: 'views', counted: figureOf('views') },
    shares: { source: 'shares', counted: figureOf('shares') },
  });
}
