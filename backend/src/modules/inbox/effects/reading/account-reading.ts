import { isSameJson } from '@posthorn/event-sourcing';
import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { ReadingWay } from '#modules/integrations/ports/comments-of-accounts.ts';
import { FIRST_READ_MS, OVERLAP_MS } from '../../stores/reading/pace.ts';
import { PlatformCalls, type AccountReads } from './platform-calls.ts';
import { ReadingRecord } from '../../stores/reading/reading-record.ts';
import {
  CommentRecorder,
  type FirstStoredComments,
  type StoredCommentsByPost,
} from '../../stores/reading/comment-recorder.ts';
import { Sources, type Source } from '../../stores/reading/sources.ts';
import { ThreadReading } from './thread-reading.ts';
import { commonRefusal, type NotRead } from './thread-refusals.ts';
import { WatchedPosts, type ReadThread, type Watched } from './watched-posts.ts';
import { isWebhookProven } from '../../stores/reading/webhook-proof.ts';

/** The maximum number of pages of one list in a reading. The next reading reads the rest. */
const PAGES = 20;
/** The maximum number of threads in a reading, so that one account does not occupy a worker for long. */
const THREADS = 10;
/** Threads that were read within this time, in milliseconds, are stored together. */
const STORE_EVERY_MS = 1_000;
/** After this number of consecutive refused threads, the reading ends. The next reading continues with the other threads. */
const REFUSED_IN_A_ROW = 3;

/** The platform lists new comments for other accounts, but not for this one. `words`: the message of the platform. */
type Unlisted = Readonly<{ words: string | null }>;
/** The platform lists new comments, but refuses all threads. */
type Unread = Readonly<{ reason: string; words: string | null }>;
/** The result of a reading. `isBehind`: not everything was read, so the next reading is due soon. */
export type ReadingOutcome =
  | Readonly<{ kind: 'read'; isBehind: boolean; unlisted?: Unlisted; unread?: Unread }>
  /** `until`: ISO time before which the account must not be read again; null: the platform returned no time. */
  | Readonly<{ kind: 'not-read'; reason: string; words: string | null; until: string | null }>;

type Trouble = Extract<ReadingOutcome, { kind: 'not-read' }>;
/** `hasNewDueThreads`: the list made threads due. */
type Listed = Readonly<
  { trouble: Trouble } | { isBehind: boolean; hasNewDueThreads: boolean; unlisted?: Unlisted }
>;
const NOTHING_LISTED: Listed = { isBehind: false, hasNewDueThreads: false };
/** How threads are requested. `signal` ends the reading. */
type ThreadAccess = Readonly<{ way: ReadingWay; calls: AccountReads; signal: AbortSignal }>;

/** Reads the comments of one account: first the list of new comments, then the threads that are due. */
@Injectable()
export class AccountReading {
  constructor(
    private readonly calls: PlatformCalls,
    private readonly sources: Sources,
    private readonly posts: WatchedPosts,
    private readonly record: ReadingRecord,
    private readonly threads: ThreadReading,
    private readonly recorder: CommentRecorder,
    private readonly clock: DatabaseClock,
  ) {}

  /** @throws errors of log and database; comments that were recorded before the error stay recorded, and a repeated reading does no harm */
  async read(source: Source, way: ReadingWay, signal: AbortSignal): Promise<ReadingOutcome> {
    const calls = this.calls.readsOf(source, way, signal);
    const followed = await this.posts.postsOf(source.accountId);
    const listed = way.hasNews ? await this.#readNews(source, followed, calls) : NOTHING_LISTED;
    if ('trouble' in listed) return listed.trouble;
    const threadsWay = listed.unlisted ? withoutNews(way) : way;
    if (listed.unlisted) await this.#hasten(source, followed, threadsWay);
    // The list of new comments may have made more threads due.
    const posts =
      listed.hasNewDueThreads || listed.unlisted ? await this.posts.postsOf(source.accountId) : followed;
    const threads = await this.#readThreads(source, posts, { way: threadsWay, calls, signal });
    if ('trouble' in threads) return threads.trouble;
    const isBehind = listed.isBehind || threads.isBehind;
    const { unlisted } = listed;
    return {
      kind: 'read',
      isBehind,
      ...(unlisted && { unlisted }),
      ...(threads.unread && { unread: threads.unread }),
    };
  }

