import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { AccountExportReply } from '@posthorn/contracts/identity/account-export.http';
import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import type { UploadReply } from '@posthorn/contracts/shared/media.http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { readZip } from '#infrastructure/personal-data/export/testing/read-zip.ts';
import type { Creator } from '../creator.ts';
import { eventually } from '../eventually.ts';
import { product, newUser } from './everyday-product.ts';
import { run } from '../program.ts';
import { SandboxControl } from '../sandbox-control.ts';

const TOKEN = 'canary-token-of-the-export';

let ana: Creator;
let folder: string;
let uploaded: string;
let postId: number;
let files: ReadonlyMap<string, Buffer>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-export-'));
  ana = await newUser();
  const accounts = [await ana.connectMastodon(TOKEN), await ana.connectBluesky()];
  const form = new FormData();
  const image = sharp({ create: { width: 64, height: 48, channels: 3, background: '#c05' } });
  form.append('media', new Blob([new Uint8Array(await image.jpeg().toBuffer())]), 'bowl.jpg');
  const upload = await ana.client.post<UploadReply>('/api/upload-multiple', form);
  uploaded = upload.body.files[0]?.mediaUrl ?? '';
  const mediaFiles = [{ mediaUrl: uploaded, altText: 'A bowl' }];
  postId = (await ana.schedule(accounts, 'Forty bowls', { mediaFiles })).body.id;
  await ana.settled(postId);
  await replyToComment();
  files = await readZip(await downloadExport());
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Writes a comment under the post on Bluesky, and replies to it in the product. */
async function replyToComment(): Promise<void> {
  const [target] = (await ana.post(postId)).targets.filter(({ platform }) => platform === 'bluesky');
  const remoteId = target?.remoteId ?? '';
  await new SandboxControl(product.sandboxUrl).comment({
    platform: 'bluesky',
    remoteId,
    author: 'ben',
    text: 'When do you open?',
  });
  const comments = async () => (await ana.client.get<readonly CommentView[]>('/api/comments')).body;
  const { id } = await eventually(async () => {
    const [found] = await comments();
    if (!found) throw new Error('The comment is not in the inbox yet');
    return found;
  }, 30);
  await ana.client.post(`/api/comments/${String(id)}/reply`, { replyText: 'At seven.' });
  await eventually(async () => {
    expect((await comments())[0]?.reply?.state).toBe('sent');
  }, 30);
}

async function downloadExport(): Promise<Buffer> {
  const { body } = await ana.client.post<AccountExportReply>('/api/account/export');
  const headers = { cookie: ana.client.cookieHeader, 'sec-fetch-site': 'same-origin' };
  const response = await fetch(new URL(body.url, product.url), { headers });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const json = (name: string): unknown => JSON.parse(files.get(name)?.toString() ?? '');

it('contains the published posts, their uploads and their comments', async () => {
  const file = uploaded.replace('/media/', 'media/');
  expect(json('posts.json')).toMatchObject({
    posts: [{ id: postId, status: 'posted', media: [{ file, altText: 'A bowl' }] }],
  });
  const served = await fetch(new URL(uploaded, product.url));
  expect(files.get(file)).toEqual(Buffer.from(await served.arrayBuffer()));
  expect(json('accounts.json')).toMatchObject({
    accounts: [{ platform: 'mastodon' }, { platform: 'bluesky' }],
  });
  expect(json('comments.json')).toMatchObject({
    comments: [{ postId, text: 'When do you open?', replies: [{ text: 'At seven.', state: 'done' }] }],
  });
});

it('contains every event in a form that an auditor can check with the file alone', async () => {
  const events = [...files].filter(([path]) => path.startsWith('events/'));
  const checked: string[] = [];
  for (const [path, bytes] of events) {
    const file = join(folder, basename(path));
    await writeFile(file, bytes);
    const { code, said } = await run('libs/event-store/src/cli/log-verify.ts', { args: [file] });
    expect({ path, code }).toEqual({ path, code: 0 });
    checked.push(`${basename(path)}: ${said.replace(/^.*ok, \d+ events in /u, '')}`);
  }
  expect(checked).toEqual(
    expect.arrayContaining([`post-${String(postId)}.ndjson: 3 streams`, 'comments-1.ndjson: 1 streams']),
  );
});

it('contains no secret that gives access to an account', () => {
  const session = /__Host-session=([^;]+)/u.exec(ana.client.cookieHeader)?.[1] ?? '';
  expect(session).not.toBe('');
  for (const secret of [TOKEN, session])
    expect([...files].filter(([, bytes]) => bytes.includes(secret)).map(([path]) => path)).toEqual([]);
});
