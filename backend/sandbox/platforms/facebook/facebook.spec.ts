import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CLIENT } from '../../oauth/authorization-server.ts';
import {
  LOCAL,
  MP4,
  PNG,
  SandboxUnderTest,
  type SandboxAnswer,
  type SandboxRequest,
} from '../../testing/sandbox-client.ts';
import { ALL_SCOPES, consent, managedPages } from '../../testing/meta-account.ts';

const HOST = 'facebook.sandbox.test';
const UPLOADS = 'rupload.facebook.sandbox.test';
const sandbox = new SandboxUnderTest();
let page: string;
let token: string;

beforeEach(async () => {
  await sandbox.start();
  const [first] = await managedPages(sandbox, await consent(sandbox, 'ana'));
  if (!first) throw new Error('There is no Page.');
  [page, token] = [first.id, first.access_token];
});
afterEach(async () => {
  await sandbox.stop();
});

const proofOf = (accessToken: string) =>
  createHmac('sha256', CLIENT.secret).update(accessToken).digest('hex');
const call = (path: string, request: SandboxRequest = {}, as = token): Promise<SandboxAnswer> =>
  sandbox.call(HOST, `/v26.0/${path}${path.includes('?') ? '&' : '?'}appsecret_proof=${proofOf(as)}`, {
    token: as,
    ...request,
  });
type Body = Readonly<{
  id: string;
  permalink_url: string;
  video_id: string;
  upload_url: string;
  data: readonly Readonly<{ message: string; attachments: unknown }>[];
  status: Record<string, { status: string; bytes_transfered?: number } & string>;
}>;
const body = ({ json }: SandboxAnswer) => json as Body;
const codeOf = ({ json }: SandboxAnswer) => {
  const { code, error_subcode: subcode } = (json as { error: { code: number; error_subcode?: number } })
    .error;
  return [code, subcode];
};
const post = (message: string, extra: Record<string, string> = {}) =>
  call(`${page}/feed`, { form: { message, ...extra } });
async function uploadPhoto(
  bytes = PNG,
  fields: Record<string, string> = { published: 'false' },
): Promise<SandboxAnswer> {
  const form = new FormData();
  form.set('source', new Blob([new Uint8Array(bytes)]), 'photo.png');
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return call(`${page}/photos`, { form });
}

describe('consent', () => {
  it('issues Page tokens that do not expire if the person had a long-lived token, even across a restart', async () => {
    const short = await consent(sandbox, 'ana', { exchange: false });
    const [brief] = await managedPages(sandbox, short);
    await sandbox.restart();
    sandbox.now += 80 * DAY_MS;
    expect((await call(page)).status).not.toBe(500);
    expect((await post('Still here')).status).toBe(200);
    expect(codeOf(await call('me', {}, brief?.access_token))).toEqual([190, 463]);
  });
  it('refuses a code with a different redirect URL', async () => {
    await expect(consent(sandbox, 'ana', { redirectUri: 'https://elsewhere.example/' })).rejects.toThrow(
      '100',
    );
  });
  it('reports the scopes and the expiry of a token, and whether it is valid', async () => {
    const debug = async (inputToken: string) => {
      const path = `/v26.0/debug_token?input_token=${inputToken}`;
      const answer = await sandbox.call(HOST, path, { token: `${CLIENT.id}|${CLIENT.secret}` });
      return (answer.json as { data: { is_valid: boolean; expires_at?: number; scopes: string[] } }).data;
    };
    expect(await debug(token)).toMatchObject({ is_valid: true, expires_at: 0, scopes: ALL_SCOPES });
    await sandbox.call(LOCAL, '/control/tokens', {
      json: { app: 'facebook', account: 'ana', action: 'revoke' },
    });
    expect(await debug(token)).toMatchObject({ is_valid: false });
    expect(codeOf(await post('Hi'))).toEqual([190, 460]);
  });
});

describe('a call', () => {
  it('requires the proof, the token of the Page and the permission', async () => {
    expect(
      codeOf(await sandbox.call(HOST, `/v26.0/${page}/feed`, { token, form: { message: 'Hi' } })),
    ).toEqual([100, undefined]);
    const user = await consent(sandbox, 'ana');
    expect(codeOf(await call(`${page}/feed`, { form: { message: 'Hi' } }, user))).toEqual([210, undefined]);
    const without = ALL_SCOPES.filter((scope) => scope !== 'pages_manage_posts');
    const [withoutPermission] = await managedPages(
      sandbox,
      await consent(sandbox, 'ana', { scopes: without }),
    );
    const refused = await call(`${page}/feed`, { form: { message: 'Hi' } }, withoutPermission?.access_token);
    expect([refused.status, codeOf(refused)]).toEqual([403, [200, undefined]]);
    const [other] = await managedPages(sandbox, await consent(sandbox, 'ben'));
    expect(codeOf(await call(`${page}/feed`, { form: { message: 'Hi' } }, other?.access_token))).toEqual([
      100, 33,
    ]);
  });
});

