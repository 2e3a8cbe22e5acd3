import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type {
  CommentOutcome,
  NewsOutcome,
  ReadCursor,
  RemoteComment,
  ThreadOutcome,
  ReadingWay,
} from '#modules/integrations/ports/comments-of-accounts.ts';
import { AccountReading } from './account-reading.ts';
import type { InboxMetrics } from '../inbox-metrics.ts';
import { QuietAccounts } from '../../testing/ports-implemented-by.ts';
import type { HostBudget } from '../../stores/reading/host-budget.ts';
import { PlatformCalls } from './platform-calls.ts';
import type { ReadingBudget } from '../../stores/reading/reading-budget.ts';
import { SIMULATED } from './simulated-waits.ts';
import { ReadingRecord } from '../../stores/reading/reading-record.ts';
import {
  CommentRecorder,
  type RecordedComment,
  type StoredCommentsByPost,
  type SeenIn,
} from '../../stores/reading/comment-recorder.ts';
import type { Source, Sources } from '../../stores/reading/sources.ts';
import { ThreadReading } from './thread-reading.ts';
import type { ThreadState } from './thread-refusals.ts';
import type { ReadThread, Watched, WatchedPosts } from './watched-posts.ts';

const NOW = '2030-01-01T12:00:00.000Z';
const source: Source = {
  accountId: 3,
  ownerId: 'ana',
  platform: 'bluesky',
  server: '',
  cursor: null,
  failures: 0,
  followedFrom: NOW,
  caughtUpAt: null,
  commentAt: null,
  webhookAt: null,
  hintedAt: null,
};
const WAY = { pace: { source: 'counts', fastest: 60 }, hasNews: true, isSimulated: false } as const;
const commentOf = (key: string, createdAt = NOW): RemoteComment => ({
  key,
  remoteId: key,
  postRemoteId: 'p1',
  parentRemoteId: null,
  permalink: null,
  hidden: null,
  refs: {},
  author: { remoteId: 'ben', handle: 'ben', name: null, isBot: false },
  isOwn: false,
  text: 'Hi',
  createdAt,
  editedAt: null,
});
const newsOf = (over: Partial<Extract<NewsOutcome, { kind: 'read' }>> = {}): NewsOutcome => ({
  kind: 'read',
  comments: [],
  gone: [],
  moved: [],
  cursor: { at: 1 },
  more: false,
  ...over,
});
const pageOf = (keys: readonly string[], next: string | null = null): ThreadOutcome => ({
  kind: 'read',
  next,
  comments: keys.map((key) => commentOf(key)),
});

/** The stored changes, in order. */
let steps: string[];
let news: NewsOutcome[];
let threads: ThreadOutcome[];
let calls: string[];
let usedUpUntil: string | null;
let spent: number[];
let asked: (key: string) => CommentOutcome;
let due: Set<string>;
let dueIn: number | null;
/** The stored fields of the post `p1` that differ from the defaults. */
let kept: Partial<Watched>;
/** Other posts whose threads are due, the longest waiting first. */
let others: string[];
/** The reasons for which the platform refuses threads, by post. */
let refused: Map<string, string>;
let known: string[];
let onThread: (after: string | null) => void;
let reading: AccountReading;
/** The requests to servers with their numbers of calls. `room`: how many of these requests are allowed. */
let onHost: string[];
let room: number;
let time: Date;
/** The posts whose stored comments were requested, in order. */
let requestedPosts: string[];
/** The times of the recorded sightings, in order. */
let seenAt: string[];