  /**
   * Reads the due threads, starting with the thread that has waited longest. A refused thread waits, and the reading continues with the
   * others.
   */
  async #readThreads(
    source: Source,
    posts: readonly Watched[],
    access: ThreadAccess,
  ): Promise<Readonly<{ trouble: Trouble } | { isBehind: boolean; unread: Unread | null }>> {
    const allDue = posts.filter(({ isDue }) => isDue).sort((a, b) => (a.dueIn ?? 0) - (b.dueIn ?? 0));
    const due = allDue.slice(0, THREADS);
    const known = this.#storedCommentsUnder(source, due);
    let isBehind = allDue.length > THREADS;
    const refused: NotRead[] = [];
    let refusedInARow = 0;
    let read: ReadThread[] = [];
    let storeAt = performance.now() + STORE_EVERY_MS;
    const storeRead = async () => {
      const toStore = read;
      read = [];
      storeAt = performance.now() + STORE_EVERY_MS;
      await this.posts.noteRead(source.accountId, toStore);
    };
    const isTimeOver = () => access.signal.aborted;
    try {
      for (const post of due) {
        // When the time is over, the reading ends. The remaining threads stay due.
        if (isTimeOver()) return { isBehind: true, unread: null };
        const { hasMorePages, trouble, refusal, toNote } = await this.threads.read(source, post, {
          ...access,
          known,
        });
        if (toNote) read.push(toNote);
        if (trouble) return { trouble: troubleOf(trouble) };
        if (performance.now() > storeAt) await storeRead();
        isBehind ||= hasMorePages;
        refusedInARow = refusal ? refusedInARow + 1 : 0;
        if (!refusal) continue;
        refused.push(refusal);
        const waits = this.threads.waitsAfterRefusal(access.way);
        await this.posts.noteRefused(source.accountId, post.remoteId, refusal.reason, waits, isTimeOver());
        // The time is over. This thread now waits, so the next reading begins with another thread.
        if (isTimeOver()) return { trouble: troubleOf(refusal) };
        if (refusedInARow === REFUSED_IN_A_ROW) break;
      }
    } finally {
      await storeRead();
    }
    if (refused.length === 0 && posts.every(({ refusedSince }) => refusedSince === null))
      return { isBehind, unread: null };
    const reason = commonRefusal(await this.posts.postsOf(source.accountId));
    if (reason === null) return { isBehind, unread: null };
    const words = refused.findLast((refusal) => refusal.reason === reason)?.words ?? null;
    // If the platform has no list of new comments and refuses all threads, the account cannot be read.
    return access.way.hasNews
      ? { isBehind, unread: { reason, words } }
      : { trouble: { kind: 'not-read', reason, words, until: null } };
  }

  /** Returns a function that returns the stored comments under a post. The first call reads the comments under all due posts. */
  #storedCommentsUnder(
    source: Source,
    due: readonly Watched[],
  ): (remoteId: string) => Promise<FirstStoredComments> {
    let known: Promise<StoredCommentsByPost> | undefined;
    return async (remoteId) => {
      known ??= this.recorder.firstCommentsUnder(
        source,
        due.map((post) => post.remoteId),
      );
      return (await known).get(remoteId) ?? { comments: [], isAll: true };
    };
  }

  /** Without the list of new comments, threads have shorter waits for their age. Makes the threads due that would wait longer. */
  async #hasten(source: Source, posts: readonly Watched[], way: ReadingWay): Promise<void> {
    const now = (await this.clock.now()).getTime();
    const late = posts.filter(({ dueIn, publishedAt }) => {
      const wait = this.threads.waitFor(way, now - Date.parse(publishedAt), isWebhookProven(source, now));
      return dueIn !== null && wait !== null && dueIn > wait;
    });
    await this.posts.readSoon(
      source.accountId,
      late.map(({ remoteId }) => ({ remoteId, count: null })),
    );
  }

  async #readNews(source: Source, posts: readonly Watched[], calls: AccountReads): Promise<Listed> {
    let { cursor } = source;
    let hasNewDueThreads = false;
    const since = await this.#since(source);
    for (let page = 0; page < PAGES; page++) {
      const seen = await this.record.beginning(source, 'news');
      const news = await calls.news({ cursor, posts, since });
      // Only the permission for lists may be missing, so the reading continues with the threads.
      if (news.kind === 'refused' && news.reason === 'permission-missing')
        return { isBehind: false, hasNewDueThreads, unlisted: { words: news.words } };
      if (news.kind !== 'read') return { trouble: troubleOf(news) };
      await this.record.recordSeen(source, news.comments, seen);
      await this.record.recordGone(source, news.gone, seen);
      await this.posts.readSoon(source.accountId, news.moved);
      hasNewDueThreads ||= news.moved.length > 0;
      // The cursor is stored after the comments, so a reading after a crash misses no comment.
      if (!isSameJson(cursor, news.cursor)) await this.sources.keepCursor(source.accountId, news.cursor);
      ({ cursor } = news);
      if (!news.more) return { isBehind: false, hasNewDueThreads };
    }
    return { isBehind: true, hasNewDueThreads };
  }

  /** Returns the time at which the list of new comments begins. */
  async #since({ followedFrom, cursor }: Source): Promise<string> {
    const now = (await this.clock.now()).getTime();
    const from =
      cursor === null ? Date.parse(followedFrom) - FIRST_READ_MS : now - FIRST_READ_MS - OVERLAP_MS;
    return new Date(from).toISOString();
  }
}

/** Treats the account like an account on a platform without a list of new comments. */
const withoutNews = (way: ReadingWay): ReadingWay => ({
  ...way,
  hasNews: false,
  pace: { ...way.pace, source: 'threads' },
});

const troubleOf = ({ reason, words, ...more }: NotRead): Trouble => ({
  kind: 'not-read',
  reason,
  words,
  until: 'until' in more ? more.until : null,
});