describe('a post', () => {
  it('is refused when it is empty, is too long, has an invalid link, or repeats the last post', async () => {
    expect(codeOf(await post(' '))).toEqual([100, undefined]);
    expect(codeOf(await post('x'.repeat(63_207)))).toEqual([100, undefined]);
    expect(codeOf(await post('Hi', { link: 'nowhere' }))).toEqual([100, undefined]);
    await post('Hi');
    expect(codeOf(await post('Hi'))).toEqual([506, undefined]);
    await sandbox.call(LOCAL, '/control/settings', { json: { recognizeDuplicates: false } });
    expect((await post('Hi')).status).toBe(200);
  });
  it('shows photos that were uploaded before, and accepts each photo only once', async () => {
    const ids = [body(await uploadPhoto()).id, body(await uploadPhoto()).id];
    const attached = Object.fromEntries(
      ids.map((id, index) => [`attached_media[${String(index)}]`, JSON.stringify({ media_fbid: id })]),
    );
    expect((await post('Two', attached)).status).toBe(200);
    expect(codeOf(await post('Again', attached))).toEqual([100, undefined]);
    const { data } = body(await call(`${page}/published_posts`));
    expect(data[0]?.attachments).toEqual({
      data: [{ subattachments: { data: ids.map((id) => ({ target: { id } })) } }],
    });
    expect(codeOf(await uploadPhoto(Buffer.from('no picture')))).toEqual([100, 1366046]);
  });
});

describe('a Reel', () => {
  const phase = (fields: Record<string, string>) => call(`${page}/video_reels`, { form: fields });
  const start = async () => body(await phase({ upload_phase: 'start' }));
  const send = (url: string, bytes: Buffer, offset: number, size = MP4.length) =>
    sandbox.call(UPLOADS, new URL(url).pathname, {
      method: 'POST',
      bytes,
      headers: { authorization: `OAuth ${token}`, offset: String(offset), file_size: String(size) },
    });
  const finish = (id: string) =>
    phase({ upload_phase: 'finish', video_id: id, video_state: 'PUBLISHED', description: 'A film' });
  const statusOf = async (id: string) => body(await call(`${id}?fields=status`)).status;

  it('resumes its upload where it stopped, and is published after processing', async () => {
    const { video_id: id, upload_url: url } = await start();
    expect((await send(url, MP4.subarray(0, 10), 0)).json).toMatchObject({ debug_info: { retriable: true } });
    expect((await statusOf(id))['uploading_phase']?.bytes_transfered).toBe(10);
    expect((await send(url, MP4, 0)).status).toBe(416);
    expect(codeOf(await finish(id))).toEqual([6000, 1363019]);
    await sandbox.restart();
    expect((await send(url, MP4.subarray(10), 10)).json).toEqual({ success: true });
    expect((await finish(id)).json).toEqual({ success: true });
    expect(await statusOf(id)).toMatchObject({ video_status: 'processing' });
    expect(await sandbox.posts()).toEqual([]);
    sandbox.now += 2_000;
    expect(await statusOf(id)).toMatchObject({ publishing_phase: { publish_status: 'published' } });
    expect(await sandbox.posts()).toMatchObject([{ text: 'A film' }]);
    expect(codeOf(await finish(id))).toEqual([100, undefined]);
  });
  it('fails when it is not a video, and expires after a day without a file', async () => {
    const failing = await start();
    await send(failing.upload_url, PNG, 0, PNG.length);
    await finish(failing.video_id);
    sandbox.now += 2_000;
    expect(await statusOf(failing.video_id)).toMatchObject({ video_status: 'error' });
    const late = await start();
    sandbox.now += DAY_MS;
    expect(await statusOf(late.video_id)).toMatchObject({ video_status: 'expired' });
    expect((await send(late.upload_url, MP4, 0)).status).toBe(400);
  });
  it('accepts a file only with the token of its Page, and is limited to thirty a day', async () => {
    const { upload_url: url } = await start();
    const path = new URL(url).pathname;
    const headers = { offset: '0', file_size: '1', authorization: 'OAuth nobody' };
    expect((await sandbox.call(UPLOADS, path, { method: 'POST', bytes: MP4, headers })).status).toBe(401);
    await sandbox.call(LOCAL, '/control/settings', { json: { enforceRateLimits: true } });
    for (let count = 0; count < 30; count += 1) {
      const { video_id: id, upload_url: uploadUrl } = await start();
      await send(uploadUrl, MP4, 0);
      await finish(id);
    }
    expect(codeOf(await phase({ upload_phase: 'start' }))).toEqual([32, undefined]);
  });
});