beforeEach(() => {
  [steps, news, threads, known] = [[], [], [], []];
  [due, dueIn, kept] = [new Set(), null, {}];
  [others, refused] = [[], new Map<string, string>()];
  [usedUpUntil, spent, calls] = [null, [], []];
  [onHost, room] = [[], Infinity];
  [time, seenAt, requestedPosts] = [new Date(NOW), [], []];
  onThread = () => undefined;
  asked = () => ({ kind: 'gone' });
  const comments = new QuietAccounts();
  comments.news = () => Promise.resolve(news.shift() ?? newsOf());
  comments.thread = (_, { remoteId }, after) => {
    onThread(after);
    const reason = refused.get(remoteId);
    const outcome = { kind: 'refused', reason, words: 'No', retryable: false } as ThreadOutcome;
    return Promise.resolve(reason === undefined ? (threads.shift() ?? pageOf([])) : outcome);
  };
  comments.one = (_, { key }) => Promise.resolve(asked(key));
  const sources = {
    keepCursor: (_: number, cursor: ReadCursor) => addStep(`cursor ${JSON.stringify(cursor)}`),
    noteFound: (_: number, isConfirmed: boolean) => addStep(isConfirmed ? 'found as reported' : 'found'),
    distrust: () => addStep('distrust'),
  };
  const post = { permalink: null, count: null, publishedAt: NOW, after: null, askedTo: null, dueAt: NOW };
  const watched = new Map<string, ThreadState>();
  const stateOf = (remoteId: string): ThreadState =>
    watched.get(remoteId) ?? { readAt: null, refusedSince: null, refusedFor: null };
  const answered = (remoteId: string) =>
    watched.set(remoteId, { readAt: tick(), refusedSince: null, refusedFor: null });
  const posts = {
    postsOf: (): Promise<Watched[]> =>
      Promise.resolve([
        { ...post, remoteId: 'p1', isDue: due.has('p1'), dueIn, ...stateOf('p1'), ...kept },
        // The order of the posts is not the order of their waiting times.
        ...others
          .map((remoteId, place) => ({
            ...post,
            remoteId,
            isDue: stateOf(remoteId).refusedSince === null,
            ...stateOf(remoteId),
            dueIn: place - others.length,
          }))
          .reverse(),
      ]),
    readSoon: (_: number, moved: readonly { remoteId: string }[]) => {
      for (const { remoteId } of moved) due.add(remoteId);
      return Promise.resolve();
    },
    noteRead: async (_: number, threads: readonly ReadThread[]) => {
      for (const { remoteId, next, askedTo } of threads) {
        kept = { askedTo };
        answered(remoteId);
        await addStep(`read ${remoteId} ${String(next)}`);
      }
    },
    storeNextPage: (_: number, remoteId: string, after: string) => {
      kept = { after };
      answered(remoteId);
      return addStep(`left ${remoteId} ${after}`);
    },
    noteRefused: (_: number, remoteId: string, refusedFor: string) => {
      watched.set(remoteId, { ...stateOf(remoteId), refusedSince: tick(), refusedFor });
      return addStep(`refused ${remoteId} ${refusedFor}`);
    },
    readLater: (_: number, remoteId: string, wait: number) => addStep(`later ${remoteId} ${String(wait)}`),
    drop: (_: number, remoteId: string) => addStep(`drop ${remoteId}`),
  };
  const metrics = {
    asked: (platform: string, kind: string) => calls.push(`${platform} ${kind}`),
    putOff: (platform: string) => calls.push(`${platform} put off`),
  };
  const hosts = {
    take: (host: string, _: unknown, count: number) => {
      onHost.push(`${host} ${String(count)}`);
      return Promise.resolve(onHost.length > room ? SOON : null);
    },
    charge: (host: string, _: unknown, count: number) => {
      onHost.push(`${host} ${String(count)} more`);
      return Promise.resolve();
    },
  };
  const budget = { usedUpUntil: () => Promise.resolve(usedUpUntil), spend };
  const clock = { now: () => Promise.resolve(time) };
  const recorder = new Recorder();
  const record = new ReadingRecord(sources as unknown as Sources, recorder, clock as DatabaseClock);
  const watchedPosts = posts as unknown as WatchedPosts;
  reading = new AccountReading(
    new PlatformCalls(
      comments,
      budget as unknown as ReadingBudget,
      hosts as unknown as HostBudget,
      metrics as unknown as InboxMetrics,
    ),
    sources as unknown as Sources,
    watchedPosts,
    record,
    new ThreadReading(watchedPosts, recorder, record, clock as DatabaseClock, SIMULATED),
    recorder,
    clock as DatabaseClock,
  );
});

let ticks = 0;
/** Returns a later instant at each call. */
const tick = (): string => new Date(Date.parse(NOW) + ++ticks).toISOString();

