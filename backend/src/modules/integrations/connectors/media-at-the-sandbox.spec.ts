import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { startSandbox, type Sandbox } from '../../../../sandbox/sandbox-server.ts';
import type { MediaItem } from './contract/publication.ts';
import { BlueskyConnector } from './bluesky/bluesky.connector.ts';
import { Breaker } from './breaker.ts';
import { MastodonConnector } from './mastodon/mastodon.connector.ts';
import { problemsOf } from '@posthorn/contracts/integrations/precheck';
import { PlatformHttp } from './platform-http.ts';
import type { Proof } from './contract/connector.ts';
import { imageAt, MemoryAccess, publicationOf } from './testing/account-access.ts';

type Received = Readonly<{ text: string; media: readonly Readonly<{ type: string; bytes: number }>[] }>;

const clock = new FixedClock(new Date('2030-01-01T12:00:00Z'));
/** Waiting for the platform is time passing at the platform. */
const pause = (milliseconds: number) => {
  clock.advance(milliseconds);
  return Promise.resolve();
};
const MP4 = Buffer.from('000000186674797069736f6d0000020069736f6d69736f3200000008', 'hex');
const proofs = {
  bluesky: { kind: 'app-password', identifier: 'media.sandbox.test', password: 'abcd-efgh-ijkl-mnop' },
  mastodon: { kind: 'token', server: 'https://mastodon.sandbox.test', token: 'media' },
} as const satisfies Record<string, Proof>;

let folder: string;
let sandbox: Sandbox;
let http: SafeHttp;
let connectors: Readonly<{ bluesky: BlueskyConnector; mastodon: MastodonConnector }>;
let images: MediaItem[];
let video: MediaItem;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-media-'));
  sandbox = await startSandbox({ port: 0, dataDir: folder, publicUrl: '', now: () => clock.now().getTime() });
  http = new SafeHttp({ sandboxPort: sandbox.port });
  const platform = new PlatformHttp(http, new Breaker());
  const configuration = {
    blueskyServiceUrl: 'https://bsky.social',
    plcUrl: 'https://plc.directory',
    sandbox: { url: sandbox.url },
  };
  connectors = {
    bluesky: new BlueskyConnector(platform, clock, configuration, pause),
    mastodon: new MastodonConnector(platform, clock, pause),
  };
  images = await Promise.all([1, 2, 3].map((n) => picture(`${String(n)}.png`)));
  const path = join(folder, 'clip.mp4');
  await writeFile(path, MP4);
  video = imageAt(path, MP4.length, {
    kind: 'video',
    mimeType: 'video/mp4',
    width: 640,
    height: 360,
    altText: 'Clip',
  });
});
afterAll(async () => {
  await http.onApplicationShutdown();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

async function picture(name: string): Promise<MediaItem> {
  const path = join(folder, name);
  await sharp({ create: { width: 40, height: 30, channels: 3, background: '#345' } })
    .png()
    .toFile(path);
  return imageAt(path, (await stat(path)).size, { width: 40, height: 30, altText: `Picture ${name}` });
}

it.each([
  ['bluesky', 'images', 3],
  ['bluesky', 'video', 1],
  ['mastodon', 'images', 3],
  ['mastodon', 'video', 1],
] as const)('publishes on %s with %s', async (name, kind, count) => {
  const connector = connectors[name];
  const account = await connector.connect(proofs[name]);
  const access = new MemoryAccess(account.limits, account.credentials);
  const publication = publicationOf(`With ${kind}`, kind === 'images' ? images : [video]);
  expect(problemsOf(publication, account.limits, name)).toEqual([]);
  const outcome = await connector.prepare(access, publication, null, () => Promise.resolve());
  if (outcome.kind !== 'prepared') throw new Error(JSON.stringify(outcome));
  expect(await connector.call(access, publication, outcome.refs, AbortSignal.timeout(5_000))).toMatchObject({
    kind: 'published',
  });
  expect(await connector.lookUp(access, publication, outcome.refs, clock.now().toISOString())).toMatchObject({
    kind: 'published',
  });
  const reply = await fetch(`${sandbox.url}/control/posts?platform=${name}`);
  const received = ((await reply.json()) as Received[]).filter(({ text }) => text === publication.text);
  expect(received).toMatchObject([
    { media: Array(count).fill({ type: expect.any(String), bytes: expect.any(Number) }) },
  ]);
});
it('has the video service make the video, and uploads it nowhere else', async () => {
  const calls = (await (await fetch(`${sandbox.url}/control/calls`)).json()) as {
    endpoint: string;
    calls: number;
  }[];
  const of = (endpoint: string) => calls.find((each) => each.endpoint.includes(endpoint))?.calls;
  expect([of('uploadVideo'), of('uploadBlob')]).toEqual([1, 3]);
});
