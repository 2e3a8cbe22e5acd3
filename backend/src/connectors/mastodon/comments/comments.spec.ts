import type { TextCount } from '@posthorn/contracts/integrations/platform-limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { CommentConnector, KnownComment, ReadCursor } from '../../contract/comments.ts';
import { PlatformHttp } from '../../kit/platform-http.ts';
import { MemoryAccess } from '../../testing/account-access.ts';
import { ScriptedServer } from '../../testing/scripted-server.ts';
import { MASTODON_LIMITS } from '../limits.ts';
import { mastodonConnector } from '../mastodon.connector.ts';

const NEWS = 'GET /api/v1/notifications';
const LIST = 'GET /api/v1/statuses';
const POST = 'POST /api/v1/statuses';
const OWN = 'GET /api/v1/accounts/1/statuses';
const noon = new Date('2030-01-01T12:00:00Z');
const since = '2029-12-31T12:00:00.000Z';
const clock = new FixedClock(noon);
const timeoutSignal = () => AbortSignal.timeout(5_000);
const save = () => Promise.resolve();

let instance: ScriptedServer;
let http: SafeHttp;
let comments: CommentConnector;
let access: MemoryAccess;

beforeAll(async () => {
  instance = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: instance.port }] });
});
afterAll(async () => {
  await Promise.all([instance.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  comments = mastodonConnector(new PlatformHttp(http, new Breaker()), clock).comments;
  const text = { ...MASTODON_LIMITS.text, max: 5000 };
  access = new MemoryAccess(
    { ...MASTODON_LIMITS, text },
    { server: instance.url, token: 't', accountId: '1' },
  );
  instance.setAnswers({});
});

const minutesFromNoon = (count: number): string => new Date(noon.getTime() + count * 60_000).toISOString();
/** A status that replies to the post `p`. */
const status = (id: string, extra: object = {}): object => ({
  id,
  uri: `https://far.example/${id}`,
  url: `https://far.example/@ben/${id}`,
  created_at: minutesFromNoon(-30),
  in_reply_to_id: 'p',
  in_reply_to_account_id: '1',
  visibility: 'public',
  spoiler_text: '',
  content: `<p>${id}</p>`,
  mentions: [{ id: '1', username: 'ana', acct: 'ana' }],
  account: {
    id: '9',
    acct: 'ben@far.example',
    display_name: 'Ben',
    bot: false,
    uri: 'https://far.example/ben',
  },
  ...extra,
});
const notification = (id: string, at = -30, extra: object = {}): object => ({
  id: `n${id}`,
  type: 'mention',
  created_at: minutesFromNoon(at),
  status: status(id, { created_at: minutesFromNoon(at), ...extra }),
});
const post = { remoteId: 'p', permalink: null, count: 0, publishedAt: since };
const read = async (cursor: ReadCursor | null = null, posts = [post]) => {
  const outcome = await comments.news?.(access, { cursor, posts, since }, timeoutSignal());
  if (outcome?.kind !== 'read') throw new Error(JSON.stringify(outcome));
  return outcome;
};
const responseWithCounts = { [LIST]: { json: [{ id: 'p', replies_count: 0 }] } };
const knownComment = (extra: Partial<KnownComment> = {}): KnownComment => ({
  key: 'k',
  remoteId: 'c',
  postRemoteId: 'p',
  parentRemoteId: null,
  permalink: null,
  refs: { visibility: 'public', spoiler: '', textMax: 5000 },
  author: { remoteId: 'https://far.example/ben', handle: 'ben@far.example' },
  ...extra,
});
const textOf = async (extra: object): Promise<string | undefined> => {
  instance.setAnswers({ 'GET /api/v1/statuses/p/context': { json: { descendants: [status('c', extra)] } } });
  const found = await comments.thread(access, post, null, timeoutSignal());
  return found.kind === 'read' ? found.comments[0]?.text : undefined;
};

describe('the text of a comment', () => {
  it('is the text that a browser shows, with its line breaks', async () => {
    const content =
      '<p>One &amp; two<br />three</p><p>&lt;b&gt; <a href="https://x.example"><span class="invisible">https://</span><span>x.example</span></a></p>';
    expect(await textOf({ content })).toBe('One & two\nthree\n\n<b> https://x.example');
  });
  it("omits the leading mentions of the account and the parent's author, and keeps other mentions", async () => {
    const mentions = [
      { id: '1', username: 'ana', acct: 'ana' },
      { id: '9', username: 'ben', acct: 'ben@far.example' },
      { id: '5', username: 'cleo', acct: 'cleo' },
    ];
    const content = '<p>@ben @ana @cleo says hi to @ana</p>';
    expect(await textOf({ content, mentions, in_reply_to_account_id: '9' })).toBe('@cleo says hi to @ana');
    expect(await textOf({ content: '<p>@ana</p>', mentions })).toBe('');
    expect(await textOf({ content: '<p>@anabel is right</p>', mentions })).toBe('@anabel is right');
  });
  it('comes after the content warning', async () => {
    expect(await textOf({ spoiler_text: 'Food', content: '<p>Bread</p>' })).toBe('Food\n\nBread');
  });
});

describe('news', () => {
  it('finds the post of a reply to a comment, and omits replies to posts of other accounts', async () => {
    const contextOf = (id: string, account: string) => ({
      [`GET /api/v1/statuses/${id}/context`]: {
        json: { ancestors: [{ id: 'q', account: { id: account }, in_reply_to_id: null }, { id: 'x' }] },
      },
    });
    const notifications = [
      notification('c', -29, { in_reply_to_id: 'b' }),
      notification('b', -30, { in_reply_to_id: 'x' }),
      notification('a', -31, { in_reply_to_id: 'y' }),
    ];
    instance.setAnswers({
      ...responseWithCounts,
      [NEWS]: { json: notifications },
      ...contextOf('b', '1'),
      ...contextOf('a', '9'),
    });
    const { comments: found } = await read();
    expect(found).toMatchObject([
      { remoteId: 'c', postRemoteId: 'q', parentRemoteId: 'b', key: 'https://far.example/c' },
      { remoteId: 'b', postRemoteId: 'q', parentRemoteId: 'x' },
    ]);
    expect(instance.requestsTo('GET /api/v1/statuses/c/context')).toEqual([]);
    // The rest of a conversation under a post of another account needs no request either.
    instance.addAnswers({
      [NEWS]: { json: [notification('e', -28, { in_reply_to_id: 'a' }), ...notifications.slice(2)] },
    });
    expect(await read()).toMatchObject({ comments: [], calls: 3 });
    expect(instance.requestsTo('GET /api/v1/statuses/e/context')).toEqual([]);
  });
  it('begins the next poll 15 minutes before the last one', async () => {
    instance.setAnswers({
      ...responseWithCounts,
      [NEWS]: { json: [notification('b', -5), notification('a', -20)] },
    });
    const first = await read();
    expect(first).toMatchObject({ more: false, cursor: { minId: 'na' } });
    instance.setAnswers({ ...responseWithCounts, [NEWS]: { json: [notification('b', -5)] } });
    expect(await read(first.cursor)).toMatchObject({
      comments: [{ remoteId: 'b' }],
      cursor: { minId: 'na' },
    });
    expect(instance.requestsTo(NEWS)[0]?.query.get('min_id')).toBe('na');
    expect(instance.requestsTo(NEWS)[0]?.query.get('include_filtered')).toBe('true');
  });
  it('reads page by page back to `since` in the first poll', async () => {
    const full = Array.from({ length: 80 }, (_, index) => notification(`a${String(index)}`, -30 - index));
    instance.setAnswers({ ...responseWithCounts, [NEWS]: { json: full } });
    const first = await read();
    expect(first).toMatchObject({ more: true, cursor: { goal: 'na0', maxId: 'na79' } });
    instance.setAnswers({ [NEWS]: { json: [notification('old', -2000)] } });
    expect(await read(first.cursor)).toMatchObject({ comments: [], more: false, cursor: { minId: 'na0' } });
    expect(instance.calls()).toEqual([NEWS]);
  });
  it('stops if the server always returns its newest page', async () => {
    const full = Array.from({ length: 80 }, (_, index) => notification(`a${String(index)}`, -30 - index));
    instance.setAnswers({ ...responseWithCounts, [NEWS]: { json: full } });
    const first = await read({ minId: 'nx' });
    expect(first.more).toBe(true);
    expect(await read(first.cursor)).toMatchObject({ more: false });
  });
  it('omits a comment without a valid time', async () => {
    const odd = { ...notification('odd'), created_at: 'yesterday' };
    instance.setAnswers({ ...responseWithCounts, [NEWS]: { json: [odd, notification('a')] } });
    expect((await read()).comments).toMatchObject([{ remoteId: 'a' }]);
  });
  it('reads only counts if the token may not read notifications', async () => {
    instance.setAnswers({
      [LIST]: { json: [{ id: 'p', replies_count: 2 }] },
      [NEWS]: { status: 403, json: { error: 'This action is outside the authorized scopes' } },
    });
    expect(await read()).toMatchObject({ comments: [], moved: [{ remoteId: 'p', count: 2 }], more: false });
  });
  it('requests only the newest posts, after the mentions, if the server does not support lists of posts', async () => {
    const posts = Array.from({ length: 25 }, (_, day) => ({
      ...post,
      remoteId: `p${String(day)}`,
      publishedAt: new Date(noon.getTime() + (day - 30) * 86_400_000).toISOString(),
      count: 1,
    }));
    const single = (day: number) => `GET /api/v1/statuses/p${String(day)}`;
    instance.setAnswers({
      [NEWS]: { json: [notification('a', -30, { in_reply_to_id: 'p24' })] },
      [single(24)]: { json: { id: 'p24', replies_count: 3 } },
      [single(23)]: { json: { id: 'p23', replies_count: 1 } },
    });
    expect(await read(null, posts)).toMatchObject({
      comments: [{ remoteId: 'a' }],
      moved: [
        { remoteId: 'p24', count: 3 },
        { remoteId: 'p22', count: 0 },
        { remoteId: 'p21', count: 0 },
        { remoteId: 'p20', count: 0 },
      ],
      calls: 7,
    });
    expect(instance.calls()).toEqual([NEWS, LIST, ...[24, 23, 22, 21, 20].map(single)]);
  });
  it('returns the mentions even if the server returns no counts', async () => {
    const mentions = { [NEWS]: { json: [notification('a')] } };
    for (const status of [429, 503]) {
      instance.setAnswers({ ...mentions, [LIST]: { status, json: { error: 'Later' } } });
      expect(await read()).toMatchObject({ comments: [{ remoteId: 'a' }], moved: [] });
    }
    instance.setAnswers({ ...mentions, [LIST]: { status: 401, json: { error: 'The token is invalid' } } });
    await expect(read()).rejects.toThrow('reconnect');
  });
});

it('refuses to read a thread, with permission-missing, if the token may not read', async () => {
  const response = { status: 403, json: { error: 'This action is outside the authorized scopes' } };
  instance.setAnswers({ 'GET /api/v1/statuses/p/context': response });
  expect(await comments.thread(access, post, null, timeoutSignal())).toMatchObject({
    kind: 'refused',
    reason: 'permission-missing',
  });
});

describe('a reply', () => {
  const sentReplyTo = async (
    extra: object,
    text = 'Thanks',
  ): Promise<Record<string, unknown> | undefined> => {
    instance.setAnswers({
      'GET /api/v1/statuses/c': { json: status('c', extra) },
      [POST]: { json: { id: 'r', url: 'https://here.example/r' } },
    });
    const reply = { replyId: 'r1', accountId: 7, ownerId: 'ana', text, comment: knownComment() };
    const prepared = await comments.prepareReply(access, reply, null, save, timeoutSignal());
    if (prepared.kind !== 'prepared') throw new Error(JSON.stringify(prepared));
    expect(await comments.reply(access, reply, prepared.refs, timeoutSignal())).toMatchObject({
      kind: 'published',
      remoteId: 'r',
    });
    return instance.requestsTo(POST)[0]?.json();
  };

  it.each([
    ['public', 'public'],
    ['private', 'private'],
    ['direct', 'direct'],
    ['mutuals_only', 'direct'],
  ])('to a comment with the visibility %s has the visibility %s', async (visibility, expected) => {
    expect(await sentReplyTo({ visibility })).toEqual({
      status: '@ben@far.example Thanks',
      in_reply_to_id: 'c',
      visibility: expected,
    });
  });
  it('has the same idempotency key for each attempt, but another key for another comment', async () => {
    instance.setAnswers({ [POST]: { json: { id: 'r', url: 'https://here.example/r' } } });
    const refs = { replyId: 'r1', status: { status: 'Thanks' } };
    for (const remoteId of ['c', 'c', 'd']) {
      const comment = knownComment({ remoteId });
      const reply = { replyId: 'r1', accountId: 7, ownerId: 'ana', text: 'Thanks', comment };
      await comments.reply(access, reply, refs, timeoutSignal());
    }
    const [first, again, other] = instance.requestsTo(POST).map(({ headers }) => headers['idempotency-key']);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
  it('mentions the author if the text does not, and repeats the content warning', async () => {
    const sent = await sentReplyTo({ spoiler_text: 'Food' }, '@Ben@far.example, thanks');
    expect(sent).toMatchObject({ status: '@Ben@far.example, thanks', spoiler_text: 'Food' });
    expect(await sentReplyTo({}, '@ben@far.example.org too')).toMatchObject({
      status: '@ben@far.example @ben@far.example.org too',
    });
  });
  it("is found among the user's own replies to the comment, and claimed once", async () => {
    const own = (id: string, parent: string): object => ({
      id,
      url: `https://here.example/${id}`,
      created_at: minutesFromNoon(-1),
      in_reply_to_id: parent,
      reblog: null,
      content: '<p>@ben Thanks</p>',
      media_attachments: [],
    });
    instance.setAnswers({ [OWN]: { json: [own('other', 'd'), own('ours', 'c')] } });
    const reply = { replyId: 'r1', accountId: 7, ownerId: 'ana', text: 'Thanks', comment: knownComment() };
    const refs = { replyId: 'r1', status: { status: '@ben@far.example Thanks' } };
    const lookUp = () => comments.lookUpReply(access, reply, refs, noon.toISOString());
    expect(await lookUp()).toMatchObject({ kind: 'published', remoteId: 'ours' });
    access.claimed.set('ours', false);
    expect(await lookUp()).toEqual({ kind: 'absent' });
  });
  it('is found below the comment on a server that lists no replies among the posts of an account', async () => {
    const below = (id: string, extra: object = {}): object => ({
      id,
      url: `https://here.example/${id}`,
      created_at: minutesFromNoon(1),
      in_reply_to_id: 'c',
      content: '<p>@ben Thanks</p>',
      media_attachments: [],
      account: { id: '1' },
      ...extra,
    });
    const context = (...descendants: readonly object[]) => ({
      [OWN]: { json: [] },
      'GET /api/v1/statuses/c/context': {
        json: { ancestors: [], descendants },
        headers: { date: noon.toUTCString() },
      },
    });
    const others = [
      below('of another account', { account: { id: '9' } }),
      below('below another comment', { in_reply_to_id: 'd' }),
      below('before the attempt', { created_at: minutesFromNoon(-30) }),
      below('with another text', { content: '<p>@ben Welcome</p>' }),
    ];
    const reply = { replyId: 'r1', accountId: 7, ownerId: 'ana', text: 'Thanks', comment: knownComment() };
    const refs = { replyId: 'r1', status: { status: '@ben@far.example Thanks' } };
    const lookUp = () => comments.lookUpReply(access, reply, refs, noon.toISOString());
    instance.setAnswers(context(...others, below('ours')));
    expect(await lookUp()).toMatchObject({ kind: 'published', remoteId: 'ours' });
    instance.setAnswers(context(...others));
    expect(await lookUp()).toEqual({ kind: 'absent' });
    instance.addAnswers({ 'GET /api/v1/statuses/c/context': { status: 500, json: { error: 'broken' } } });
    expect(await lookUp()).toMatchObject({ kind: 'failed' });
  });
  it('is found among many later posts', async () => {
    // Statuses are one minute apart. Status 100 is at noon, and our reply is status 101.
    const shown = (id: number): object => ({
      id: String(id),
      url: `https://here.example/${String(id)}`,
      created_at: minutesFromNoon(id - 100),
      reblog: null,
      in_reply_to_id: id === 101 ? 'c' : null,
      content: '<p>@ben Thanks</p>',
      media_attachments: [],
    });
    const all = Array.from({ length: 1_000 }, (_, n) => 1_000 - n);
    const minIds: (string | null)[] = [];
    instance.setAnswers({
      [OWN]: ({ query }) => {
        const [above, below] = [query.get('min_id'), Number(query.get('max_id') ?? Infinity)];
        minIds.push(above);
        const found = all.filter((id) => id > Number(above ?? 0) && id < below);
        const json = (above === null ? found.slice(0, 40) : found.slice(-40)).map(shown);
        return { json, headers: { date: noon.toUTCString() } };
      },
    });
    const reply = { replyId: 'r1', accountId: 7, ownerId: 'ana', text: 'Thanks', comment: knownComment() };
    const refs = { replyId: 'r1', status: { status: '@ben@far.example Thanks' } };
    expect(await comments.lookUpReply(access, reply, refs, noon.toISOString())).toMatchObject({
      kind: 'published',
      remoteId: '101',
    });
    expect(minIds).toEqual([null, null, '93']);
  });
  it('includes the mention and the content warning in the length', () => {
    const refs = { visibility: 'public', spoiler: 'Food', textMax: 5000 };
    // The host of a mention does not count.
    expect(comments.replyLength('Thanks', knownComment({ refs }))).toEqual({
      used: '@ben Thanks'.length + 4,
      max: 5000,
    });
  });
  it('counts URLs and mentions as the instance of the account does', async () => {
    const text = '@ben@far.example https://a.com/long/path/to/a/page';
    const lengthAt = async (count: TextCount) => {
      access = new MemoryAccess(
        { ...MASTODON_LIMITS, text: { ...MASTODON_LIMITS.text, count } },
        { server: instance.url, token: 't', accountId: '1' },
      );
      instance.setAnswers({ 'GET /api/v1/statuses/p/context': { json: { descendants: [status('c')] } } });
      const found = await comments.thread(access, post, null, timeoutSignal());
      const [comment] = found.kind === 'read' ? found.comments : [];
      return comments.replyLength(text, knownComment({ refs: comment?.refs ?? {} })).used;
    };
    expect(await lengthAt({ by: 'mastodon', urlLength: 30 })).toBe('@ben '.length + 30);
    expect(await lengthAt({ by: 'graphemes' })).toBe(text.length);
    expect(comments.replyLength(text, knownComment()).used).toBe('@ben '.length + 23);
  });
});