class Recorder extends CommentRecorder {
  override async record(
    _: unknown,
    comments: readonly RemoteComment[],
    { by, isFirstReading, seenAt: at }: SeenIn,
  ): Promise<number> {
    seenAt.push(at);
    for (const { key } of comments) await addStep(`${by} ${key}${isFirstReading ? '' : ' (later)'}`);
    return comments.filter(({ key }) => !known.includes(key)).length;
  }
  override gone(_: unknown, keys: readonly string[], { by }: SeenIn): Promise<void> {
    return addStep(`${by} gone ${keys.join()}`);
  }
  override firstCommentsUnder(_: unknown, posts: readonly string[]): Promise<StoredCommentsByPost> {
    requestedPosts.push(posts.join());
    const comments = allKnown().slice(0, 2);
    return Promise.resolve(new Map(posts.map((post) => [post, { comments, isAll: known.length <= 2 }])));
  }
  /** Yields two comments per page. */
  override async *under(_: unknown, __: string, after: number): AsyncGenerator<readonly RecordedComment[]> {
    const all = allKnown();
    for (let place = after; place < all.length; place += 2)
      yield await Promise.resolve(all.slice(place, place + 2));
  }
}
const allKnown = (): RecordedComment[] =>
  known.map((key, place) => ({ ...commentOf(key), commentId: place + 1 }));
function spend(_: string, usd: number): Promise<void> {
  spent.push(usd);
  if (spent.reduce((sum, one) => sum + one, 0) >= 1) usedUpUntil = MIDNIGHT;
  return Promise.resolve();
}
function addStep(what: string): Promise<void> {
  steps.push(what);
  return Promise.resolve();
}
const read = () => reading.read(source, WAY, new AbortController().signal);
const SOON = '2030-01-01T12:00:01.000Z';
const MIDNIGHT = '2030-01-02T00:00:00.000Z';
/** A post whose number of comments has changed. */
const MOVED = [{ remoteId: 'p1', count: 2 }];

it('stores the cursor of a page once all comments of the page are recorded', async () => {
  news = [
    newsOf({ comments: [commentOf('a')], cursor: { at: 1 }, more: true }),
    newsOf({ comments: [commentOf('b')], gone: ['c'], cursor: { at: 2 } }),
  ];
  expect(await read()).toEqual({ kind: 'read', isBehind: false });
  expect(steps).toEqual([
    ...['news a', 'found', 'cursor {"at":1}'],
    ...['news b', 'found', 'news gone c', 'cursor {"at":2}'],
  ]);
});

it('leaves the rest of a long list to the next reading, which follows immediately', async () => {
  news = Array.from({ length: 40 }, () => newsOf({ more: true }));
  expect(await read()).toEqual({ kind: 'read', isBehind: true });
  expect(news).toHaveLength(20);
});

it('treats each reading as the first one until a reading has caught up', async () => {
  news = [newsOf({ comments: [commentOf('a')] }), newsOf({ comments: [commentOf('b')] })];
  await read();
  await reading.read({ ...source, caughtUpAt: NOW }, WAY, new AbortController().signal);
  expect(steps).toEqual(expect.arrayContaining(['news a', 'news b (later)']));
});

it('reads the threads whose number of comments has changed, in the same reading, and stores the time of the next reading', async () => {
  news = [newsOf({ moved: MOVED })];
  threads = [pageOf(['a'], 'next'), pageOf(['b'])];
  await read();
  expect(steps).toEqual([
    'cursor {"at":1}',
    ...['thread a', 'found', 'thread b', 'found'],
    `read p1 ${String(600_000)}`,
  ]);
});

it('records the time before the request as the time of a sighting, however slow the platform is', async () => {
  [news, known] = [[newsOf({ comments: [commentOf('a')], moved: MOVED })], ['b']];
  threads = [pageOf(['a'], 'next'), pageOf(['a'])];
  onThread = () => (time = new Date(time.getTime() + 5000));
  asked = (key) => {
    onThread(null);
    return { kind: 'there', comment: commentOf(key) };
  };
  await read();
  // The news and the first page are requested immediately. Each response for a thread takes five seconds.
  expect(seenAt).toEqual([NOW, NOW, '2030-01-01T12:00:05.000Z', '2030-01-01T12:00:10.000Z']);
});

