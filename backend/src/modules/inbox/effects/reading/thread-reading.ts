import { Inject, Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { ReadingWay } from '#modules/integrations/ports/comments-of-accounts.ts';
import { AFTER_REFUSAL, threadDelay } from '../../stores/reading/pace.ts';
import type { AccountReads } from './platform-calls.ts';
import { ReadingRecord } from '../../stores/reading/reading-record.ts';
import {
  CommentRecorder,
  type FirstUnder,
  type RecordedComment,
} from '../../stores/reading/comment-recorder.ts';
import { SIMULATED_WAITS, type SimulatedWaits } from './simulated-waits.ts';
import type { Source } from '../../stores/reading/sources.ts';
import { isOfAccount, type NotRead } from './thread-refusals.ts';
import { WatchedPosts, type ReadThread, type Watched } from './watched-posts.ts';
import { isWebhookProven } from '../../stores/reading/webhook-proof.ts';

/** The most pages of a thread in a reading. The next reading continues after them. */
const PAGES = 20;
/** The most single requests for comments that a complete list has left out. */
const ASKED = 20;

/**
 * `isLeft`: there are more pages. `trouble`: of the account. `refusal`: of this thread alone. `toNote`: null where it was not read to its
 * end.
 */
type ThreadRead = Readonly<{
  isLeft: boolean;
  trouble: NotRead | null;
  refusal: NotRead | null;
  toNote: ReadThread | null;
}>;
const READ: ThreadRead = { isLeft: false, trouble: null, refusal: null, toNote: null };
/** `known`: the first page of what was recorded under a post before its thread was read. */
type Asking = Readonly<{
  way: ReadingWay;
  calls: AccountReads;
  known: (postRemoteId: string) => Promise<FirstUnder>;
  signal: AbortSignal;
}>;

/** Reads the comments under one post. */
@Injectable()
export class ThreadReading {
  constructor(
    private readonly posts: WatchedPosts,
    private readonly recorder: CommentRecorder,
    private readonly record: ReadingRecord,
    private readonly clock: DatabaseClock,
    @Inject(SIMULATED_WAITS) private readonly simulated: SimulatedWaits,
  ) {}

  /** From where the last reading left it, or from its beginning. */
  async read(source: Source, post: Watched, { way, calls, known, signal }: Asking): Promise<ThreadRead> {
    const listed = new Set<string>();
    // The list of earlier readings is not stored, so a thread that continues never counts as complete.
    let isWhole = post.after === null;
    let { after } = post;
    let pages = 0;
    do {
      const seen = await this.record.beginning(source, 'thread');
      const thread: Awaited<ReturnType<AccountReads['thread']>> = await calls.thread(post, after);
      if (thread.kind === 'post-gone') {
        // Those of its earlier pages are among them.
        for await (const there of this.recorder.under(source, post.remoteId, 0))
          await this.record.recordGone(
            source,
            there.map(({ key }) => key),
            seen,
          );
        await this.posts.drop(source.accountId, post.remoteId);
        return READ;
      }
      if (thread.kind !== 'read') {
        // The next reading continues after the pages that were read. Otherwise a slow thread would never be read to its end.
        const isLeft = (thread.kind === 'postponed' || signal.aborted) && after !== null && pages > 0;
        if (isLeft) await this.posts.noteLeft(source.accountId, post.remoteId, after ?? '');
        return isLeft && thread.kind === 'refused' ? { ...READ, isLeft } : notRead(thread);
      }
      // An old comment on a page that no earlier reading reached is not new.
      if (post.after === null) await this.record.recordSeen(source, thread.comments, seen);
      else await this.record.recordLater(source, thread.comments, { ...seen, isFirstReading: true });
      for (const { key } of thread.comments) listed.add(key);
      isWhole &&= thread.isPartial !== true;
      after = thread.next;
      pages++;
    } while (after !== null && pages < PAGES);
    if (after !== null) {
      await this.posts.noteLeft(source.accountId, post.remoteId, after);
      return { ...READ, isLeft: true };
    }
    // A comment that is missing from a list counts as deleted only if the list was read to its end.
    const asked = isWhole
      ? await this.#askForMissing(
          source,
          post,
          await this.#missingUnder(source, post, listed, await known(post.remoteId)),
          calls,
        )
      : { to: post.askedTo, trouble: null };
    const now = (await this.clock.now()).getTime();
    const next = this.waitFor(way, now - Date.parse(post.publishedAt), isWebhookProven(source, now));
    const toNote = { remoteId: post.remoteId, dueAt: post.dueAt, next, askedTo: asked.to };
    return { ...READ, trouble: asked.trouble, toNote };
  }

  /**
   * A comment that a complete list leaves out may be deleted, or only hidden from lists. So each is requested by its id. This reading
   * begins after the ones of the last reading, so that each gets its turn. `to`: the last one that was requested.
   */
  async #askForMissing(
    source: Source,
    { askedTo }: Watched,
    missing: readonly RecordedComment[],
    calls: AccountReads,
  ): Promise<Readonly<{ to: number | null; trouble: NotRead | null }>> {
    let to = askedTo;
    for (const comment of missing) {
      const seen = await this.record.beginning(source, 'one');
      const answer = await calls.one(comment);
      if ((answer.kind === 'refused' || answer.kind === 'postponed') && isOfAccount(answer))
        return { to, trouble: answer };
      if (answer.kind === 'gone') await this.record.recordGone(source, [comment.key], seen);
      if (answer.kind === 'there') await this.record.recordSeen(source, [answer.comment], seen);
      to = comment.commentId;
    }
    return { to, trouble: null };
  }

  /** The next comments after `askedTo`, then from the first on, as many as one reading requests. */
  async #missingUnder(
    source: Source,
    { remoteId, askedTo }: Watched,
    listed: ReadonlySet<string>,
    first: FirstUnder,
  ): Promise<readonly RecordedComment[]> {
    const missing = new Map<number, RecordedComment>();
    const last = askedTo ?? 0;
    const afterwards = first.comments.filter(({ commentId }) => commentId > last);
    for (const pages of first.isAll
      ? [[afterwards, first.comments]]
      : [this.recorder.under(source, remoteId, last), this.recorder.under(source, remoteId, 0)])
      for await (const page of pages) {
        for (const comment of page)
          if (missing.size < ASKED && !listed.has(comment.key)) missing.set(comment.commentId, comment);
        if (missing.size === ASKED) return [...missing.values()];
      }
    return [...missing.values()];
  }

  /** Milliseconds until a refused thread is tried again: after the first refusal, and at most. */
  waitsAfterRefusal({ isSimulated }: ReadingWay): Readonly<{ first: number; most: number }> {
    const { simulatedThread: first } = this.simulated;
    return isSimulated ? { first, most: 4 * first } : AFTER_REFUSAL;
  }

  /** Milliseconds until the thread of a post of this age is read again; null: it is not. */
  waitFor({ pace, hasNews, isSimulated }: ReadingWay, age: number, isWebhookProven: boolean): number | null {
    const wait = threadDelay(pace.source, age, isWebhookProven);
    if (!isSimulated || wait === null) return wait;
    return hasNews ? this.simulated.simulatedThread : this.simulated.simulatedReading;
  }
}

const notRead = (thread: NotRead): ThreadRead =>
  isOfAccount(thread) ? { ...READ, trouble: thread } : { ...READ, refusal: thread };
