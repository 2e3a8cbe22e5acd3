import { COMMENT_READING_TEXT } from '@posthorn/contracts/integrations/comment-reading-text';
import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { ReadingOf, type ReadingPace, type ReadingWay } from '#modules/integrations/comments/public.ts';
import { LookAtSubscription } from '#modules/integrations/webhooks/public.ts';
import { AccountReading, type ReadingOutcome } from './account-reading.ts';
import { nextReading, READING_GAP_MS, SLOWEST_MS } from './pace.ts';
import { ReadingBudget } from './reading-budget.ts';
import { SIMULATED_WAITS, type SimulatedWaits } from './simulated-waits.ts';
import {
  NO_MONEY,
  NOT_READABLE,
  UNLISTED,
  Sources,
  type DueSource,
  type Source,
  type SourceKey,
} from './sources.ts';
import { WatchedPosts } from './watched-posts.ts';
import { isProved } from './webhook-proof.ts';

/** Accounts of one platform that a process reads at a time. */
const SLOTS = 8;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const TIMES = { tick: SECOND, renewLease: 20 * SECOND, firstRetry: 5 * MINUTE, drain: 10 * SECOND };
/** A reading that takes longer is broken off; what it has recorded stays. */
const READ_WITHIN = 2 * MINUTE;
/** Waits after one trouble and after each further one. */
const AFTER_TROUBLE = { first: MINUTE, most: 6 * 60 * MINUTE } as const;

/** Reads the comments of each connected account when its time has come. */
@Injectable()
export class ReadingLoop extends WorkerLoop<SourceKey, Platform> {
  protected override readonly loop: WorkLoop<SourceKey, Platform>;

  constructor(
    configuration: Configuration,
    private readonly sources: Sources,
    private readonly posts: WatchedPosts,
    private readonly reading: AccountReading,
    private readonly budget: ReadingBudget,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly clock: DatabaseClock,
    @Inject(SIMULATED_WAITS) private readonly simulated: SimulatedWaits,
    engine: EffectEngine,
  ) {
    super(configuration);
    const work = {
      name: 'inbox-reading',
      actor: 'read-comments',
      causeOf: ({ accountId }: DueSource) => `inbox-source:${String(accountId)}`,
      run: (row: DueSource) => this.#read(row),
    };
    this.loop = engine.leasedWork(work, sources, {
      name: 'inbox.reading',
      platforms,
      slots: SLOTS,
      times: TIMES,
      logger: new Logger('inbox'),
    });
  }

  async #read(row: DueSource): Promise<void> {
    const source = await this.sources.of(row.accountId);
    if (!source) return;
    const asked = await this.queries.execute(new ReadingOf(source));
    const isUnpaid = asked.pace !== null && !asked.isSimulated && this.budget.isUnset(row.platform);
    if (isUnpaid)
      await this.sources.noteTrouble(row.accountId, NO_MONEY.unset, COMMENT_READING_TEXT.noBudget);
    if (asked.pace === null) await this.sources.noteTrouble(row.accountId, NOT_READABLE, asked.why);
    if (asked.pace === null || isUnpaid) {
      // A consent may have been given meanwhile that tells nobody of it.
      await this.sources.putBack(row, SLOWEST_MS);
      return;
    }
    const gap = asked.isSimulated ? this.simulated.simulatedReading : READING_GAP_MS;
    const left = await this.sources.begin(row.accountId, gap);
    if (left !== null) return this.sources.putBack(row, left);
    const isOver = source.webhookAt !== null && !isProved(source, (await this.clock.now()).getTime());
    if (isOver) await this.sources.distrust(row.accountId);
    let outcome: ReadingOutcome;
    try {
      outcome = await this.reading.read(source, asked, AbortSignal.timeout(READ_WITHIN));
    } finally {
      await this.sources.end(row.accountId, gap);
    }
    await this.#readUntold(source, asked.pace);
    await this.sources.putBack(row, Math.max(gap, await this.#waitAfter(source, asked, outcome)));
  }

  /** Milliseconds. */
  async #waitAfter(source: Source, way: ReadingWay, outcome: ReadingOutcome): Promise<number> {
    const { accountId } = source;
    const now = (await this.clock.now()).getTime();
    if (outcome.kind === 'not-read') {
      const failures = await this.sources.noteTrouble(accountId, outcome.reason, outcome.words);
      if (outcome.until !== null) return Date.parse(outcome.until) - now;
      return Math.min(AFTER_TROUBLE.most, AFTER_TROUBLE.first * 2 ** Math.max(0, failures - 1));
    }
    await this.sources.noteRead(source, !outcome.isBehind, partIn(outcome));
    if (source.failures > 0 && !outcome.unread) await this.posts.retrySoon(accountId);
    if (outcome.isBehind) return 0;
    const wait = way.isSimulated
      ? this.simulated.simulatedReading
      : await this.#nextReading(source, way.pace, now);
    const thread = await this.posts.nextDue(accountId);
    return Math.min(wait, thread ?? wait);
  }

  async #nextReading({ accountId, platform }: Source, pace: ReadingPace, now: number): Promise<number> {
    const [youngest] = await this.posts.of(accountId);
    const read = await this.sources.of(accountId);
    const commentAt = read?.commentAt ?? null;
    return nextReading(pace, {
      youngestPost: youngest ? now - Date.parse(youngest.publishedAt) : null,
      lastComment: commentAt === null ? null : now - Date.parse(commentAt),
      sharers: pace.calls ? await this.sources.sharers(platform) : 1,
      isProved: read !== null && isProved(read, now),
    });
  }

  /** Whose word was relied on and is not any more: where threads were read less often for it, all of them are read now. */
  async #readUntold({ accountId, webhookAt }: Source, { source }: ReadingPace): Promise<void> {
    if (webhookAt === null || (await this.sources.of(accountId))?.webhookAt !== null) return;
    // It may not be subscribed any more: such things end without a word.
    await this.commands.execute(new LookAtSubscription(accountId));
    if (source === 'threads') await this.posts.readAllSoon(accountId);
  }
}

/** What could not be read by a reading that went well. */
function partIn({ unread, unlisted }: Extract<ReadingOutcome, { kind: 'read' }>) {
  if (unread) return { trouble: unread.reason, words: unread.words, isTold: true };
  return unlisted ? { trouble: UNLISTED, words: unlisted.words, isTold: false } : null;
}