it('requests a comment that a complete list omits before the comment counts as deleted', async () => {
  [news, known] = [[newsOf({ moved: MOVED })], ['a', 'b', 'c']];
  threads = [pageOf(['a'])];
  asked = (key) => (key === 'b' ? { kind: 'there', comment: commentOf('b') } : { kind: 'gone' });
  await read();
  expect(steps).toEqual(expect.arrayContaining(['thread a', 'one b', 'one gone c']));
});

it('loads the recorded comments of all threads of a reading with one query, and marks these threads as read together', async () => {
  [others, due] = [['p2', 'p3'], new Set(['p1'])];
  [dueIn, known] = [-9, []];
  threads = [pageOf(['a']), pageOf(['b']), pageOf(['c'])];
  await read();
  expect(requestedPosts).toEqual(['p1,p2,p3']);
  expect(steps.filter((what) => what.startsWith('read'))).toHaveLength(3);
  expect(steps.slice(-3).every((what) => what.startsWith('read'))).toBe(true);
});

it('marks threads as read even if the reading of a later thread failed', async () => {
  [others, due, dueIn] = [['p2'], new Set(['p1']), -9];
  onThread = () => {
    if (threads.length === 0) throw new Error('broken');
  };
  threads = [pageOf(['a'])];
  await expect(read()).rejects.toThrow('broken');
  expect(steps.filter((what) => what.startsWith('read'))).toEqual([`read p1 ${String(600_000)}`]);
});

it('treats no comment as deleted if a list was not read to its end', async () => {
  [news, known] = [[newsOf({ moved: MOVED })], ['b']];
  threads = Array.from({ length: 30 }, (_, page) => pageOf([`a${String(page)}`], 'next'));
  await read();
  expect(steps.filter((what) => what.includes('gone'))).toEqual([]);
  [news, threads] = [[newsOf({ moved: MOVED })], [pageOf([])]];
  asked = () => ({ kind: 'cannot-tell' });
  await read();
  expect(steps.filter((what) => what.includes('gone'))).toEqual([]);
});

it('treats no comment as deleted if the list omits older comments', async () => {
  [news, known] = [[newsOf({ moved: MOVED })], ['b', 'c']];
  threads = [{ ...pageOf(['a'], 'next'), isPartial: true } as ThreadOutcome, pageOf(['b'])];
  await read();
  expect(steps.filter((what) => what.startsWith('one'))).toEqual([]);
  expect(steps.at(-1)).toBe(`read p1 ${String(600_000)}`);
});

it('continues a thread at the page where it had to wait, and after the last page begins at the first', async () => {
  const pages: (string | null)[] = [];
  onThread = (after) => pages.push(after);
  [news, known] = [Array.from({ length: 3 }, () => newsOf({ moved: MOVED })), ['gone']];
  threads = [
    pageOf(['a'], 'next'),
    { kind: 'postponed', reason: 'rate-limit', words: null, until: NOW },
    pageOf(['b']),
    pageOf(['a', 'b']),
  ];
  await read();
  await read();
  expect(pages).toEqual([null, 'next', 'next']);
  // An incomplete list does not show that a comment was deleted.
  expect(steps.filter((what) => what.includes('gone'))).toEqual([]);
  await read();
  expect(pages.at(-1)).toBeNull();
  expect(steps).toContain('one gone gone');
});

describe('an account whose list of new comments may not be read', () => {
  const words = 'Insufficient role';
  const REFUSED: NewsOutcome = { kind: 'refused', reason: 'permission-missing', words, retryable: false };

  it('has its threads read by their age, and stores the reason', async () => {
    [news, threads, due] = [[REFUSED], [pageOf(['a'])], new Set(['p1'])];
    expect(await read()).toEqual({ kind: 'read', isBehind: false, unlisted: { words } });
    // As on platforms without a list of news: every five minutes while a post is young.
    expect(steps).toEqual(['thread a', 'found', `read p1 ${String(300_000)}`]);
  });

  it('has a thread read when its age requires it, although the thread was waiting for new comments', async () => {
    [news, threads, dueIn] = [[REFUSED], [pageOf(['a'])], 3_600_000];
    await read();
    expect(steps).toContain('thread a');
    [steps, news, due, dueIn] = [[], [REFUSED], new Set(), 299_000];
    await read();
    expect(steps).toEqual([]);
  });

  it('ends its reading when its threads may not be read either', async () => {
    [news, threads, due] = [[REFUSED], [{ ...REFUSED, words: 'Nor this' }], new Set(['p1'])];
    expect(await read()).toMatchObject({ kind: 'not-read', words: 'Nor this' });
  });
});

