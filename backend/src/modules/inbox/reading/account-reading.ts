import { Inject, Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { KnownComment, ReadingWay, RemoteComment } from '#modules/integrations/comments/public.ts';
import { FIRST_READ_MS, nextThread, OVERLAP_MS } from './pace.ts';
import { PlatformCalls, type AccountCalls } from './platform-calls.ts';
import { Sightings, type SeenBy, type SeenIn } from './sightings.ts';
import { SIMULATED_WAITS, type SimulatedWaits } from './simulated-waits.ts';
import { Sources, type Source } from './sources.ts';
import { WatchedPosts, type Watched } from './watched-posts.ts';
import { isProved, isUntold } from './webhook-proof.ts';

/** Pages of one list that a reading takes; the rest is read by the next one, at once. */
const PAGES = 20;
/** Threads that a reading takes, so that one account keeps no worker for long. */
const THREADS = 10;
/** Comments that are asked for one by one because a complete list has left them out. */
const ASKED = 20;

/** What is new may not be listed on this account, though it may be on others; with the platform's words. */
type Unlisted = Readonly<{ words: string | null }>;
/** What a reading came to. `isBehind`: there is more to be read at once. */
export type ReadingOutcome =
  | Readonly<{ kind: 'read'; isBehind: boolean; unlisted?: Unlisted }>
  /** `until`: ISO, not before; null: nobody said. */
  | Readonly<{ kind: 'not-read'; reason: string; words: string | null; until: string | null }>;

type Trouble = Extract<ReadingOutcome, { kind: 'not-read' }>;
type NotRead = Readonly<{ reason: string; words: string | null; until?: string }>;
type Listed = Readonly<{ trouble: Trouble } | { isBehind: boolean; unlisted?: Unlisted }>;

/** Reads the comments of one account: what its platform lists as new, then the threads whose time has come. */
@Injectable()
export class AccountReading {
  constructor(
    private readonly calls: PlatformCalls,
    private readonly sources: Sources,
    private readonly posts: WatchedPosts,
    private readonly sightings: Sightings,
    private readonly clock: DatabaseClock,
    @Inject(SIMULATED_WAITS) private readonly simulated: SimulatedWaits,
  ) {}

  /** @throws errors of log and database; what was recorded before stays, and is met again without harm */
  async read(source: Source, way: ReadingWay, signal: AbortSignal): Promise<ReadingOutcome> {
    const calls = this.calls.of(source, way, signal);
    const followed = await this.posts.of(source.accountId);
    const listed = way.hasNews ? await this.#readNews(source, followed, calls) : { isBehind: false };
    if ('trouble' in listed) return listed.trouble;
    const threadsWay = listed.unlisted ? withoutNews(way) : way;
    if (listed.unlisted) await this.#hasten(source, followed, threadsWay);
    // A listing may have made more threads due.
    const due = (await this.posts.of(source.accountId)).filter(({ isDue }) => isDue);
    for (const post of due.slice(0, THREADS)) {
      const trouble = await this.#readThread(source, post, threadsWay, calls);
      if (trouble) return trouble;
    }
    return { kind: 'read', ...listed, isBehind: listed.isBehind || due.length > THREADS };
  }

  /** Threads that were to wait for news wait no longer than by their age. */
  async #hasten(source: Source, posts: readonly Watched[], way: ReadingWay): Promise<void> {
    const now = (await this.clock.now()).getTime();
    const late = posts.filter(({ dueIn, publishedAt }) => {
      const wait = this.#waitForThread(way, now - Date.parse(publishedAt), isProved(source, now));
      return dueIn !== null && wait !== null && dueIn > wait;
    });
    await this.posts.readSoon(
      source.accountId,
      late.map(({ remoteId }) => ({ remoteId, count: null })),
    );
  }

  async #readNews(source: Source, posts: readonly Watched[], calls: AccountCalls): Promise<Listed> {
    let { cursor } = source;
    const since = await this.#since(source);
    for (let page = 0; page < PAGES; page++) {
      const seen = await this.#beginning(source, 'news');
      const news = await calls.news({ cursor, posts, since });
      // A role or a permission for lists alone: the threads may well be read.
      if (news.kind === 'refused' && news.reason === 'permission-missing')
        return { isBehind: false, unlisted: { words: news.words } };
      if (news.kind !== 'read') return { trouble: troubleOf(news) };
      await this.#record(source, news.comments, seen);
      await this.#gone(source, news.gone, seen);
      await this.posts.readSoon(source.accountId, news.moved);
      // Only now: whoever comes after a crash reads from where everything is recorded.
      await this.sources.keepCursor(source.accountId, news.cursor);
      ({ cursor } = news);
      if (!news.more) return { isBehind: false };
    }
    return { isBehind: true };
  }

  /** Null: it was read, or is not there any more. */
  async #readThread(
    source: Source,
    post: Watched,
    way: ReadingWay,
    calls: AccountCalls,
  ): Promise<Trouble | null> {
    const listed = new Set<string>();
    let after: string | null = null;
    let isWhole = true;
    let pages = 0;
    do {
      const seen = await this.#beginning(source, 'thread');
      const thread: Awaited<ReturnType<AccountCalls['thread']>> = await calls.thread(post, after);
      if (thread.kind === 'post-gone') {
        const known = await this.sightings.under(source, post.remoteId);
        await this.#gone(source, keysOf(known), seen);
        await this.posts.drop(source.accountId, post.remoteId);
        return null;
      }
      if (thread.kind !== 'read') return troubleOf(thread);
      await this.#record(source, thread.comments, seen);
      for (const { key } of thread.comments) listed.add(key);
      isWhole &&= thread.isPartial !== true;
      after = thread.next;
      pages++;
    } while (after !== null && pages < PAGES);
    // A list that was not read to its end, or has none, proves nothing about what it did not show.
    if (after === null && isWhole) await this.#askForMissing(source, post, listed, calls);
    const now = (await this.clock.now()).getTime();
    const wait = this.#waitForThread(way, now - Date.parse(post.publishedAt), isProved(source, now));
    await this.posts.noteRead(source.accountId, post.remoteId, wait);
    return null;
  }

  /** What a complete list leaves out may be deleted, or only hidden from lists: the platform is asked for it by name. */
  async #askForMissing(
    source: Source,
    post: Watched,
    listed: ReadonlySet<string>,
    calls: AccountCalls,
  ): Promise<void> {
    const known = await this.sightings.under(source, post.remoteId);
    for (const comment of known.filter(({ key }) => !listed.has(key)).slice(0, ASKED)) {
      const seen = await this.#beginning(source, 'one');
      const answer = await calls.one(comment);
      if (answer.kind === 'gone') await this.#gone(source, [comment.key], seen);
      if (answer.kind === 'there') await this.#record(source, [answer.comment], seen);
    }
  }

  async #record(source: Source, comments: readonly RemoteComment[], seen: SeenIn): Promise<void> {
    if (comments.length === 0) return;
    const now = (await this.clock.now()).getTime();
    const isLate = ({ createdAt }: RemoteComment) => isUntold(source, createdAt, now);
    // Apart, so that it is seen of which there was a new one.
    if (await this.#recordSome(source, comments.filter(isLate), seen))
      await this.sources.distrust(source.accountId);
    await this.#recordSome(
      source,
      comments.filter((comment) => !isLate(comment)),
      seen,
    );
  }

  /** Whether there was one that nobody knew. */
  async #recordSome(source: Source, comments: readonly RemoteComment[], seen: SeenIn): Promise<boolean> {
    if (comments.length === 0) return false;
    const found = await this.sightings.record(source, comments, seen);
    if (found > 0) await this.sources.noteFound(source.accountId, source.hintedAt !== null);
    return found > 0;
  }

  async #gone(source: Source, keys: readonly string[], seen: SeenIn): Promise<void> {
    if (keys.length > 0) await this.sightings.gone(source, keys, seen);
  }

  /** Noted before the platform is asked: what is hidden or shown while its answer travels is later than this. */
  async #beginning({ caughtUpAt }: Source, by: SeenBy): Promise<SeenIn> {
    return { by, seenAt: (await this.clock.now()).toISOString(), isFirstReading: caughtUpAt === null };
  }

  /** Milliseconds; null: its thread is not read again. */
  #waitForThread({ pace, hasNews, isSimulated }: ReadingWay, age: number, isProved: boolean): number | null {
    const wait = nextThread(pace.source, age, isProved);
    if (!isSimulated || wait === null) return wait;
    return hasNews ? this.simulated.simulatedThread : this.simulated.simulatedReading;
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

const keysOf = (comments: readonly KnownComment[]): readonly string[] => comments.map(({ key }) => key);

const troubleOf = ({ reason, words, until }: NotRead): Trouble => ({
  kind: 'not-read',
  ...{ reason, words, until: until ?? null },
});
