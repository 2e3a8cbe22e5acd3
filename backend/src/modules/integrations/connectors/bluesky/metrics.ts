import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { AccountAccess } from '../contract/account-access.ts';
import type {
  Look,
  MeasuredPost,
  MetricsConnector,
  MetricsOutcome,
  MetricsPace,
} from '../contract/metrics.ts';
import { idIn } from '../json.ts';
import { lookOf } from '../metrics/look.ts';
import { looksOfList } from '../metrics/looks-of-list.ts';
import { stepOutcome } from './errors.ts';
import { COUNTED_AT_ONCE, postsAt } from './posts.ts';
import type { BlueskySessions } from './session.ts';
import type { Xrpc } from './xrpc.ts';

/** How often posts were liked, answered, passed on and quoted, as `app.bsky.feed.getPosts` counts. How often they were seen nobody knows. */
export class BlueskyMetrics implements MetricsConnector {
  constructor(
    private readonly xrpc: Xrpc,
    private readonly sessions: BlueskySessions,
    private readonly clock: Clock,
  ) {}

  paceOf(): MetricsPace {
    return { batch: COUNTED_AT_ONCE };
  }

  /** Posts that are not there are left out of the answer. */
  async read(
    access: AccountAccess,
    posts: readonly MeasuredPost[],
    signal: AbortSignal,
  ): Promise<MetricsOutcome> {
    const uris = posts.map(({ remoteId }) => remoteId);
    try {
      const found = await this.sessions.use(access, (session) => postsAt(this.xrpc, session, uris, signal));
      return { kind: 'read', looks: looksOfList(posts, found, ({ uri }) => idIn(uri), lookAt) };
    } catch (error) {
      return stepOutcome(error, this.clock.now());
    }
  }
}

const lookAt = ({ likeCount, replyCount, repostCount, quoteCount }: JsonObject): Look =>
  lookOf({
    likes: { source: 'likeCount', counted: likeCount },
    comments: { source: 'replyCount', counted: replyCount },
    shares: { source: 'repostCount + quoteCount', added: [repostCount, quoteCount] },
    quotes: { source: 'quoteCount', counted: quoteCount },
  });