describe('a thread that the platform refuses', () => {
  const BY_AGE: ReadingWay = { ...WAY, hasNews: false, pace: { source: 'threads', fastest: 300 } };
  const readBy = (way: ReadingWay) => reading.read(source, way, new AbortController().signal);
  const tried = () =>
    steps.filter((what) => /^(read|refused) /u.test(what)).map((what) => what.split(' ', 2).join(' '));

  it('does not prevent the reading of other threads', async () => {
    [others, refused] = [['young', 'old', 'oldest'], new Map([['young', 'rejected']])];
    expect(await readBy(BY_AGE)).toEqual({ kind: 'read', isBehind: false });
    expect(tried()).toEqual(['refused young', 'read old', 'read oldest']);
  });

  it.each(['rate-limit', 'reconnect', 'quota'])(
    'ends the reading when the reason is %s, and stays due',
    async (reason) => {
      [others, refused] = [['young', 'old'], new Map([['young', reason]])];
      expect(await readBy(BY_AGE)).toMatchObject({ kind: 'not-read', reason, words: 'No' });
      expect(tried()).toEqual([]);
    },
  );

  it('counts as a problem of the account when no other thread can be read either', async () => {
    [others, refused] = [['a', 'b'], new Map(['a', 'b'].map((remoteId) => [remoteId, 'permission-missing']))];
    const reason = 'permission-missing';
    expect(await readBy(BY_AGE)).toMatchObject({ kind: 'not-read', reason, words: 'No' });
    // No thread is due now, but the problem continues.
    expect(await readBy(BY_AGE)).toMatchObject({ kind: 'not-read', reason });
    others.push('c');
    expect(await readBy(BY_AGE)).toEqual({ kind: 'read', isBehind: false });
  });

  it('does not delay an account whose new comments are read, and its owner sees the problem', async () => {
    [others, refused] = [['a', 'b'], new Map(['a', 'b'].map((remoteId) => [remoteId, 'permission-missing']))];
    const unread = { reason: 'permission-missing', words: 'No' };
    expect(await read()).toEqual({ kind: 'read', isBehind: false, unread });
    expect(await read()).toMatchObject({ kind: 'read', unread: { reason: 'permission-missing' } });
  });

  it('leaves the other threads to the next reading when it is the third refused thread in a row', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    [others, refused] = [names, new Map(names.slice(0, 3).map((remoteId) => [remoteId, 'server']))];
    await readBy(BY_AGE);
    expect(tried()).toEqual(['refused a', 'refused b', 'refused c']);
    await readBy(BY_AGE);
    expect(tried().slice(3)).toEqual(['read d', 'read e']);
  });
});

it('continues a thread that is too long for one reading at the page where the last reading stopped', async () => {
  const pages = Array.from({ length: 45 }, (_, page) =>
    pageOf([`k${String(page)}`], `after ${String(page)}`),
  );
  threads = [...pages, pageOf(['last'])];
  const requestedPages: (string | null)[] = [];
  onThread = (after) => requestedPages.push(after);
  due.add('p1');
  expect([(await read()).kind, steps.at(-1)]).toEqual(['read', 'left p1 after 19']);
  expect(await read()).toEqual({ kind: 'read', isBehind: true });
  expect(await read()).toEqual({ kind: 'read', isBehind: false });
  expect(requestedPages).toEqual([null, ...pages.map((_, page) => `after ${String(page)}`)]);
  expect(steps).toContain('thread last');
  expect(steps.at(-1)).toMatch(/^read p1/u);
});

