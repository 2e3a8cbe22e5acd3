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
import { REQUESTS } from './budgets.ts';
import { stepOutcome } from './errors.ts';
import { COUNTED_AT_ONCE, postsAt } from './posts.ts';
import type { BlueskySession, BlueskySessions } from './session.ts';
import { XrpcError, type Xrpc } from './xrpc.ts';

type Looks = ReadonlyMap<string, Look | 'gone'>;

const saysInvalid = (error: unknown): boolean =>
  error instanceof XrpcError && error.status === 400 && error.code === 'InvalidRequest';

/** How often posts were liked, answered, passed on and quoted, as `app.bsky.feed.getPosts` counts. How often they were seen nobody knows. */
export class BlueskyMetrics implements MetricsConnector {
  constructor(
    private readonly xrpc: Xrpc,
    private readonly sessions: BlueskySessions,
    private readonly clock: Clock,
  ) {}

  paceOf(): MetricsPace {
    return { batch: COUNTED_AT_ONCE, host: REQUESTS };
  }

  async read(
    access: AccountAccess,
    posts: readonly MeasuredPost[],
    signal: AbortSignal,
  ): Promise<MetricsOutcome> {
    try {
      const looks = await this.sessions.use(access, (session) => this.#looks(session, posts, signal));
      return { kind: 'read', looks };
    } catch (error) {
      return stepOutcome(error, this.clock.now());
    }
  }

  /** Posts that are not there are left out of the answer. One uri that is refused fails all of them: halves find it, and it is left out. */
  async #looks(session: BlueskySession, posts: readonly MeasuredPost[], signal: AbortSignal): Promise<Looks> {
    const uris = posts.map(({ remoteId }) => remoteId);
    try {
      const found = await postsAt(this.xrpc, session, uris, signal);
      return looksOfList(posts, found, ({ uri }) => idIn(uri), lookAt);
    } catch (error) {
      if (!saysInvalid(error)) throw error;
      if (posts.length < 2) return new Map();
      const half = Math.ceil(posts.length / 2);
      const first = await this.#looks(session, posts.slice(0, half), signal);
      return new Map([...first, ...(await this.#looks(session, posts.slice(half), signal))]);
    }
  }
}

/** Figures of a post as its view (`app.bsky.feed.defs#postView`) has them. */
export const lookAt = ({ likeCount, replyCount, repostCount, quoteCount }: JsonObject): Look =>
  lookOf({
    likes: { source: 'likeCount', counted: likeCount },
    comments: { source: 'replyCount', counted: replyCount },
    shares: { source: 'repostCount + quoteCount', added: [repostCount, quoteCount] },
    quotes: { source: 'quoteCount', counted: quoteCount },
  });