it('requests the chunks of a feed video in order', async () => {
  const size = 300_000;
  const videoBytes = Buffer.concat([MP4, Buffer.alloc(size - MP4.length)]);
  const start = (await call(`${page}/videos`, { form: { upload_phase: 'start', file_size: String(size) } }))
    .json as Record<string, string>;
  const session = start['upload_session_id'] ?? '';
  const send = (from: number, to: number) => {
    const form = new FormData();
    form.set('video_file_chunk', new Blob([new Uint8Array(videoBytes.subarray(from, to))]), 'piece');
    const fields = { upload_phase: 'transfer', upload_session_id: session, start_offset: String(from) };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return call(`${page}/videos`, { form });
  };
  expect([start['start_offset'], start['end_offset']]).toEqual(['0', '262144']);
  const wrong = await send(262_144, size);
  expect(codeOf(wrong)).toEqual([6001, 1363037]);
  expect(wrong.json).toMatchObject({ error: { error_data: { start_offset: '0', end_offset: '262144' } } });
  expect((await send(0, 262_144)).json).toEqual({ start_offset: '262144', end_offset: '300000' });
  expect((await send(262_144, size)).json).toEqual({ start_offset: '300000', end_offset: '300000' });
  const finish = { upload_phase: 'finish', upload_session_id: session, description: 'A film' };
  expect((await call(`${page}/videos`, { form: finish })).json).toEqual({ success: true });
  sandbox.now += 2_000;
  expect(await sandbox.posts()).toMatchObject([{ text: 'A film', media: [{ bytes: size }] }]);
});

describe('a comment', () => {
  let commentedPost: string;
  beforeEach(async () => {
    commentedPost = body(await post('Fresh bread')).id;
  });
  const comment = async (text: string, extra: object = {}): Promise<string> => {
    const json = { platform: 'facebook', remoteId: commentedPost, author: 'Ben', text, ...extra };
    return body(await sandbox.call(LOCAL, '/control/comments', { json })).id;
  };
  const reply = (to: string, message: string) => call(`${to}/comments`, { form: { message } });

  it('omits the author if privacy settings hide the author', async () => {
    await comment('Who am I?', { author: 'private person' });
    const { data } = body(await call(`${commentedPost}/comments?fields=id,message,from{id,name}`));
    expect(data).toMatchObject([{ message: 'Who am I?' }]);
    expect(data[0]).not.toHaveProperty('from');
  });
  it('is not listed for a user token, and requires the permission pages_read_user_content', async () => {
    await comment('Lovely');
    expect((await call(`${commentedPost}/comments`, {}, await consent(sandbox, 'ana'))).json).toEqual({
      data: [],
    });
    const scopes = ALL_SCOPES.filter((scope) => scope !== 'pages_read_user_content');
    const [withoutPermission] = await managedPages(sandbox, await consent(sandbox, 'ana', { scopes }));
    for (const path of [
      `${commentedPost}/comments`,
      `${page}/published_posts?fields=comments.summary(total_count)`,
    ])
      expect(codeOf(await call(path, {}, withoutPermission?.access_token))).toEqual([200, undefined]);
  });
  it('gets replies at its id, and can be edited by the Page that wrote it', async () => {
    const theirs = await comment('Lovely');
    expect(codeOf(await reply(theirs, ' '))[0]).toBe(100);
    expect(codeOf(await reply('1_2', 'Hi'))[0]).toBe(100);
    expect(codeOf(await call(theirs, { form: { message: 'Thank you' } }))[0]).toBe(200);
    const own = body(await reply(theirs, 'Thank you')).id;
    expect((await call(own, { form: { message: 'Thanks!' } })).json).toEqual({ success: true });
  });
  it('of the Page itself appears only after the configured delay', async () => {
    const theirs = await comment('Lovely');
    sandbox.now += 60_000;
    await sandbox.call(LOCAL, '/control/settings', { json: { visibilityDelaySeconds: 30 } });
    await reply(theirs, 'Thank you');
    const shown = async () => body(await call(`${commentedPost}/comments?filter=stream`)).data.length;
    expect(await shown()).toBe(1);
    sandbox.now += 30_000;
    expect(await shown()).toBe(2);
  });
});