it('continues a slow thread at the page at which the time of the last reading ended', async () => {
  const requestedPages: string[] = [];
  const readUntil = (page: string) => {
    const timeLimit = new AbortController();
    onThread = (after) => {
      requestedPages.push(String(after));
      if (after === page) timeLimit.abort();
    };
    return reading.read(source, WAY, timeLimit.signal);
  };
  const broken: ThreadOutcome = { kind: 'refused', reason: 'network', words: null, retryable: true };
  due.add('p1');
  threads = [pageOf(['a'], 'two'), pageOf(['b'], 'three'), broken, pageOf(['c'])];
  expect(await readUntil('three')).toEqual({ kind: 'read', isBehind: true });
  expect(steps.at(-1)).toBe('left p1 three');
  others = ['p2'];
  expect(await readUntil('none')).toEqual({ kind: 'read', isBehind: false });
  expect(requestedPages).toEqual(['null', 'two', 'three', 'null', 'three']);
  expect(steps).toContain('thread c');
});

it('requests no thread once the time of a reading is over', async () => {
  const timeLimit = new AbortController();
  others = ['slow', 'next'];
  onThread = () => {
    timeLimit.abort();
  };
  expect(await reading.read(source, WAY, timeLimit.signal)).toEqual({ kind: 'read', isBehind: true });
  expect(steps.filter((what) => /^(?:read|refused) /u.test(what))).toEqual([
    expect.stringMatching(/^read slow/u),
  ]);
});

it('keeps a thread due if the host budget delays its first page', async () => {
  due.add('p1');
  kept = { after: 'after 19' };
  threads = [{ kind: 'postponed', reason: 'rate-limit', words: null, until: SOON }, pageOf(['next'])];
  expect(await read()).toMatchObject({ kind: 'not-read', reason: 'rate-limit' });
  expect(steps.filter((what) => what.includes('p1'))).toEqual([]);
  await read();
  expect(steps).toContain('thread next');
});

it('treats an old comment on a new page of a thread as backlog, and continues to trust the webhooks', async () => {
  due.add('p1');
  kept = { after: 'p21' };
  threads = [{ ...pageOf([]), comments: [commentOf('deep', OLD)] } as ThreadOutcome];
  const caughtUp = { ...source, caughtUpAt: NOW, webhookAt: NOW };
  await reading.read(caughtUp, WAY, new AbortController().signal);
  // Without the mark `(later)`, as in a first reading.
  expect(steps).toContain('thread deep');
  expect(steps).not.toContain('distrust');
});

describe('comments that a complete list omits', () => {
  const hidden = Array.from({ length: 45 }, (_, place) => `h${String(place + 1)}`);
  const askedFor = () => steps.filter((what) => what.startsWith('one h')).map((what) => what.slice(4));
  const foundComment = (key: string): CommentOutcome => ({ kind: 'there', comment: commentOf(key) });

  it('are requested in turn, however many of them the platform only hides from the list', async () => {
    [known, asked] = [hidden, foundComment];
    due.add('p1');
    for (let times = 0; times < 3; times++) await read();
    expect(askedFor()).toEqual([...hidden, ...hidden.slice(0, 15)]);
  });

  it('are no longer requested when the platform asks for a pause', async () => {
    [known, asked] = [hidden, foundComment];
    due.add('p1');
    const postponed = { kind: 'postponed', reason: 'rate-limit', words: null, until: SOON } as const;
    asked = (key) => (key === 'h3' ? postponed : foundComment(key));
    expect(await read()).toMatchObject({ kind: 'not-read', reason: 'rate-limit', until: SOON });
    expect(askedFor()).toEqual(['h1', 'h2']);
    asked = foundComment;
    await read();
    expect(askedFor()[2]).toBe('h3');
  });
});

it('stops following a deleted post, and deletes its comments', async () => {
  [news, known, kept] = [[newsOf({ moved: MOVED })], ['a'], { readAt: NOW }];
  threads = [{ kind: 'post-gone' }];
  await read();
  expect(steps).toEqual(expect.arrayContaining(['thread gone a', 'drop p1']));
});
it('follows a post that the platform does not show yet, until the post is an hour old', async () => {
  [known, due] = [['a'], new Set(['p1'])];
  threads = [{ kind: 'post-gone' }, { kind: 'post-gone' }];
  time = new Date('2030-01-01T12:59:00.000Z');
  expect(await read()).toEqual({ kind: 'read', isBehind: false });
  expect(steps.at(-1)).toBe('later p1 300000');
  time = new Date('2030-01-01T13:01:00.000Z');
  await read();
  expect(steps.slice(-2)).toEqual(['thread gone a', 'drop p1']);
});

