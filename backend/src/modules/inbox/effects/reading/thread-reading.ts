import { Inject, Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { ReadingWay } from '#modules/integrations/ports/comments-of-accounts.ts';
import { AFTER_REFUSAL, APPEARS_WITHIN_MS, threadDelay } from '../../stores/reading/pace.ts';
import type { AccountReads } from './platform-calls.ts';
import { ReadingRecord } from '../../stores/reading/reading-record.ts';
import {
  CommentRecorder,
  type FirstStoredComments,
  type RecordedComment,
} from '../../stores/reading/comment-recorder.ts';
import { SIMULATED_WAITS, type SimulatedWaits } from './simulated-waits.ts';
import type { Source } from '../../stores/reading/sources.ts';
import { concernsAccount, type NotRead } from './thread-refusals.ts';
import { WatchedPosts, type ReadThread, type Watched } from './watched-posts.ts';
import { isWebhookProven } from '../../stores/reading/webhook-proof.ts';

/** The maximum number of pages of a thread in a reading. The next reading continues with the next page. */
const PAGES = 20;
/** The maximum number of requests, in one reading, for single comments that are missing from a complete list. */
const REQUESTS_MAX = 20;

/**
 * `hasMorePages`: a later reading must continue. `trouble`: why the account cannot be read. `refusal`: why only this thread cannot be read.
 * `toNote`: null if the thread was not read to its end.
 */
type ThreadRead = Readonly<{
  hasMorePages: boolean;
  trouble: NotRead | null;
  refusal: NotRead | null;
  toNote: ReadThread | null;
}>;
const READ: ThreadRead = { hasMorePages: false, trouble: null, refusal: null, toNote: null };
/** `known`: returns the first stored comments under a post. */
type Asking = Readonly<{
  way: ReadingWay;
  calls: AccountReads;
  known: (postRemoteId: string) => Promise<FirstStoredComments>;
  signal: AbortSignal;
}>;

/** Reads the comments under one post, from the page where the last reading stopped, or from the first page. */
@Injectable()
export class ThreadReading {
  constructor(
    private readonly posts: WatchedPosts,
    private readonly recorder: CommentRecorder,
    private readonly record: ReadingRecord,
    private readonly clock: DatabaseClock,
    @Inject(SIMULATED_WAITS) private readonly simulated: SimulatedWaits,
  ) {}

  async read(source: Source, post: Watched, { way, calls, known, signal }: Asking): Promise<ThreadRead> {
    const listed = new Set<string>();
    // The product does not store the list of an earlier reading. So a list that continues on a later page never counts as complete.
    let isWhole = post.after === null;
    let { after } = post;
    let pages = 0;
    do {
      const seen = await this.record.beginning(source, 'thread');
      const thread: Awaited<ReturnType<AccountReads['thread']>> = await calls.thread(post, after);
      if (thread.kind === 'post-gone') {
        if (await this.#mayAppear(post)) {
          await this.posts.readLater(source.accountId, post.remoteId, this.waitsAfterRefusal(way).first);
          return READ;
        }
        // Records all stored comments under the post as gone, including those of earlier pages.
        for await (const stored of this.recorder.under(source, post.remoteId, 0))
          await this.record.recordGone(
            source,
            stored.map(({ key }) => key),
            seen,
          );
        await this.posts.drop(source.accountId, post.remoteId);
        return READ;
      }
      if (thread.kind !== 'read') {
        // The next reading continues with this page. Otherwise no reading would reach the end of a slow thread.
        const hasMorePages = (thread.kind === 'postponed' || signal.aborted) && after !== null && pages > 0;
        if (hasMorePages) await this.posts.storeNextPage(source.accountId, post.remoteId, after ?? '');
        return hasMorePages && thread.kind === 'refused' ? { ...READ, hasMorePages } : notRead(thread);
      }
      // A thread that continues may show old comments for the first time, so these comments may count as read.
      if (post.after === null) await this.record.recordSeen(source, thread.comments, seen);
      else await this.record.recordLater(source, thread.comments, { ...seen, isFirstReading: true });
      for (const { key } of thread.comments) listed.add(key);
      isWhole &&= thread.isPartial !== true;
      after = thread.next;
      pages++;
    } while (after !== null && pages < PAGES);
    if (after !== null) {
      await this.posts.storeNextPage(source.accountId, post.remoteId, after);
      return { ...READ, hasMorePages: true };
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

  /** Whether the platform may show this post later: the post is new, and no reading has found it yet. */
  async #mayAppear({ readAt, publishedAt }: Watched): Promise<boolean> {
    const age = (await this.clock.now()).getTime() - Date.parse(publishedAt);
    return readAt === null && age < APPEARS_WITHIN_MS;
  }

  /**
   * A comment that is missing from a complete list may be deleted, or only hidden from lists. So the product requests each missing comment by
   * its id. It begins after the last comment that the earlier reading requested. `to`: the last comment that was requested.
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
      const outcome = await calls.one(comment);
      if ((outcome.kind === 'refused' || outcome.kind === 'postponed') && concernsAccount(outcome))
        return { to, trouble: outcome };
      if (outcome.kind === 'gone') await this.record.recordGone(source, [comment.key], seen);
      if (outcome.kind === 'there') await this.record.recordSeen(source, [outcome.comment], seen);
      to = comment.commentId;
    }
    return { to, trouble: null };
  }

  /** Missing comments after `askedTo`, then from the first comment, at most as many as one reading requests. */
  async #missingUnder(
    source: Source,
    { remoteId, askedTo }: Watched,
    listed: ReadonlySet<string>,
    first: FirstStoredComments,
  ): Promise<readonly RecordedComment[]> {
    const missing = new Map<number, RecordedComment>();
    const last = askedTo ?? 0;
    const afterwards = first.comments.filter(({ commentId }) => commentId > last);
    for (const pages of first.isAll
      ? [[afterwards, first.comments]]
      : [this.recorder.under(source, remoteId, last), this.recorder.under(source, remoteId, 0)])
      for await (const page of pages) {
        for (const comment of page)
          if (missing.size < REQUESTS_MAX && !listed.has(comment.key))
            missing.set(comment.commentId, comment);
        if (missing.size === REQUESTS_MAX) return [...missing.values()];
      }
    return [...missing.values()];
  }

  /** Returns the waits of a refused thread, in milliseconds: after the first refusal, and the maximum. */
  waitsAfterRefusal({ isSimulated }: ReadingWay): Readonly<{ first: number; most: number }> {
    const { simulatedThread: first } = this.simulated;
    return isSimulated ? { first, most: 4 * first } : AFTER_REFUSAL;
  }

  /** Milliseconds until the next reading of the thread of a post of this age; null: no further reading. */
  waitFor({ pace, hasNews, isSimulated }: ReadingWay, age: number, isWebhookProven: boolean): number | null {
    const wait = threadDelay(pace.source, age, isWebhookProven);
    if (!isSimulated || wait === null) return wait;
    return hasNews ? this.simulated.simulatedThread : this.simulated.simulatedReading;
  }
}

const notRead = (thread: NotRead): ThreadRead =>
  concernsAccount(thread) ? { ...READ, trouble: thread } : { ...READ, refusal: thread };
