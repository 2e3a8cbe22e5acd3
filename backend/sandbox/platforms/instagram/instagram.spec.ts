import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { CLIENT } from '../../oauth/authorization-server.ts';
import { ALL_SCOPES, consent, managedPages } from '../../testing/meta-account.ts';
import {
  LOCAL,
  MP4,
  PNG,
  SandboxUnderTest,
  TWELVE_SECONDS,
  type SandboxAnswer,
  type SandboxRequest,
} from '../../testing/sandbox-client.ts';

const HOST = 'instagram.sandbox.test';
const sandbox = new SandboxUnderTest();
const files: Record<string, Buffer> = { '/film.mp4': MP4, '/long.mp4': TWELVE_SECONDS, '/drawing.png': PNG };
let fileServer: Server;
let account: string;
let token: string;

beforeAll(async () => {
  const jpeg = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#345' } })
      .jpeg()
      .toBuffer();
  files['/square.jpg'] = await jpeg(40, 40);
  files['/tall.jpg'] = await jpeg(30, 60);
  fileServer = createServer((request, response) => {
    const file = files[request.url ?? ''];
    if (file) response.end(file);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => fileServer.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  fileServer.close();
});
beforeEach(async () => {
  await sandbox.start();
  await connect(ALL_SCOPES);
});
afterEach(async () => {
  await sandbox.stop();
});

async function connect(scopes: readonly string[]): Promise<void> {
  const [page] = await managedPages(sandbox, await consent(sandbox, 'ana', { scopes }));
  [account, token] = [page?.instagram_business_account?.id ?? '', page?.access_token ?? ''];
}
const urlOf = (path: string) =>
  `http://127.0.0.1:${String((fileServer.address() as AddressInfo).port)}${path}`;
const call = (path: string, request: SandboxRequest = {}): Promise<SandboxAnswer> => {
  const proof = createHmac('sha256', CLIENT.secret).update(token).digest('hex');
  const separator = path.includes('?') ? '&' : '?';
  return sandbox.call(HOST, `/v26.0/${path}${separator}appsecret_proof=${proof}`, { token, ...request });
};
type Body = Readonly<{
  id: string;
  status_code: string;
  permalink: string;
  data: readonly Readonly<{ id: string; quota_usage: number }>[];
}>;
const body = ({ json }: SandboxAnswer) => json as Body;
const codesOf = ({ json }: SandboxAnswer) => {
  const { code, error_subcode: subcode } = (json as { error: { code: number; error_subcode?: number } })
    .error;
  return [code, subcode];
};
const create = (form: Record<string, string>) => call(`${account}/media`, { form });
const createContainer = async (form: Record<string, string>) => body(await create(form)).id;
const publish = (id: string) => call(`${account}/media_publish`, { form: { creation_id: id } });
const statusOf = async (id: string) => body(await call(`${id}?fields=status_code,status`)).status_code;

const reel = (offset: string) => ({ media_type: 'REELS', video_url: '/long.mp4', thumb_offset: offset });

it('fetches an image, processes it, publishes it once and shows it', async () => {
  const id = await createContainer({ image_url: urlOf('/square.jpg'), caption: 'Hello', alt_text: 'Blue' });
  expect(await statusOf(id)).toBe('IN_PROGRESS');
  expect(codesOf(await publish(id))).toEqual([9007, 2207027]);
  sandbox.now += 1_000;
  await sandbox.restart();
  expect(await statusOf(id)).toBe('FINISHED');
  const media = body(await publish(id)).id;
  expect(await statusOf(id)).toBe('PUBLISHED');
  expect(codesOf(await publish(id))).toEqual([100, undefined]);
  const { permalink } = body(await call(media));
  expect((await sandbox.call(LOCAL, new URL(permalink).pathname)).text).toContain('Hello');
  expect(body(await call(`${account}/media`)).data.map((one) => one.id)).toEqual([media]);
  expect((await call(media, { method: 'DELETE' })).json).toEqual({ success: true });
  expect(await sandbox.posts('?platform=instagram')).toEqual([]);
});

it.each([
  ['a PNG', { image_url: '/drawing.png' }, [36001, 2207005]],
  ['an image that is too tall', { image_url: '/tall.jpg' }, [36003, 2207009]],
  ['an image that cannot be fetched', { image_url: '/nothing.jpg' }, [9004, 2207052]],
  ['a video that is not a Reel', { media_type: 'VIDEO', video_url: '/film.mp4' }, [100, 2207023]],
  ['a carousel without items', { media_type: 'CAROUSEL', children: '' }, [100, 2207028]],
  ['a cover before the start of its video', reel('-1'), [100, undefined]],
  ['a cover whose time is not a number', reel('soon'), [100, undefined]],
  ['a cover after the end of its video', reel('12000'), [1, 2207057]],
  ['a cover time for an image', { image_url: '/square.jpg', thumb_offset: '1' }, [100, undefined]],
  ['a caption that is too long', { image_url: '/square.jpg', caption: 'x'.repeat(2201) }, [36004, 2207010]],
  ['too many hashtags', { image_url: '/square.jpg', caption: '#a '.repeat(31) }, [36004, 2207010]],
])('refuses %s', async (_name, form, codes) => {
  const fields = Object.entries(form).map(([name, value]) => [
    name,
    name.endsWith('_url') ? urlOf(value) : value,
  ]);
  expect(codesOf(await create(Object.fromEntries(fields) as Record<string, string>))).toEqual(codes);
});

it('combines items into a carousel, but only after they are processed', async () => {
  const items = [
    await createContainer({ image_url: urlOf('/square.jpg'), is_carousel_item: 'true' }),
    await createContainer({ media_type: 'VIDEO', video_url: urlOf('/film.mp4'), is_carousel_item: 'true' }),
  ];
  const carousel = { media_type: 'CAROUSEL', children: items.join(','), caption: 'Two' };
  expect(codesOf(await create(carousel))).toEqual([24, 2207006]);
  sandbox.now += 2_000;
  expect(codesOf(await publish(items[0] ?? ''))).toEqual([24, 2207006]);
  const id = await createContainer(carousel);
  sandbox.now += 1_000;
  expect((await publish(id)).status).toBe(200);
  expect(await sandbox.posts()).toMatchObject([{ account: 'ana.bakes', text: 'Two', media: [{}, {}] }]);
});

it('fails a Reel that is not a video, and expires a container after a day', async () => {
  const failing = await createContainer({ media_type: 'REELS', video_url: urlOf('/square.jpg') });
  sandbox.now += 2_000;
  expect((await call(failing)).json).toMatchObject({
    status_code: 'ERROR',
    status: expect.stringContaining('2207026'),
  });
  const expiring = await createContainer({ media_type: 'REELS', video_url: urlOf('/film.mp4') });
  sandbox.now += DAY_MS;
  expect(await statusOf(expiring)).toBe('EXPIRED');
  expect(codesOf(await publish(expiring))).toEqual([24, 2207008]);
});

it('counts the posts of the last day only when rate limits are enforced', async () => {
  const quotaUsage = async () => body(await call(`${account}/content_publishing_limit`)).data[0]?.quota_usage;
  const id = await createContainer({ image_url: urlOf('/square.jpg') });
  sandbox.now += 1_000;
  await publish(id);
  expect(await quotaUsage()).toBe(0);
  await sandbox.call(LOCAL, '/control/settings', { json: { enforceRateLimits: true } });
  expect(await quotaUsage()).toBe(1);
  sandbox.now += DAY_MS;
  expect(await quotaUsage()).toBe(0);
});

it('refuses a reply to a hidden comment, and all calls without the permission for comments', async () => {
  const container = await createContainer({ image_url: urlOf('/square.jpg') });
  sandbox.now += 1_000;
  const { id: media } = body(await publish(container));
  const json = { platform: 'instagram', remoteId: media, author: 'ben', text: 'Rude' };
  const { id } = body(await sandbox.call(LOCAL, '/control/comments', { json }));
  const reply = () => call(`${id}/replies?message=Why`, { method: 'POST' });
  await call(`${id}?hide=true`, { method: 'POST' });
  expect(codesOf(await reply())[0]).toBe(100);
  await connect(ALL_SCOPES.filter((scope) => scope !== 'instagram_manage_comments'));
  const refused = [await call(`${media}/comments`), await reply(), await call(id, { method: 'DELETE' })];
  expect(refused.map((answer) => codesOf(answer)[0])).toEqual([200, 200, 200]);
});
