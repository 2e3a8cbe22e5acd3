import { afterEach, beforeEach, expect, it } from '@jest/globals';
import {
  LOCAL,
  MP4,
  SandboxUnderTest,
  type SandboxAnswer,
  type SandboxRequest,
} from '../../testing/sandbox-client.ts';

const HOST = 'youtube.sandbox.test';
const CALLBACK = 'http://localhost:3000/api/auth/youtube/callback';
const VERIFIER = 'a'.repeat(43);
/** The challenge of VERIFIER, computed as in RFC 7636. */
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
  video = await publishVideo(ana);
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
async function publishVideo(token: string): Promise<string> {
  const begun = await sandbox.call(HOST, '/upload/youtube/v3/videos?uploadType=resumable&part=id', {
    token,
    json: { snippet: { title: 'A film' }, status: { selfDeclaredMadeForKids: false } },
    headers: { 'x-upload-content-length': String(MP4.length), 'x-upload-content-type': 'video/mp4' },
  });
  const { pathname, search } = new URL(begun.headers.location ?? '');
  const answer = await sandbox.call(HOST, `${pathname}${search}`, { method: 'PUT', token, bytes: MP4 });
  return (answer.json as { id: string }).id;
}
const control = async (path: string, json: object): Promise<SandboxAnswer> =>
  sandbox.call(LOCAL, `/control/${path}`, { json });
async function comment(text: string, extra: object = {}): Promise<string> {
  const request = { platform: 'youtube', remoteId: video, author: 'ben', text, ...extra };
  const { status, json } = await control('comments', request);
  expect(status).toBe(201);
  sandbox.now += 1_000;
  return (json as { id: string }).id;
}
const api = async (path: string, request: SandboxRequest = {}): Promise<SandboxAnswer> =>
  sandbox.call(HOST, path, { token: ana, ...request });
type CommentList = Readonly<{ items: readonly Readonly<{ id: string; snippet: object }>[] }>;
const idsIn = ({ json }: SandboxAnswer): string[] => (json as CommentList).items.map(({ id }) => id);
const threads = async (query = ''): Promise<SandboxAnswer> => api(`${THREADS}&videoId=${video}${query}`);
const reply = async (parentId: string, textOriginal = 'Thanks'): Promise<SandboxAnswer> =>
  api(COMMENTS, { json: { snippet: { parentId, textOriginal } } });
const moderate = async (id: string, state: string, token = ana): Promise<SandboxAnswer> =>
  api(`/youtube/v3/comments/setModerationStatus?id=${id}&moderationStatus=${state}`, {
    method: 'POST',
    token,
  });
const reasonOf = ({ json }: SandboxAnswer): unknown =>
  (json as { error: { errors: { reason: string }[] } }).error.errors[0]?.reason;
const statistics = async (): Promise<unknown> =>
  (await api(`/youtube/v3/videos:batchGetStats?part=id,statistics&id=${video},unknown`)).json;

it('stores a reply to a reply under the top comment, and refuses replies to it', async () => {
  const top = await comment('Top');
  const nested = await comment('Nested', { parentId: await comment('Reply', { parentId: top }) });
  expect((await api(`${COMMENTS}&id=${nested}`)).json).toMatchObject({
    items: [{ snippet: { parentId: top } }],
  });
  expect(reasonOf(await reply(nested))).toBe('operationNotSupported');
});
it('replies as the channel, keeps the reply across a restart, and refuses invalid replies', async () => {
  const top = await comment('Nice');
  const answer = await reply(top);
  expect(answer).toMatchObject({
    status: 200,
    json: { snippet: { parentId: top, textOriginal: 'Thanks', authorDisplayName: '@ana' } },
  });
  await sandbox.restart();
  const { id } = answer.json as { id: string };
  expect((await sandbox.call(LOCAL, '/control/replies?platform=youtube')).json).toEqual([
    expect.objectContaining({ author: 'ana', remoteId: id, parentId: top, text: 'Thanks' }),
  ]);
  expect(reasonOf(await reply(top, ' '))).toBe('commentTextRequired');
  expect(reasonOf(await reply(top, 'x'.repeat(10_001)))).toBe('commentTextTooLong');
  expect(reasonOf(await reply('Ugnobody'))).toBe('parentCommentNotFound');
});
it('holds a comment for review and shows it again, but never restores a rejected comment', async () => {
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
it('deletes the channel’s own comment, and refuses to delete another account’s comment', async () => {
  const top = await comment('Nice');
  const { id } = (await reply(top)).json as { id: string };
  const path = '/youtube/v3/comments?id=';
  expect(reasonOf(await api(`${path}${top}`, { method: 'DELETE' }))).toBe('forbidden');
  expect(await api(`${path}${id}`, { method: 'DELETE' })).toMatchObject({ status: 204 });
});
it('limits the whole application to 200 replies a day, but still returns statistics, when rate limits are enforced', async () => {
  const top = await comment('Nice');
  await sandbox.call(LOCAL, '/control/settings', { json: { enforceRateLimits: true } });
  for (let each = 0; each < 200; each += 1) await reply(top, `Reply ${String(each)}`);
  expect(reasonOf(await reply(top))).toBe('quotaExceeded');
  expect(reasonOf(await threads())).toBe('quotaExceeded');
  expect(await statistics()).toMatchObject({ items: [{ id: video }] });
});
it('shows a new reply only after the configured delay', async () => {
  const top = await comment('Nice');
  sandbox.now += 60_000;
  await sandbox.call(LOCAL, '/control/settings', { json: { visibilityDelaySeconds: 10 } });
  await reply(top);
  expect(idsIn(await api(`${COMMENTS}&parentId=${top}`))).toEqual([]);
  sandbox.now += 10_000;
  expect(idsIn(await api(`${COMMENTS}&parentId=${top}`))).toHaveLength(1);
});
