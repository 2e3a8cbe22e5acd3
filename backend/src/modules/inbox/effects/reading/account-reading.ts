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

/** Pages of one list that a reading takes; the rest is read by the next one. */
const PAGES = 20;
/** Threads that a reading takes, so that one account keeps no worker for long. */
const THREADS = 10;
/** Threads that were read within so many milliseconds are noted together. */
const NOTE_AFTER = 1_000;
/** Threads that are refused one after the other before a reading leaves the others to the next one. */
const REFUSED_IN_A_ROW = 3;

/** What is new may not be listed on this account, though it may be on others; with the platform's words. */
type Unlisted = Readonly<{ words: string | null }>;
/** What is new is listed, and no thread can be read. */
type Unread = Readonly<{ reason: string; words: string | null }>;
/** What a reading came to. `isBehind`: there is more to be read soon. */
export type ReadingOutcome =
  | Readonly<{ kind: 'read'; isBehind: boolean; unlisted?: Unlisted; unread?: Unread }>
  /** `until`: ISO, not before; null: nobody said. */
  | Readonly<{ kind: 'not-read'; reason: string; words: string | null; until: string | null }>;

type Trouble = Extract<ReadingOutcome, { kind: 'not-read' }>;
/** `hasMoved`: threads were made due. */
type Listed = Readonly<{ trouble: Trouble } | { isBehind: boolean; hasMoved: boolean; unlisted?: Unlisted }>;
const NOTHING_LISTED: Listed = { isBehind: false, hasMoved: false };
type Asking = Readonly<{ way: ReadingWay; calls: AccountReads; signal: AbortSignal }>;

/** Reads the comments of one account: what its platform lists as new, then the threads whose time has come. */
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

  /** @throws errors of log and database; what was recorded before stays, and is met again without harm */
  async read(source: Source, way: ReadingWay, signal: AbortSignal): Promise<ReadingOutcome> {
    const calls = this.calls.of(source, way, signal);
    const followed = await this.posts.of(source.accountId);
    const listed = way.hasNews ? await this.#readNews(source, followed, calls) : NOTHING_LISTED;
    if ('trouble' in listed) return listed.trouble;
    const threadsWay = listed.unlisted ? withoutNews(way) : way;
    if (listed.unlisted) await this.#hasten(source, followed, threadsWay);
    // What is listed may make more threads due.
    const posts = listed.hasMoved || listed.unlisted ? await this.posts.of(source.accountId) : followed;
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

  /** The threads that have waited longest come first. A refused thread waits by itself and does not stop the others. */
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
        // Without time no further thread is read: it keeps its place and its turn.
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
    const reason = commonRefusal(await this.posts.of(source.accountId));
    if (reason === null) return { isBehind, unread: null };
    const words = refused.findLast((refusal) => refusal.reason === reason)?.words ?? null;
    // Where nothing but threads is read, the account as a whole cannot be.
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

  /** Threads that were to wait for news wait no longer than by their age. */
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
      // A role or a permission for lists alone: the threads may well be read.
      if (news.kind === 'refused' && news.reason === 'permission-missing')
        return { isBehind: false, hasMoved, unlisted: { words: news.words } };
      if (news.kind !== 'read') return { trouble: troubleOf(news) };
      await this.record.recordSeen(source, news.comments, seen);
      await this.record.recordGone(source, news.gone, seen);
      await this.posts.readSoon(source.accountId, news.moved);
      hasMoved ||= news.moved.length > 0;
      // Only now: whoever comes after a crash reads from where everything is recorded.
      if (!isSameJson(cursor, news.cursor)) await this.sources.keepCursor(source.accountId, news.cursor);
      ({ cursor } = news);
      if (!news.more) return { isBehind: false, hasMoved };
    }
    return { isBehind: true, hasMoved };
  }

  /** From where on a listing is of interest. */
  async #since({ followedFrom, cursor }: Source): Promise<string> {
    const now = (await this.clock.now()).getTime();
    const from =
      cursor === null ? Date.parse(followedFrom) - FIRST_READ_MS : now - FIRST_READ_MS - OVERLAP_MS;
    return new Date(from).toISOString();
  }
}

/** As on platforms that list nothing for a whole account. */
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
