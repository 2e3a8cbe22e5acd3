import { isSameJson } from '@posthorn/event-sourcing';
import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { ReadingWay } from '#modules/integrations/ports/comments-of-accounts.ts';
import { FIRST_READ_MS, OVERLAP_MS } from '../../stores/reading/pace.ts';
import { PlatformCalls, type AccountReads } from './platform-calls.ts';
import { ReadingRecord } from '../../stores/reading/reading-record.ts';
import {
  CommentRecorder,
  type FirstUnder,
  type RecordedUnder,
} from '../../stores/reading/comment-recorder.ts';
import { Sources, type Source } from '../../stores/reading/sources.ts';
import { ThreadReading } from './thread-reading.ts';
import { commonRefusal, type NotRead } from './thread-refusals.ts';
import { WatchedPosts, type ReadThread, type Watched } from './watched-posts.ts';
import { isWebhookProven } from '../../stores/reading/webhook-proof.ts';

/** The most pages of one list in a reading. The next reading reads the rest. */
const PAGES = 20;
/** The most threads in a reading, so that one account does not keep a worker for long. */
const THREADS = 10;
/** Threads that were read within so many milliseconds are stored together. */
const NOTE_AFTER = 1_000;
/** After so many refused threads in a row, a reading leaves the others to the next one. */
const REFUSED_IN_A_ROW = 3;

/** The platform does not list new comments of this account, as it does for others; with its words. */
type Unlisted = Readonly<{ words: string | null }>;
/** New comments are listed, but no thread can be read. */
type Unread = Readonly<{ reason: string; words: string | null }>;
/** The result of a reading. `isBehind`: more is to be read soon. */
export type ReadingOutcome =
  | Readonly<{ kind: 'read'; isBehind: boolean; unlisted?: Unlisted; unread?: Unread }>
  /** `until`: ISO, not before; null: the platform named no time. */
  | Readonly<{ kind: 'not-read'; reason: string; words: string | null; until: string | null }>;

type Trouble = Extract<ReadingOutcome, { kind: 'not-read' }>;
/** `hasMoved`: threads became due. */
type Listed = Readonly<{ trouble: Trouble } | { isBehind: boolean; hasMoved: boolean; unlisted?: Unlisted }>;
const NOTHING_LISTED: Listed = { isBehind: false, hasMoved: false };
type Asking = Readonly<{ way: ReadingWay; calls: AccountReads; signal: AbortSignal }>;

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

  /** @throws errors of log and database; what was recorded before stays, and reading it again does no harm */
  async read(source: Source, way: ReadingWay, signal: AbortSignal): Promise<ReadingOutcome> {
    const calls = this.calls.readsOf(source, way, signal);
    const followed = await this.posts.postsOf(source.accountId);
    const listed = way.hasNews ? await this.#readNews(source, followed, calls) : NOTHING_LISTED;
    if ('trouble' in listed) return listed.trouble;
    const threadsWay = listed.unlisted ? withoutNews(way) : way;
    if (listed.unlisted) await this.#hasten(source, followed, threadsWay);
    // The list may make more threads due.
    const posts = listed.hasMoved || listed.unlisted ? await this.posts.postsOf(source.accountId) : followed;
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

  /** The threads that have waited longest come first. A refused thread waits and does not stop the others. */
  async #readThreads(
    source: Source,
    posts: readonly Watched[],
    asking: Asking,
  ): Promise<Readonly<{ trouble: Trouble } | { isBehind: boolean; unread: Unread | null }>> {
    const ripe = posts.filter(({ isDue }) => isDue).sort((a, b) => (a.dueIn ?? 0) - (b.dueIn ?? 0));
    const due = ripe.slice(0, THREADS);
    const known = this.#knownUnder(source, due);
    let isBehind = ripe.length > THREADS;
    const refused: NotRead[] = [];
    let inARow = 0;
    let read: ReadThread[] = [];
    let noteAt = performance.now() + NOTE_AFTER;
    const note = async () => {
      const noted = read;
      read = [];
      noteAt = performance.now() + NOTE_AFTER;
      await this.posts.noteRead(source.accountId, noted);
    };
    const isLate = () => asking.signal.aborted;
    try {
      for (const post of due) {
        // Without time no further thread is read. It keeps its place.
        if (isLate()) return { isBehind: true, unread: null };
        const { isLeft, trouble, refusal, toNote } = await this.threads.read(source, post, {
          ...asking,
          known,
        });
        if (toNote) read.push(toNote);
        if (trouble) return { trouble: troubleOf(trouble) };
        if (performance.now() > noteAt) await note();
        isBehind ||= isLeft;
        inARow = refusal ? inARow + 1 : 0;
        if (!refusal) continue;
        refused.push(refusal);
        const waits = this.threads.waitsAfterRefusal(asking.way);
        await this.posts.noteRefused(source.accountId, post.remoteId, refusal.reason, waits, isLate());
        // The reading has run out of time. This thread had its turn, so the next reading begins with another one.
        if (isLate()) return { trouble: troubleOf(refusal) };
        if (inARow === REFUSED_IN_A_ROW) break;
      }
    } finally {
      await note();
    }
    if (refused.length === 0 && posts.every(({ refusedSince }) => refusedSince === null))
      return { isBehind, unread: null };
    const reason = commonRefusal(await this.posts.postsOf(source.accountId));
    if (reason === null) return { isBehind, unread: null };
    const words = refused.findLast((refusal) => refusal.reason === reason)?.words ?? null;
    // Where only threads are read, the account as a whole cannot be read.
    return asking.way.hasNews
      ? { isBehind, unread: { reason, words } }
      : { trouble: { kind: 'not-read', reason, words, until: null } };
  }

  /** Asks the database once for all of these posts, at the first call. */
  #knownUnder(source: Source, due: readonly Watched[]): (remoteId: string) => Promise<FirstUnder> {
    let known: Promise<RecordedUnder> | undefined;
    return async (remoteId) => {
      known ??= this.recorder.firstUnder(
        source,
        due.map((post) => post.remoteId),
      );
      return (await known).get(remoteId) ?? { comments: [], isAll: true };
    };
  }

  /** Threads that waited for the list of new comments are now due by their age. */
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
    let hasMoved = false;
    const since = await this.#since(source);
    for (let page = 0; page < PAGES; page++) {
      const seen = await this.record.beginning(source, 'news');
      const news = await calls.news({ cursor, posts, since });
      // Only the permission for lists is missing, so the threads may be readable.
      if (news.kind === 'refused' && news.reason === 'permission-missing')
        return { isBehind: false, hasMoved, unlisted: { words: news.words } };
      if (news.kind !== 'read') return { trouble: troubleOf(news) };
      await this.record.recordSeen(source, news.comments, seen);
      await this.record.recordGone(source, news.gone, seen);
      await this.posts.readSoon(source.accountId, news.moved);
      hasMoved ||= news.moved.length > 0;
      // Stored only now, so that the reading after a crash begins where everything is recorded.
      if (!isSameJson(cursor, news.cursor)) await this.sources.keepCursor(source.accountId, news.cursor);
      ({ cursor } = news);
      if (!news.more) return { isBehind: false, hasMoved };
    }
    return { isBehind: true, hasMoved };
  }

  /** Where a listing begins. */
  async #since({ followedFrom, cursor }: Source): Promise<string> {
    const now = (await this.clock.now()).getTime();
    const from =
      cursor === null ? Date.parse(followedFrom) - FIRST_READ_MS : now - FIRST_READ_MS - OVERLAP_MS;
    return new Date(from).toISOString();
  }
}

/** The same as on platforms that list nothing for a whole account. */
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