it('reports why a reading failed, and keeps the comments that it recorded before', async () => {
  const until = '2030-01-01T12:15:00.000Z';
  news = [
    newsOf({ comments: [commentOf('a')], more: true }),
    { kind: 'postponed', reason: 'rate-limit', words: 'Slow down', until },
  ];
  expect(await read()).toEqual({ kind: 'not-read', reason: 'rate-limit', words: 'Slow down', until });
  expect(steps).toContain('news a');
  news = [newsOf({ moved: MOVED })];
  threads = [{ kind: 'refused', reason: 'reconnect', words: null, retryable: false }];
  expect(await read()).toMatchObject({ kind: 'not-read', reason: 'reconnect', until: null });
});

const OLD = '2030-01-01T11:54:00.000Z';

it('stops trusting webhooks when no webhook has reported a comment of five minutes ago', async () => {
  news = [newsOf({ comments: [commentOf('young'), commentOf('old', OLD)] })];
  await read();
  expect(steps).toEqual(['news old', 'found', 'distrust', 'news young', 'found', expect.any(String)]);
});

it('records that a reading found new comments after the platform had reported some', async () => {
  news = [newsOf({ comments: [commentOf('old', OLD)] })];
  await reading.read({ ...source, hintedAt: NOW }, WAY, new AbortController().signal);
  expect(steps).toEqual(['news old', 'found as reported', expect.any(String)]);
});

describe('a reading that costs money', () => {
  it('has the cost of each list and of each separately requested comment', async () => {
    [news, known] = [[newsOf({ moved: MOVED, costUsd: 0.25 })], ['b']];
    threads = [{ ...pageOf(['a']), costUsd: 0.5 } as ThreadOutcome];
    asked = () => ({ kind: 'there', comment: commentOf('b'), costUsd: 0.015 });
    await read();
    expect(spent).toEqual([0.25, 0.5, 0.015]);
    expect(calls).toEqual(['bluesky news', 'bluesky thread', 'bluesky one']);
  });

  it('pauses until midnight when the budget is used up, and keeps the recorded comments', async () => {
    news = [newsOf({ moved: MOVED, comments: [commentOf('a')], costUsd: 1 })];
    const until = MIDNIGHT;
    expect(await read()).toEqual({ kind: 'not-read', reason: 'budget', words: null, until });
    expect(steps).toEqual(['news a', 'found', 'cursor {"at":1}']);
    expect(calls).toEqual(['bluesky news']);
  });

  it('costs nothing in the sandbox', async () => {
    [usedUpUntil, news] = [MIDNIGHT, [newsOf({ costUsd: 1 })]];
    const way = { ...WAY, isSimulated: true };
    expect(await reading.read(source, way, new AbortController().signal)).toMatchObject({ kind: 'read' });
    expect(spent).toEqual([]);
  });
});

it('keeps all requests to a server within its limit, including those for counts of posts, and continues later', async () => {
  const host = { calls: 3_000, perSeconds: 300, countsAtOnce: 25 };
  const way = { ...WAY, pace: { ...WAY.pace, host } };
  const onServer = { ...source, server: 'pds.test' };
  const ask = (how: ReadingWay = way, who = onServer) => reading.read(who, how, new AbortController().signal);
  due = new Set(['p1']);
  room = 1;
  expect(await ask()).toEqual({ kind: 'not-read', reason: 'host-is-busy', words: null, until: SOON });
  expect(onHost).toEqual(['pds.test 2', 'pds.test 1']);
  expect(calls.filter((call) => call.endsWith('put off'))).toHaveLength(1);
  // The first list is stored, with its cursor; the thread is not read.
  expect(steps).toEqual(['cursor {"at":1}']);
  [onHost, room] = [[], Infinity];
  news = [newsOf({ calls: 9 }), newsOf({ calls: 1 })];
  await ask();
  await ask();
  expect(onHost).toEqual(['pds.test 2', 'pds.test 7 more', 'pds.test 1', 'pds.test 2', 'pds.test 1']);
  onHost = [];
  await ask({ ...way, isSimulated: true });
  await ask(WAY);
  await ask(way, source);
  expect(onHost).toEqual([]);
});
