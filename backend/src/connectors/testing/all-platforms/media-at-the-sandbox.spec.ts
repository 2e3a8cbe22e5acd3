import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { startSandbox, type Sandbox } from '../../../../sandbox/sandbox-server.ts';
import type { MediaItem, PublishRefs } from '../../contract/publication.ts';
import { blueskyConnector } from '../../bluesky/bluesky.connector.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { mastodonConnector } from '../../mastodon/mastodon.connector.ts';
import { problemsOf } from '@posthorn/contracts/integrations/precheck';
import { LinkCards } from '../../kit/link-cards/link-cards.ts';
import { PlatformHttp } from '../../kit/platform-http.ts';
import type { Proof } from '../../contract/connector.ts';
import { mediaAt, MemoryAccess, publicationOf } from '../account-access.ts';
import { storedAfter } from '../another-process.ts';

type Received = Readonly<{ text: string; media: readonly Readonly<{ type: string; bytes: number }>[] }>;

const clock = new FixedClock(new Date('2030-01-01T12:00:00Z'));
/** Advances the clock of the sandbox instead of waiting. */
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
let connectors: Readonly<{
  bluesky: ReturnType<typeof blueskyConnector>;
  mastodon: ReturnType<typeof mastodonConnector>;
}>;
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
    bluesky: blueskyConnector(platform, clock, configuration, new LinkCards(http), pause),
    mastodon: mastodonConnector(platform, clock, pause),
  };
  images = await Promise.all([1, 2, 3].map((n) => picture(`${String(n)}.png`)));
  const path = join(folder, 'clip.mp4');
  await writeFile(path, MP4);
  video = mediaAt(path, MP4.length, {
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
  return mediaAt(path, (await stat(path)).size, { width: 40, height: 30, altText: `Picture ${name}` });
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
  const outcome = await connector.prepare(
    access,
    publication,
    null,
    () => Promise.resolve(),
    AbortSignal.timeout(60_000),
  );
  if (outcome.kind !== 'prepared') throw new Error(JSON.stringify(outcome));
  expect(await connector.call(access, publication, outcome.refs, AbortSignal.timeout(5_000))).toMatchObject({
    kind: 'published',
  });
  expect(await connector.lookUp(access, publication, outcome.refs, clock.now().toISOString())).toMatchObject({
    kind: 'published',
  });
  const response = await fetch(`${sandbox.url}/control/posts?platform=${name}`);
  const received = ((await response.json()) as Received[]).filter(({ text }) => text === publication.text);
  expect(received).toMatchObject([
    { media: Array(count).fill({ type: expect.any(String), bytes: expect.any(Number) }) },
  ]);
});
it('uploads the video of Bluesky only to the video service', async () => {
  const calls = (await (await fetch(`${sandbox.url}/control/calls`)).json()) as {
    endpoint: string;
    calls: number;
  }[];
  const callsTo = (endpoint: string) => calls.find((each) => each.endpoint.includes(endpoint))?.calls;
  // The cases above have uploaded one video and three images.
  expect([callsTo('uploadVideo'), callsTo('uploadBlob')]).toEqual([1, 3]);
});

const videoFile = async (name: string, bytes = MP4): Promise<MediaItem> => {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return mediaAt(path, bytes.length, { kind: 'video', mimeType: 'video/mp4', width: 640, height: 360 });
};
it('publishes a video on Bluesky again after its post was deleted', async () => {
  const { limits, credentials } = await connectors.bluesky.connect(proofs.bluesky);
  const access = new MemoryAccess(limits, credentials);
  const film = await videoFile('film.mp4', Buffer.concat([MP4, Buffer.from('again')]));
  const signal = AbortSignal.timeout(60_000);
  const publish = async (text: string) => {
    const publication = publicationOf(text, [film]);
    let refs: PublishRefs | null = null;
    for (let attempt = 1; ; attempt++) {
      const prepared = await connectors.bluesky.prepare(
        access,
        publication,
        refs,
        () => Promise.resolve(),
        signal,
      );
      if (prepared.kind !== 'prepared') throw new Error(JSON.stringify(prepared));
      const outcome = await connectors.bluesky.call(access, publication, prepared.refs, signal);
      if (outcome.kind === 'published' || attempt === 3) return outcome;
      refs = storedAfter(prepared.refs, outcome);
    }
  };
  const first = await publish('The first time');
  if (first.kind !== 'published') throw new Error(JSON.stringify(first));
  await connectors.bluesky.deletePost(access, { ...first, publishRefs: null }, signal);
  expect(await publish('The second time')).toMatchObject({ kind: 'published' });
});
const planFailure = (reason: string) =>
  fetch(`${sandbox.url}/control/faults`, {
    method: 'POST',
    body: JSON.stringify({ platform: 'bluesky', fault: 'failProcessing', times: 1, reason }),
  });
const prepareVideo = async (text: string, item: MediaItem, refs: PublishRefs | null = null) => {
  const { limits, credentials } = await connectors.bluesky.connect(proofs.bluesky);
  const access = new MemoryAccess(limits, credentials);
  let saved: PublishRefs | null = refs;
  const keep = (changed: PublishRefs) => {
    saved = changed;
    return Promise.resolve();
  };
  const signal = AbortSignal.timeout(60_000);
  const outcome = await connectors.bluesky.prepare(access, publicationOf(text, [item]), refs, keep, signal);
  return { outcome, saved };
};

it.each([
  [
    'a file that is not a video',
    Buffer.from('nothing of the sort'),
    null,
    'video-refused',
    /does not take this video: The file is no/u,
  ],
  [
    'a video that cannot be converted',
    Buffer.concat([MP4, Buffer.alloc(1)]),
    'encoding_failure',
    'video-not-converted',
    /convert/u,
  ],
])(
  'does not publish a file on Bluesky that its video service rejects: %s',
  async (name, bytes, reason, variant, words) => {
    if (reason !== null) await planFailure(reason);
    const { outcome, saved } = await prepareVideo(
      name,
      await videoFile(`${String(bytes.length)}.mp4`, bytes),
    );
    expect(outcome).toMatchObject({
      kind: 'refused',
      reason: 'media-rejected',
      retryable: false,
      variant,
      values: { platform: 'Bluesky' },
      words: expect.stringMatching(words),
    });
    // A retry uploads the file again and does not read the old result.
    expect(saved).toMatchObject({ videoJob: null });
  },
);
it.each(['generic_failure', 'pds_upload_failure', 'some_new_code'])(
  'uploads a video directly to the server if the video service fails (%s)',
  async (reason) => {
    await planFailure(reason);
    const bytes = Buffer.concat([MP4, Buffer.from(reason)]);
    const { outcome } = await prepareVideo(reason, await videoFile(`${reason}.mp4`, bytes));
    expect(outcome).toMatchObject({
      kind: 'prepared',
      refs: { record: { embed: { $type: 'app.bsky.embed.video', video: { size: bytes.length } } } },
    });
  },
);
it('uploads a video again if the video service no longer knows the earlier job', async () => {
  const text = 'forgotten';
  const item = await videoFile('forgotten.mp4', Buffer.concat([MP4, Buffer.from(text)]));
  const videoJob = { id: 'gone', server: 'https://pds.sandbox.test' };
  const refs = { contentHash: `hash of ${text}`, rkey: '3kabcdefgh2ab', videoJob };
  const { outcome, saved } = await prepareVideo(text, item, refs);
  expect(outcome).toMatchObject({ kind: 'prepared', refs: { rkey: '3kabcdefgh2ab' } });
  expect(saved).toMatchObject({ videoJob: { id: expect.not.stringMatching(/^gone$/u) } });
});
