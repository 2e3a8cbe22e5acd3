import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { LOCAL, MP4, SandboxUnderTest, type Answer, type Sending } from '../../testing/sandbox-client.ts';

const HOST = 'youtube.sandbox.test';
const CALLBACK = 'http://localhost:3000/api/auth/youtube/callback';
const VERIFIER = 'a'.repeat(43);
/** Of the verifier above, RFC 7636. */
const CHALLENGE = 'ZtNPunH49FD35FWYhT5Tv8I7vRKQJ8uxMaL0_9eHjNA';
const CLIENT = { client_id: 'posthorn-sandbox', client_secret: 'posthorn-sandbox-secret' };
const THREADS = '/youtube/v3/commentThreads?part=id,snippet,replies&textFormat=plainText&order=time';
const COMMENTS = '/youtube/v3/comments?part=snippet';

const sandbox = new SandboxUnderTest();
let ana = '';
let video = '';

beforeEach(async () => {
  await sandbox.start();
  ana = await tokenOf('ana');
  video = await published(ana);
});
afterEach(async () => {
  await sandbox.stop();
});

async function tokenOf(account: string): Promise<string> {
  const query = new URLSearchParams({
    client_id: CLIENT.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'https://www.googleapis.com/auth/youtube.force-ssl',
    state: 's',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  });
  const allow = { account, allow: 'allow' };
  const { headers } = await sandbox.call(LOCAL, `/oauth/youtube?${query.toString()}`, { form: allow });
  const code = new URL(headers.location ?? '').searchParams.get('code') ?? '';
  const grant = { ...CLIENT, grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
  const { json } = await sandbox.call(HOST, '/token', { form: { ...grant, code_verifier: VERIFIER } });
  return (json as { access_token: string }).access_token;
}
async function published(token: string): Promise<string> {
  const begun = await sandbox.call(HOST, '/upload/youtube/v3/videos?uploadType=resumable&part=id', {
    token,
    json: { snippet: { title: 'A film' }, status: { selfDeclaredMadeForKids: false } },
    headers: { 'x-upload-content-length': String(MP4.length), 'x-upload-content-type': 'video/mp4' },
  });
  const { pathname, search } = new URL(begun.headers.location ?? '');
  const made = await sandbox.call(HOST, `${pathname}${search}`, { method: 'PUT', token, bytes: MP4 });
  return (made.json as { id: string }).id;
}
const control = async (path: string, json: object): Promise<Answer> =>
  sandbox.call(LOCAL, `/control/${path}`, { json });
async function comment(text: string, more: object = {}): Promise<string> {
  const order = { platform: 'youtube', remoteId: video, author: 'ben', text, ...more };
  const { status, json } = await control('comments', order);
  expect(status).toBe(201);
  sandbox.now += 1_000;
  return (json as { id: string }).id;
}
const api = async (path: string, sending: Sending = {}): Promise<Answer> =>
  sandbox.call(HOST, path, { token: ana, ...sending });
type Listed = Readonly<{ items: readonly Readonly<{ id: string; snippet: object }>[] }>;
const idsIn = ({ json }: Answer): string[] => (json as Listed).items.map(({ id }) => id);
const threads = async (query = ''): Promise<Answer> => api(`${THREADS}&videoId=${video}${query}`);
const reply = async (parentId: string, textOriginal = 'Thanks'): Promise<Answer> =>
  api(COMMENTS, { json: { snippet: { parentId, textOriginal } } });
const moderate = async (id: string, state: string, token = ana): Promise<Answer> =>
  api(`/youtube/v3/comments/setModerationStatus?id=${id}&moderationStatus=${state}`, {
    method: 'POST',
    token,
  });
const reasonOf = ({ json }: Answer): unknown =>
  (json as { error: { errors: { reason: string }[] } }).error.errors[0]?.reason;
const countOf = async (): Promise<unknown> =>
  (await api(`/youtube/v3/videos:batchGetStats?part=id,statistics&id=${video},unknown`)).json;

it('lists threads newest first by pages, with some of their replies and all of them beside', async () => {
  const [first, second] = [await comment('One & <two>'), await comment('Second')];
  const replies: string[] = [];
  for (let each = 0; each < 7; each += 1)
    replies.push(await comment(`Reply ${String(each)}`, { parentId: first }));
  expect(await threads('&maxResults=1')).toMatchObject({
    json: { nextPageToken: '1', items: [{ id: second, snippet: { totalReplyCount: 0 } }] },
  });
  const { json } = await threads('&maxResults=1&pageToken=1');
  expect(json).toMatchObject({
    items: [
      {
        id: first,
        snippet: {
          totalReplyCount: 7,
          topLevelComment: { snippet: { textDisplay: 'One & <two>', authorDisplayName: '@ben' } },
        },
      },
    ],
  });
  expect(json).not.toHaveProperty('nextPageToken');
  const [thread] = (json as { items: { replies: { comments: unknown[] } }[] }).items;
  expect(thread?.replies.comments).toHaveLength(5);
  const all = await api(`${COMMENTS}&parentId=${first}&maxResults=100`);
  expect(idsIn(all).sort()).toEqual(replies.sort());
  const html = await api(`${COMMENTS}&id=${first}`);
  expect(html.json).toMatchObject({ items: [{ snippet: { textDisplay: 'One &amp; &lt;two&gt;' } }] });
});
it('puts an answer to a reply under the comment on top', async () => {
  const top = await comment('Top');
  const nested = await comment('Nested', { parentId: await comment('Reply', { parentId: top }) });
  expect((await api(`${COMMENTS}&id=${nested}`)).json).toMatchObject({
    items: [{ snippet: { parentId: top } }],
  });
  expect(reasonOf(await reply(nested))).toBe('operationNotSupported');
});
it('counts what is shown, for a whole batch, and not what is unannounced', async () => {
  await comment('Seen');
  const quiet = await comment('Quiet', { unannounced: true });
  expect(await countOf()).toMatchObject({ items: [{ id: video, statistics: { commentCount: '1' } }] });
  expect((await api(`/youtube/v3/videos?part=statistics&id=${video}`)).json).toMatchObject({
    items: [{ statistics: { commentCount: '1' } }],
  });
  expect(idsIn(await threads())).toContain(quiet);
});
it('replies in the name of the channel, and tells of it', async () => {
  const top = await comment('Nice');
  const made = await reply(top);
  expect(made).toMatchObject({
    status: 200,
    json: { snippet: { parentId: top, textOriginal: 'Thanks', authorDisplayName: '@ana' } },
  });
  await sandbox.restart();
  const { id } = made.json as { id: string };
  expect((await sandbox.call(LOCAL, '/control/replies?platform=youtube')).json).toEqual([
    expect.objectContaining({ author: 'ana', remoteId: id, parentId: top, text: 'Thanks' }),
  ]);
  expect(reasonOf(await reply(top, ' '))).toBe('commentTextRequired');
  expect(reasonOf(await reply(top, 'x'.repeat(10_001)))).toBe('commentTextTooLong');
  expect(reasonOf(await reply('Ugnobody'))).toBe('parentCommentNotFound');
});
it('keeps a reply whose answer is lost, and nothing when it fails', async () => {
  const top = await comment('Nice');
  await sandbox.fault({ platform: 'youtube', fault: 'http500', times: 1 });
  expect(await reply(top)).toMatchObject({ status: 500 });
  await sandbox.fault({ platform: 'youtube', fault: 'dropAfterAccept', times: 1 });
  await expect(reply(top)).rejects.toThrow();
  expect(idsIn(await api(`${COMMENTS}&parentId=${top}`))).toHaveLength(1);
});
it('shows an edit by its time, and nothing of what was deleted', async () => {
  const [top, other] = [await comment('Befor'), await comment('Other')];
  await comment('Reply', { parentId: top });
  await control('comments/edit', { platform: 'youtube', id: top, text: 'Before' });
  const [thread] = ((await threads()).json as Listed).items.filter(({ id }) => id === top);
  expect(thread).toMatchObject({ snippet: { topLevelComment: { snippet: { textDisplay: 'Before' } } } });
  const { snippet } = (thread?.snippet as { topLevelComment: { snippet: Record<string, string> } })
    .topLevelComment;
  expect(Date.parse(snippet['updatedAt'] ?? '')).toBeGreaterThan(Date.parse(snippet['publishedAt'] ?? ''));
  await control('comments/delete', { platform: 'youtube', id: top });
  expect(idsIn(await threads())).toEqual([other]);
  expect(idsIn(await api(`${COMMENTS}&id=${top}`))).toEqual([]);
});
it('holds a comment and shows it again; a rejected one is gone for good', async () => {
  const top = await comment('Rude');
  const hidden = async () =>
    (await sandbox.call(LOCAL, `/control/comments/hidden?platform=youtube&id=${top}`)).json;
  expect(reasonOf(await moderate(top, 'heldForReview', await tokenOf('ben')))).toBe('forbidden');
  expect(await moderate(top, 'heldForReview')).toMatchObject({ status: 204 });
  expect(await hidden()).toEqual({ hidden: true });
  expect(idsIn(await threads())).toEqual([]);
  expect(idsIn(await threads('&moderationStatus=heldForReview'))).toEqual([top]);
  expect(idsIn(await api(`${COMMENTS}&id=${top}`))).toEqual([top]);
  expect(await moderate(top, 'published')).toMatchObject({ status: 204 });
  expect(idsIn(await threads())).toEqual([top]);
  await moderate(top, 'rejected');
  expect(idsIn(await api(`${COMMENTS}&id=${top}`))).toEqual([]);
  expect(reasonOf(await moderate(top, 'published'))).toBe('commentNotFound');
});
it('lets nobody delete the comment of somebody else', async () => {
  const top = await comment('Nice');
  const { id } = (await reply(top)).json as { id: string };
  const path = '/youtube/v3/comments?id=';
  expect(reasonOf(await api(`${path}${top}`, { method: 'DELETE' }))).toBe('forbidden');
  expect(await api(`${path}${id}`, { method: 'DELETE' })).toMatchObject({ status: 204 });
});
it('has 10,000 units a day for the whole application when told to: 200 replies and no more', async () => {
  const top = await comment('Nice');
  await sandbox.call(LOCAL, '/control/settings', { json: { enforceRateLimits: true } });
  for (let each = 0; each < 200; each += 1) await reply(top, `Reply ${String(each)}`);
  expect(reasonOf(await reply(top))).toBe('quotaExceeded');
  expect(reasonOf(await threads())).toBe('quotaExceeded');
  expect(await countOf()).toMatchObject({ items: [{ id: video }] });
});
it('shows a new reply late when told to', async () => {
  const top = await comment('Nice');
  sandbox.now += 60_000;
  await sandbox.call(LOCAL, '/control/settings', { json: { visibilityDelaySeconds: 10 } });
  await reply(top);
  expect(idsIn(await api(`${COMMENTS}&parentId=${top}`))).toEqual([]);
  sandbox.now += 10_000;
  expect(idsIn(await api(`${COMMENTS}&parentId=${top}`))).toHaveLength(1);
});

it('tells in texts what a video has come to, and leaves out what is hidden', async () => {
  await comment('One');
  await control('metrics', { platform: 'youtube', remoteId: video, views: 90, omitted: ['likes'] });
  const statistics = { viewCount: '90', commentCount: '1' };
  const items = [{ kind: 'youtube#videoStats', id: video, statistics }];
  expect(await countOf()).toEqual({ kind: 'youtube#batchGetStatsResponse', items });
});
