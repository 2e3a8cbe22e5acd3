import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { AsAccount } from '../comments/comment-calls.ts';
import type { AccountAccess } from '../contract/account-access.ts';
import type {
  Look,
  MeasuredPost,
  MetricsConnector,
  MetricsOutcome,
  MetricsPace,
} from '../contract/metrics.ts';
import { at, listOf, objectOf } from '../json.ts';
import { lookOf, lookWithout } from '../metrics/look.ts';
import { lookAtEach } from '../metrics/look-at-each.ts';
import type { SnapchatClient } from './client.ts';
import { isMissing, stepOutcome } from './errors.ts';
import type { SnapchatSession } from './session.ts';

const READ_MS = 20_000;

/**
 * What Snapchat counts of a Spotlight or a saved story (developers.snap.com `Public-Profile-API/Metrics`). The page names views and
 * shares; how an answer spells them, and the lists around them, is taken from its other calls and was not seen: what is spelt otherwise
 * is missing. A story has no id to ask by.
 */
export class SnapchatMetrics implements MetricsConnector {
  constructor(
    private readonly client: SnapchatClient,
    private readonly clock: Clock,
    private readonly as: AsAccount<SnapchatSession>,
  ) {}

  paceOf(): MetricsPace {
    return { batch: 1 };
  }

  async read(
    access: AccountAccess,
    posts: readonly MeasuredPost[],
    signal: AbortSignal,
  ): Promise<MetricsOutcome> {
    try {
      const looks = await this.as(access, (session) =>
        lookAtEach(posts, (post) => this.#look(session, post, signal)),
      );
      return { kind: 'read', looks };
    } catch (error) {
      return stepOutcome(error, this.clock.now());
    }
  }

  async #look(
    { token, profile }: SnapchatSession,
    { remoteId, permalink }: MeasuredPost,
    signal: AbortSignal,
  ): Promise<Look | 'gone'> {
    // Spotlights alone have an address.
    const isSpotlight = permalink !== null;
    const asset = `${isSpotlight ? 'spotlights' : 'saved_stories'}/${encodeURIComponent(remoteId)}`;
    const path = `${profile}/${asset}/stats?granularity=LIFETIME`;
    try {
      return lookIn(await this.client.send({ token, path, request: { signal, timeoutMs: READ_MS } }));
    } catch (error) {
      if (!isMissing(error)) throw error;
      // What has no address may be a story, known by its file.
      return isSpotlight ? 'gone' : lookWithout(['impressions', 'shares'], 'not-offered');
    }
  }
}

function lookIn(answer: JsonObject): Look {
  const [first] = listOf(answer['stats']);
  const told = Object.entries(objectOf(at(first, 'stat')) ?? {});
  const counted = (name: string): JsonValue | undefined =>
    told.find(([each]) => each.toLowerCase() === name)?.[1];
  return lookOf({
    impressions: { source: 'views', counted: counted('views') },
    shares: { source: 'shares', counted: counted('shares') },
  });
}
