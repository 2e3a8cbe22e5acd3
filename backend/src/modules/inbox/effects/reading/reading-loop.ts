import { COMMENT_READING_TEXT } from '@posthorn/contracts/integrations/comment-reading-text';
import { platforms } from '@posthorn/contracts/shared/platform';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@posthorn/contracts/shared/durations';
import { Inject, Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { defineLeasedWork } from '#infrastructure/effects/define-leased-work.ts';
import {
  CommentsOfAccounts,
  type ReadingPace,
  type ReadingWay,
} from '#modules/integrations/ports/comments-of-accounts.ts';
import { WebhookSubscriptions } from '#modules/integrations/ports/webhook-subscriptions.ts';
import { AccountReading, type ReadingOutcome } from './account-reading.ts';
import { readingDelay, READING_GAP_MS, SLOWEST_MS } from '../../stores/reading/pace.ts';
import { ReadingBudget } from '../../stores/reading/reading-budget.ts';
import { SIMULATED_WAITS, type SimulatedWaits } from './simulated-waits.ts';
import { NO_BUDGET, NOT_READABLE, UNLISTED, Sources, type Source } from '../../stores/reading/sources.ts';
import { WatchedPosts } from './watched-posts.ts';
import { isWebhookProven } from '../../stores/reading/webhook-proof.ts';

/** The maximum duration of a reading. Comments that an aborted reading has recorded stay recorded. */
const READ_WITHIN = 2 * MINUTE_MS;
/** The wait after the first failure. It doubles with each further failure, up to `most`. */
const AFTER_TROUBLE = { first: MINUTE_MS, most: 6 * HOUR_MS } as const;

/** Reads the comments of a connected account. A source is such an account, with the state of its readings. */
@Injectable()
export class ReadAccount {
  constructor(
    private readonly sources: Sources,
    private readonly posts: WatchedPosts,
    private readonly reading: AccountReading,
    private readonly budget: ReadingBudget,
    private readonly comments: CommentsOfAccounts,
    private readonly subscriptions: WebhookSubscriptions,
    private readonly clock: DatabaseClock,
    @Inject(SIMULATED_WAITS) private readonly simulated: SimulatedWaits,
  ) {}

  /** @returns milliseconds until the next reading is due; `gone`: Posthorn does not read the comments of this account */
  async read(accountId: number): Promise<number | 'gone'> {
    const source = await this.sources.sourceOf(accountId);
    if (!source) return 'gone';
    const way = await this.comments.wayOf(source);
    const isUnpaid = way.pace !== null && !way.isSimulated && this.budget.isUnset(source.platform);
    if (isUnpaid) await this.sources.noteTrouble(accountId, NO_BUDGET.unset, COMMENT_READING_TEXT.noBudget);
    if (way.pace === null) await this.sources.noteTrouble(accountId, NOT_READABLE, way.why);
    if (way.pace === null || isUnpaid) {
      // Checks again later, because this module gets no event when a consent or a budget makes reading possible.
      return SLOWEST_MS;
    }
    const gap = way.isSimulated ? this.simulated.simulatedReading : READING_GAP_MS;
    const waitLeft = await this.sources.begin(accountId, gap);
    if (waitLeft !== null) return waitLeft;
    const hasProofExpired =
      source.webhookAt !== null && !isWebhookProven(source, (await this.clock.now()).getTime());
    if (hasProofExpired) await this.sources.distrust(accountId);
    let outcome: ReadingOutcome | null = null;
    try {
      outcome = await this.reading.read(source, way, AbortSignal.timeout(READ_WITHIN));
    } finally {
      if (outcome?.kind !== 'read') await this.sources.end(accountId, gap);
    }
    await this.#afterLostProof(source, way.pace);
    return Math.max(gap, await this.#waitAfter(source, way, outcome, gap));
  }

  /** Returns milliseconds until the next reading. */
  async #waitAfter(source: Source, way: ReadingWay, outcome: ReadingOutcome, gap: number): Promise<number> {
    const { accountId } = source;
    const now = (await this.clock.now()).getTime();
    if (outcome.kind === 'not-read') {
      const failures = await this.sources.noteTrouble(accountId, outcome.reason, outcome.words);
      if (outcome.until !== null) return Date.parse(outcome.until) - now;
      return Math.min(AFTER_TROUBLE.most, AFTER_TROUBLE.first * 2 ** Math.max(0, failures - 1));
    }
    if (source.failures > 0 && !outcome.unread) await this.posts.retrySoon(accountId);
    const untilNextThread = await this.sources.noteRead(
      source,
      !outcome.isBehind,
      partialTroubleOf(outcome),
      gap,
    );
    if (outcome.isBehind) return 0;
    const wait = way.isSimulated
      ? this.simulated.simulatedReading
      : await this.#nextReading(source, way.pace, now);
    return Math.min(wait, untilNextThread ?? wait);
  }

  async #nextReading({ accountId, platform }: Source, pace: ReadingPace, now: number): Promise<number> {
    const [youngest] = await this.posts.postsOf(accountId);
    const read = await this.sources.sourceOf(accountId);
    const commentAt = read?.commentAt ?? null;
    return readingDelay(pace, {
      youngestPost: youngest ? now - Date.parse(youngest.publishedAt) : null,
      lastComment: commentAt === null ? null : now - Date.parse(commentAt),
      sharers: pace.calls ? await this.sources.sharers(platform) : 1,
      isProved: read !== null && isWebhookProven(read, now),
    });
  }

  /**
   * Reacts when readings can no longer rely on the webhooks of this account. Because of the webhooks, Posthorn read threads less often. So
   * all threads become due.
   */
  async #afterLostProof({ accountId, webhookAt }: Source, { source }: ReadingPace): Promise<void> {
    if (webhookAt === null || (await this.sources.sourceOf(accountId))?.webhookAt !== null) return;
    // The subscription may have ended: platforms do not report this.
    await this.subscriptions.lookSoon(accountId);
    if (source === 'threads') await this.posts.readAllSoon(accountId);
  }
}

/** Returns why a reading is incomplete: the threads, or the list of new comments, could not be read. */
function partialTroubleOf({ unread, unlisted }: Extract<ReadingOutcome, { kind: 'read' }>) {
  if (unread) return { trouble: unread.reason, words: unread.words, isShown: true };
  return unlisted ? { trouble: UNLISTED, words: unlisted.words, isShown: false } : null;
}

/** Reads the comments of accounts that are due. */
export const ReadingLoop = defineLeasedWork({
  name: 'inbox-reading',
  actor: 'read-comments',
  loop: 'inbox.reading',
  logger: 'inbox',
  needs: { read: ReadAccount },
  rows: {
    table: 'inbox.source',
    columns: { accountId: 'bigint' },
    // The lease lasts longer than one request takes.
    lease: MINUTE_MS,
    server: { join: '', sql: 'due.server' },
  },
  cause: ({ accountId }) => `inbox-source:${String(accountId)}`,
  platforms,
  slots: 8,
  times: { tick: SECOND_MS, renewLease: 20 * SECOND_MS, firstRetry: 5 * MINUTE_MS, drain: 10 * SECOND_MS },
  run: ({ accountId }, { read }) => read.read(accountId),
});
