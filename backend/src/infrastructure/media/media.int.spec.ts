import { ERASURE_CATEGORY } from '@posthorn/event-sourcing/subject-erased';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { MEDIA, MEDIA_TEXT, type UploadReply } from '@posthorn/contracts/shared/media.http';
import { mediaUsage, type MediaUsageView } from '@posthorn/contracts/shared/media-usage.http';
import type { ErrorReply } from '@posthorn/contracts/shared/call';
import { Configuration } from '../config/configuration.ts';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import sharp from 'sharp';
import request, { type Response } from 'supertest';
import { boot, type Booted } from '../testing/boot.ts';
import { MediaHousekeeping } from './media-housekeeping.ts';
import { MediaModule } from './media.module.ts';
import { MediaFiles } from './store/media-files.ts';
import { MediaStore, type MediaObject } from './store/media-store.ts';
import { MediaUses } from './store/media-uses.ts';
import { film, filmTakenAt, QUICKTIME } from './upload/testing/mp4-bytes.ts';
import { filmOf } from './upload/testing/mp4-tracks.ts';

const PICTURE = { handler: 'vide', samples: [Buffer.from('seen')] };
const SOUND = { handler: 'soun', samples: [Buffer.from('heard')] };

/** The tables of the product, and one for these specs. */
const USES = [
  ...['media.attachment', 'media.draft_file', 'link_tree.banner_file', 'integrations.picture_file'],
  'media.spec_use',
];

let booted: Booted;
let folder: string;
let pool: Pool;
beforeAll(async () => {
  booted = await boot([MediaModule], { database: true });
  folder = join(booted.app.get(Configuration).dataDir, 'media');
  pool = booted.app.get(Pool);
  await pool.query('create table media.spec_use (name text)');
  for (const table of USES) booted.app.get(MediaUses).add(table);
}, 60_000);
afterAll(() => booted.close());

let users = 0;
let user: string;
beforeEach(() => {
  user = `user${String(++users)}`;
});

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c05' } });
const jpeg = (width = 800, height = 600) => blank(width, height).jpeg().toBuffer();
/** The given number of frames of 0.4 s each, in an endless loop. */
const animation = async (format: 'gif' | 'webp' = 'gif') => {
  const [width, height, frames] = [30, 20, 3];
  const pictures = Array.from({ length: frames }, (_, frame) =>
    sharp({ create: { width, height, channels: 3, background: `rgb(${String(frame * 25)}, 0, 80)` } })
      .png()
      .toBuffer(),
  );
  const joined = sharp(await Promise.all(pictures), { join: { animated: true } });
  return joined[format]({ delay: Array<number>(frames).fill(400), loop: 0 }).toBuffer();
};
const uploadOf = (owner: string) =>
  request(booted.url).post('/api/upload-multiple').set('x-test-user', owner);
const upload = (...files: readonly (readonly [Buffer, string])[]) =>
  files.reduce((sent, [bytes, name]) => sent.attach('media', bytes, name), uploadOf(user));
const files = ({ body }: Response) => (body as UploadReply).files;
const error = ({ body }: Response) => body as ErrorReply;
const get = (url: string | null | undefined) => request(booted.url).get(url ?? '/none');
const onDisk = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
const usage = async () => {
  const { rows } = await pool.query(
    'select files, bytes::float8 as bytes from media.usage where owner_id = $1',
    [user],
  );
  return (rows[0] ?? { files: 0, bytes: 0 }) as { files: number; bytes: number };
};
const sweep = () => booted.app.get(MediaHousekeeping).sweep();
it('accepts pictures and videos, and reports their type and size', async () => {
  const response = await upload(
    [await jpeg(), 'sunset.jpg'],
    [await blank(20, 10).png().toBuffer(), 'dot.png'],
    [await blank(30, 10).webp().toBuffer(), 'line.webp'],
    [film(), 'film.mp4'],
  ).expect(201);
  expect(files(response)).toMatchObject([
    { mediaType: 'image', originalName: 'sunset.jpg', order: 0, width: 800, height: 600, altText: null },
    { mediaType: 'image', originalName: 'dot.png', order: 1, width: 20, height: 10 },
    { mediaType: 'image', originalName: 'line.webp', order: 2, width: 30, height: 10 },
    { mediaType: 'video', originalName: 'film.mp4', order: 3, width: 1280, height: 720, thumbnailUrl: null },
  ]);
  const [picture] = files(response);
  expect(picture?.mediaUrl).toMatch(/^\/media\/[\w-]{22}\.jpg$/u);
  expect(picture?.thumbnailUrl).toMatch(/^\/media\/[\w-]{22}-thumb\.webp$/u);
  expect(await usage()).toMatchObject({ files: 4 });
});

it('keeps the frames and the length of an animation, and stores a still GIF as a picture', async () => {
  const [moving, still] = files(
    await upload([await animation(), 'wave.gif'], [await blank(20, 10).gif().toBuffer(), 'dot.gif']).expect(
      201,
    ),
  );
  expect(moving).toMatchObject({ mediaType: 'image', mimeType: 'image/gif', width: 30, height: 20 });
  expect(moving).toMatchObject({ durationSeconds: 1.2, originalName: 'wave.gif' });
  expect(still).toMatchObject({ mimeType: 'image/png', width: 20, height: 10, durationSeconds: null });
  const { body } = (await get(moving?.mediaUrl).expect(200).expect('content-type', 'image/gif')) as {
    body: Buffer;
  };
  expect(await sharp(body).metadata()).toMatchObject({ pages: 3, delay: [400, 400, 400], loop: 0 });
  const { body: thumbnail } = (await get(moving?.thumbnailUrl).expect(200)) as { body: Buffer };
  expect((await sharp(thumbnail).metadata()).pages ?? 1).toBe(1);
});

it('converts a WebP animation to a GIF with the same frames and length, because platforms accept that', async () => {
  const [moving] = files(await upload([await animation('webp'), 'wave.webp']).expect(201));
  expect(moving).toMatchObject({ mediaType: 'image', mimeType: 'image/gif', width: 30, height: 20 });
  expect(moving).toMatchObject({ durationSeconds: 1.2, originalName: 'wave.webp' });
  expect(moving?.mediaUrl).toMatch(/\.gif$/u);
  const { body } = (await get(moving?.mediaUrl).expect(200).expect('content-type', 'image/gif')) as {
    body: Buffer;
  };
  expect(await sharp(body).metadata()).toMatchObject({ pages: 3, delay: [400, 400, 400], loop: 0 });
});

it('removes metadata and hidden data from an animation', async () => {
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, 3]), Buffer.from('Ana'), Buffer.from([0])]);
  const bytes = await animation();
  const end = bytes.length - 1;
  const hiding = Buffer.concat([
    bytes.subarray(0, end),
    comment,
    bytes.subarray(end),
    Buffer.from('<script>'),
  ]);
  const [moving] = files(await upload([hiding, 'wave.gif']).expect(201));
  const { body } = (await get(moving?.mediaUrl).expect(200)) as { body: Buffer };
  expect(body.toString('latin1')).not.toMatch(/Ana|script/u);
});

it.each(['M4V ', 'M4VH', '3gp5', '3g2a', '3gs7'])(
  'stores a video of the brand %j as an MP4',
  async (brand) => {
    const bytes = branded(filmOf(PICTURE, SOUND).bytes, brand);
    const [taken] = files(await upload([bytes, 'film.mp4']).expect(201));
    expect(taken).toMatchObject({ mediaType: 'video', mimeType: 'video/mp4', width: 1280 });
    expect(taken?.mediaUrl).toMatch(/\.mp4$/u);
    const { body } = (await get(taken?.mediaUrl).expect(200).expect('content-type', 'video/mp4')) as {
      body: Buffer;
    };
    // Platforms check the brand too.
    expect(body.toString('latin1', 4, 12)).toBe('ftypmp42');
  },
);

it('accepts a video with zeros after its last box', async () => {
  const [taken] = files(await upload([Buffer.concat([film(), Buffer.alloc(4)]), 'film.mp4']).expect(201));
  expect(taken).toMatchObject({ mediaType: 'video', width: 1280, durationSeconds: 12.5 });
});

it('accepts a QuickTime video and removes the place of the recording from it', async () => {
  const place = '+48.8566+002.3522/';
  const { bytes } = filmTakenAt(place, QUICKTIME);
  const [taken] = files(await upload([bytes, 'film.mov']).expect(201));
  expect(taken).toMatchObject({ mediaType: 'video', mimeType: 'video/quicktime', durationSeconds: 12.5 });
  expect(taken?.mediaUrl).toMatch(/\.mov$/u);
  const { body } = (await get(taken?.mediaUrl).expect(200).expect('content-type', 'video/quicktime')) as {
    body: Buffer;
  };
  expect(body).toHaveLength(bytes.length);
  expect(body.toString('latin1')).not.toContain(place);
});

it('serves a file to every client that knows its URL, with its real type and without expiry', async () => {
  const [picture] = files(await upload([await jpeg(), 'sunset.jpg']).expect(201));
  const served = await get(picture?.mediaUrl).expect(200);
  expect(served.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    'content-length': String(picture?.mediaSize),
  });
  const part = await get(picture?.mediaUrl).set('range', 'bytes=0-1').expect(206);
  expect(part.body).toEqual(Buffer.from([0xff, 0xd8]));
  await get(picture?.mediaUrl).set('if-none-match', String(served.headers['etag'])).expect(304);
  const thumbnail = await get(picture?.thumbnailUrl).expect(200).expect('content-type', 'image/webp');
  expect(await sharp(thumbnail.body as Buffer).metadata()).toMatchObject({ width: 480, height: 360 });
  for (const path of ['/media/none', '/media/..%2f..%2fetc%2fpasswd', `/media/${'A'.repeat(22)}.jpg`]) {
    await get(path).expect(404);
  }
});

it('lets no cache keep the answer to a request that fails', async () => {
  const [picture] = files(await upload([await jpeg(61, 43), 'sunset.jpg']).expect(201));
  const beyond = await get(picture?.mediaUrl).set('range', 'bytes=99999999-').expect(416);
  expect(beyond.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-range': `bytes */${String(picture?.mediaSize)}`,
    'content-type': expect.stringContaining('application/json') as unknown,
  });
  expect(beyond.headers).not.toHaveProperty('etag');
  expect(error(beyond).code).toBe('request.refused');
  const stored = await booted.app.get(MediaFiles).objectsOf(user);
  const object = stored.find(({ mimeType }) => mimeType === 'image/jpeg');
  const path = await booted.app.get(MediaStore).pathOf(object as MediaObject);
  await rm(path);
  // A folder, as an example of a file that cannot be read.
  await mkdir(path);
  const unreadable = await get(picture?.mediaUrl).expect(500);
  expect(unreadable.headers).toMatchObject({ 'cache-control': 'no-store' });
});

it('turns a picture upright and removes the place of the recording from it', async () => {
  const photo = await blank(80, 40)
    .withExif({ IFD0: { Artist: 'Ana' }, IFD3: { GPSLatitude: '48/1 51/1 24/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const [picture] = files(await upload([photo, 'photo.jpg']).expect(201));
  expect(picture).toMatchObject({ width: 40, height: 80 });
  const { body } = (await get(picture?.mediaUrl).expect(200)) as { body: Buffer };
  const metadata = await sharp(body).metadata();
  expect(metadata.exif).toBeUndefined();
  expect(metadata.orientation).toBeUndefined();
  expect(body.toString('latin1')).not.toContain('Ana');
});

it('removes the place of the recording from a video', async () => {
  const place = '+48.8566+002.3522/';
  const { bytes } = filmTakenAt(place);
  const [taken] = files(await upload([bytes, 'film.mp4']).expect(201));
  expect(taken).toMatchObject({ width: 1280, durationSeconds: 12.5, mediaSize: bytes.length });
  const { body } = (await get(taken?.mediaUrl).expect(200)) as { body: Buffer };
  expect(body).toHaveLength(bytes.length);
  expect(body.toString('latin1')).not.toContain(place);
});

it('removes hidden data after the end of a picture', async () => {
  const polyglot = Buffer.concat([await jpeg(), Buffer.from('<script>alert(1)</script>')]);
  const [picture] = files(await upload([polyglot, 'polyglot.jpg']).expect(201));
  const { body } = (await get(picture?.mediaUrl).expect(200)) as { body: Buffer };
  expect(body.toString('latin1')).not.toContain('script');
});

it('stores the file name of a client without its folders', async () => {
  const response = await upload(
    [await jpeg(), '../../../etc/cron.d/x.jpg'],
    [await jpeg(9, 9), 'Grüße 🎺.jpg'],
  ).expect(201);
  expect(files(response).map(({ originalName }) => originalName)).toEqual(['x.jpg', 'Grüße 🎺.jpg']);
});

const uploadNamed = async (name: string) => {
  const body = new FormData();
  body.append('media', new Blob([new Uint8Array(await jpeg(9, 9))]), name);
  const headers = { 'x-test-user': user };
  return fetch(`${booted.url}/api/upload-multiple`, { method: 'POST', headers, body });
};

it.each([
  ['..', 'file'],
  ['.', 'file'],
  ['...', 'file'],
  [' . ', 'file'],
  ['   ', 'file'],
  ['/', 'file'],
  ['pictures/', 'file'],
  ['\u200b', 'file'],
  ['C:\\fakepath\\..', 'file'],
  ['.jpg', '.jpg'],
  ['a\n\u202eb.jpg', 'ab.jpg'],
  [`${'x'.repeat(300)}.jpeg`, `${'x'.repeat(195)}.jpeg`],
  ['é'.repeat(300), 'é'.repeat(200)],
])('accepts a file with the name %j as %j', async (name, kept) => {
  const response = await uploadNamed(name);
  const [taken] = ((await response.json()) as UploadReply).files;
  expect([response.status, taken?.originalName]).toEqual([201, kept]);
});

it.each([
  ['a control character', 'a\u0001.jpg'],
  ['20,000 letters', 'x'.repeat(20_000)],
])('asks for another name of a file when the name has %s', async (_, name) => {
  const response = await uploadNamed(name);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: 'scheduling.upload-broken',
    variant: 'name',
    message: MEDIA_TEXT.nameNotReadable,
  });
});

const branded = (bytes: Buffer, brand: string): Buffer => {
  bytes.write(brand, 8, 'latin1');
  return bytes;
};
const refused: readonly [
  string,
  () => Buffer | Promise<Buffer>,
  string,
  number,
  string,
  (name: string) => string,
][] = [
  [
    'an SVG',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'x.svg',
    415,
    'scheduling.file-not-supported',
    MEDIA_TEXT.notSupported,
  ],
  [
    'an SVG with the file name of a PNG',
    () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    'x.png',
    415,
    'scheduling.file-not-supported',
    MEDIA_TEXT.notSupported,
  ],
  [
    'an HTML page with the file name of a JPEG',
    () => Buffer.from('<!doctype html><script>alert(1)</script>'),
    'x.jpg',
    415,
    'scheduling.file-not-supported',
    MEDIA_TEXT.notSupported,
  ],
  [
    'an archive',
    () => Buffer.from('504b0304140000000000', 'hex'),
    'x.zip',
    415,
    'scheduling.file-not-supported',
    MEDIA_TEXT.notSupported,
  ],
  [
    'a GIF with a script',
    () => Buffer.from('GIF89a/*<script>*/=1;alert(1)'),
    'x.gif',
    422,
    'scheduling.file-not-readable',
    MEDIA_TEXT.notReadable,
  ],
  [
    'an empty file',
    () => Buffer.alloc(0),
    'empty.jpg',
    415,
    'scheduling.file-not-supported',
    MEDIA_TEXT.notSupported,
  ],
  [
    'a QuickTime video without a picture',
    () => film({ brand: QUICKTIME, width: 0 }),
    'film.mov',
    422,
    'scheduling.file-not-readable',
    MEDIA_TEXT.notReadable,
  ],
  [
    'a video from a phone with an older codec',
    () => branded(film({ codec: 's263' }), '3gp4'),
    'film.mp4',
    415,
    'scheduling.file-not-supported',
    MEDIA_TEXT.notSupported,
  ],
  [
    'a copy-protected video from iTunes',
    () => branded(film({ codec: 'drmi' }), 'M4V '),
    'film.m4v',
    415,
    'scheduling.file-not-supported',
    MEDIA_TEXT.notSupported,
  ],
  [
    'an MP4 with sound only',
    () => filmOf(SOUND).bytes,
    'song.mp4',
    415,
    'scheduling.file-not-supported',
    MEDIA_TEXT.soundOnly,
  ],
  [
    'an MP4 whose brand means sound only',
    () => branded(filmOf(SOUND).bytes, 'M4A '),
    'song.m4a',
    415,
    'scheduling.file-not-supported',
    MEDIA_TEXT.soundOnly,
  ],
  [
    'half an animation',
    async () => (await animation()).subarray(0, 60),
    'half.gif',
    422,
    'scheduling.file-not-readable',
    MEDIA_TEXT.notReadable,
  ],
  [
    'an animation whose frames have too many pixels together',
    async () => {
      const bytes = await animation();
      // The first frame claims the greatest allowed size; two more follow.
      const frame = bytes.indexOf('2c000000001e001400', 'hex');
      bytes.writeUInt16LE(6000, frame + 5);
      bytes.writeUInt16LE(6000, frame + 7);
      return bytes;
    },
    'huge.gif',
    413,
    'scheduling.too-many-pixels',
    MEDIA_TEXT.pixelsMax,
  ],
  [
    'an animated PNG, because its copy would not move',
    async () => {
      const png = await blank(20, 10).png().toBuffer();
      const frames = Buffer.from('0000000861635443000000020000000000000000', 'hex');
      frames.write('acTL', 4, 'latin1');
      frames.writeUInt32BE(crc32(frames.subarray(4, 16)), 16);
      return Buffer.concat([png.subarray(0, 33), frames, png.subarray(33)]);
    },
    'wave.png',
    415,
    'scheduling.file-not-supported',
    MEDIA_TEXT.notSupported,
  ],
  [
    'a picture of 101 scans',
    async () => {
      const bytes = await blank(64, 48).jpeg({ progressive: true }).toBuffer();
      const scan = bytes.subarray(bytes.lastIndexOf('ffda', 'hex'), -2);
      return Buffer.concat([bytes.subarray(0, -2), ...Array<Buffer>(100).fill(scan), bytes.subarray(-2)]);
    },
    'scans.jpg',
    422,
    'scheduling.file-too-complex',
    MEDIA_TEXT.tooComplex,
  ],
  [
    'half a picture',
    async () => (await jpeg()).subarray(0, 900),
    'half.jpg',
    422,
    'scheduling.file-not-readable',
    MEDIA_TEXT.notReadable,
  ],
  [
    'a video that was cut off',
    () => film().subarray(0, 300),
    'film.mp4',
    422,
    'scheduling.file-not-readable',
    MEDIA_TEXT.notReadable,
  ],
  [
    'a bomb of 256 megapixels',
    () => bomb(16_000, 16_000),
    'bomb.png',
    413,
    'scheduling.too-many-pixels',
    MEDIA_TEXT.pixelsMax,
  ],
  [
    'a file of 50 MB and a byte',
    () => Buffer.alloc(MEDIA.fileBytesMax + 1),
    'large.mp4',
    413,
    'scheduling.file-too-large',
    MEDIA_TEXT.tooLarge,
  ],
];

it.each(refused)('refuses %s and its whole upload', async (_what, bytes, name, status, code, words) => {
  const before = await onDisk();
  const response = await upload([await jpeg(), 'good.jpg'], [await bytes(), name]).expect(status);
  expect(error(response)).toMatchObject({ code, message: words(name) });
  expect(await onDisk()).toBe(before);
  expect(await usage()).toMatchObject({ files: 0, bytes: 0 });
});

it('accepts ten files and refuses eleven', async () => {
  const dot = await jpeg(8, 8);
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => [dot, `${String(index)}.jpg`] as const);
  expect(error(await upload(...many(11)).expect(413))).toMatchObject({
    code: 'scheduling.too-many-files',
    message: MEDIA_TEXT.tooMany,
  });
  expect(files(await upload(...many(10)).expect(201))).toHaveLength(10);
});

it('requires a signed-in user, and files in the field `media`', async () => {
  const none = await uploadOf(user).field('x', 'y').expect(400);
  expect(error(none)).toMatchObject({ message: MEDIA_TEXT.none, fields: { media: MEDIA_TEXT.none } });
  await uploadOf(user)
    .attach('file', await jpeg(), 'x.jpg')
    .expect(400);
  await uploadOf(user).send({ media: 'x' }).expect(400);
  await request(booted.url)
    .post('/api/upload-multiple')
    .attach('media', await jpeg(), 'x.jpg')
    .expect(401);
});

it('deletes all files of an upload whose connection breaks', async () => {
  const before = await onDisk();
  const { hostname, port } = new URL(booted.url);
  const socket = connect(Number(port), hostname);
  const head = `POST /api/upload-multiple HTTP/1.1\r\nhost: ${hostname}:${port}\r\nx-test-user: ${user}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n\r\n`;
  const part = '--b\r\ncontent-disposition: form-data; name="media"; filename="a.jpg"\r\n\r\n';
  await new Promise((resolve) => socket.write(head + part + 'x'.repeat(200_000), resolve));
  await until(async () => (await onDisk()) > before);
  socket.destroy();
  await until(async () => (await onDisk()) === before);
});

it("draws one user's small picture while the large ones of another wait", async () => {
  const before = await onDisk();
  const large = await blank(3000, 3000).webp().toBuffer();
  const order: string[] = [];
  const attack = Array.from({ length: 4 }, async () => {
    await upload([large, 'large.webp']).expect(201);
    order.push('large');
  });
  await until(async () => (await onDisk()) >= before + 2);
  await uploadOf('ana')
    .attach('media', await jpeg(64, 64), 'small.jpg')
    .expect(201);
  order.push('small');
  await Promise.all(attack);
  expect(order.indexOf('small')).toBeLessThan(2);
}, 90_000);

it('stops drawing for a client that has disconnected', async () => {
  const before = await onDisk();
  const large = await blank(3000, 3000).webp().toBuffer();
  const sent = upload(...['a', 'b', 'c'].map((name) => [large, `${name}.webp`] as const));
  sent.end(() => undefined);
  await until(async () => (await readdir(join(folder, 'incoming'))).some((name) => name.endsWith('.image')));
  sent.abort();
  await until(async () => (await onDisk()) === before);
  expect(await usage()).toEqual({ files: 0, bytes: 0 });
}, 90_000);

/** A client that sends the head and the given part of the body, and then nothing more. */
async function beginUpload(length: string, body: string) {
  const { hostname, port } = new URL(booted.url);
  const socket = connect(Number(port), hostname);
  const response = new Promise<string>((resolve) => {
    socket.once('data', (data) => {
      resolve(data.toString());
    });
  });
  const head = `POST /api/upload-multiple HTTP/1.1\r\nhost: ${hostname}:${port}\r\nx-test-user: ${user}\r\norigin: ${booted.url}\r\ncontent-type: multipart/form-data; boundary=b\r\n${length}\r\n\r\n`;
  await new Promise((resolve) => socket.write(head + body, resolve));
  return { socket, response };
}
const FIRST_PART = '--b\r\ncontent-disposition: form-data; name="media"; filename="a.jpg"\r\n\r\n';
const reserved = async () => {
  const { rows } = await pool.query<{ count: number; bytes: number }>(
    'select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes from media.incoming where owner_id = $1',
    [user],
  );
  return rows[0];
};
const reserve = (bytes: number, lease: string) =>
  pool.query(
    'insert into media.incoming (owner_id, bytes, expires_at) values ($1, $2, now() + $3::interval)',
    [user, bytes, lease],
  );

it('reserves storage before it reads a body, and releases it when the client disconnects', async () => {
  const known = await beginUpload('content-length: 1000000', `${FIRST_PART}xxx`);
  await until(async () => (await reserved())?.bytes === 1_000_000);
  const chunk = `${FIRST_PART}yyy`;
  const endless = await beginUpload(
    'transfer-encoding: chunked',
    `${chunk.length.toString(16)}\r\n${chunk}\r\n`,
  );
  const most = MEDIA.filesMax * MEDIA.fileBytesMax;
  await until(async () => (await reserved())?.bytes === 1_000_000 + most);
  known.socket.destroy();
  endless.socket.destroy();
  await until(async () => (await reserved())?.count === 0);
});

it('ends an upload whose client has vanished, so that its place is free for the next upload', async () => {
  const server = booted.app.getHttpServer();
  // The client sends nothing more. The time limit of the server passes faster for this connection.
  server.once('connection', (socket: Socket) => {
    const limit = socket.setTimeout.bind(socket);
    jest.spyOn(socket, 'setTimeout').mockImplementation((ms, ...more) => limit(Math.min(ms, 100), ...more));
  });
  const { socket } = await beginUpload('content-length: 1000000', `${FIRST_PART}xxx`);
  await once(socket.resume(), 'close');
  await until(async () => (await reserved())?.count === 0);
  await upload([await jpeg(8, 8), 'next.jpg']).expect(201);
}, 20_000);

it('stores no file of a user who deleted the account while the file arrived', async () => {
  const at = booted.clock.now().toISOString();
  const actor = { kind: 'user', id: user } as const;
  const meta = { actor, correlationId: 's', causationId: 's', at, schema: 1, chain: '' };
  const data = { userId: user, requestedAt: at };
  const event = { id: randomUUID(), type: 'ErasureRequested', data, meta };
  await booted.store.append(`${ERASURE_CATEGORY}-${user}`, [event], { expected: 'noStream' });
  const refused = await upload([await jpeg(21, 8), 'holiday of Ana.jpg']).expect(401);
  expect(error(refused).code).toBe('identity.signed-out');
  const { rowCount } = await pool.query('select from media.file where owner_id = $1', [user]);
  expect(rowCount).toBe(0);
});

it('gives a slow connection the time to send the largest file', () => {
  const { requestTimeout } = booted.app.getHttpServer();
  const bytesPerSecond = 250_000 / 8;
  expect((requestTimeout / 1000) * bytesPerSecond).toBeGreaterThan(MEDIA.fileBytesMax);
});

it('refuses a body that the storage has no room for before the body arrives', async () => {
  await upload([await jpeg(8, 8), 'first.jpg']).expect(201);
  const before = await onDisk();
  await pool.query('update media.usage set bytes = $2 where owner_id = $1', [
    user,
    MEDIA.quotaBytes - 900_000,
  ]);
  const { socket, response } = await beginUpload('content-length: 1000000', FIRST_PART);
  expect(await response).toContain('413');
  socket.destroy();
  expect(await onDisk()).toBe(before);
  expect((await reserved())?.count).toBe(0);
});

it('runs two uploads of one user at the same time, lets ten wait, and asks the next one to try later', async () => {
  await reserve(1, '1 minute');
  await reserve(1, '1 minute');
  const dot = await jpeg(8, 8);
  let markRefused: () => void = () => undefined;
  const oneIsRefused = new Promise<void>((resolve) => (markRefused = resolve));
  const sent = Array.from({ length: 11 }, async () => {
    const response = await upload([dot, 'dot.jpg']);
    if (response.status === 429) markRefused();
    return response;
  });
  await oneIsRefused;
  await pool.query('delete from media.incoming where owner_id = $1', [user]);
  const responses = await Promise.all(sent);
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(10);
  const busy = responses.find(({ status }) => status === 429) as Response;
  expect(error(busy)).toMatchObject({ code: 'scheduling.uploads-busy', message: MEDIA_TEXT.uploadsBusy });
  expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0);
  expect(await reserved()).toEqual({ count: 0, bytes: 0 });
});

it('does not count uploads of a killed process once their lease has ended', async () => {
  await reserve(MEDIA.quotaBytes, '-1 second');
  await reserve(MEDIA.quotaBytes, '-1 second');
  await upload([await jpeg(8, 8), 'dot.jpg']).expect(201);
  expect((await reserved())?.count).toBe(2);
  await sweep();
  expect((await reserved())?.count).toBe(0);
});

it('never exceeds the storage limit of a user', async () => {
  const [first] = files(await upload([await jpeg(), 'a.jpg']).expect(201));
  await pool.query('update media.usage set files = $2 where owner_id = $1', [user, MEDIA.quotaFiles - 3]);
  const dot = await jpeg(8, 8);
  const responses = await Promise.all(Array.from({ length: 8 }, () => upload([dot, 'dot.jpg'])));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(error(responses.find(({ status }) => status === 413) as Response)).toMatchObject({
    code: 'scheduling.storage-full',
    message: MEDIA_TEXT.quota,
  });
  await get(first?.mediaUrl).expect(200);
});

it('deletes old unused files of a user when an upload exceeds the storage limit', async () => {
  const [old, fresh, used] = await Promise.all(
    ['old', 'fresh', 'used'].map(async (name) => {
      const [file] = files(await upload([await jpeg(16, 2), `${name}.jpg`]).expect(201));
      return file?.mediaUrl ?? '';
    }),
  );
  const change = (set: string, url = '') =>
    pool.query(`update media.file set ${set} where name = $1`, [url.slice('/media/'.length)]);
  await change(`created_at = now() - interval '2 hours', idle_since = now() - interval '2 hours'`, old);
  await change(`created_at = now() - interval '2 hours', idle_since = null`, used);
  const full = 'update media.usage set bytes = $2 where owner_id = $1';
  await pool.query(full, [user, MEDIA.quotaBytes - 100]);
  expect(error(await upload([await jpeg(16, 2), 'more.jpg']))).toMatchObject({
    code: 'scheduling.storage-full',
  });
  await get(old).expect(404);
  await get(fresh).expect(200);
  await get(used).expect(200);
});

it('reports the used storage and its limit', async () => {
  const usage = async () =>
    (await request(booted.url).get(mediaUsage.path).set('x-test-user', user).expect(200))
      .body as MediaUsageView;
  const most = { bytesMax: MEDIA.quotaBytes, filesMax: MEDIA.quotaFiles };
  expect(await usage()).toEqual({ ...most, bytes: 0, files: 0 });
  await upload([await jpeg(), 'a.jpg']).expect(201);
  const { files: count, bytes } = await usage();
  expect([count, bytes > 1_000]).toEqual([1, true]);
});

it('keeps a file as long as a table of any module says that it is in use', async () => {
  const [file] = files(await upload([await jpeg(14, 1), 'used.jpg']).expect(201));
  const name = file?.mediaUrl.slice('/media/'.length);
  await pool.query('insert into media.spec_use values ($1)', [name]);
  await pool.query(`update media.file set idle_since = now() - interval '25 hours' where name = $1`, [name]);
  await sweep();
  await get(file?.mediaUrl).expect(200);
  await pool.query('delete from media.spec_use');
  await sweep();
  await get(file?.mediaUrl).expect(404);
});

it('finds once a day the files that a killed process left in use, although no table lists them', async () => {
  const uploaded = files(
    await upload([await jpeg(15, 1), 'left.jpg'], [await jpeg(16, 1), 'used.jpg']).expect(201),
  );
  const [left, used] = uploaded.map(({ mediaUrl }) => mediaUrl.slice('/media/'.length));
  const idle = async () => {
    const sql = 'select name from media.file where name = any($1) and idle_since is not null';
    return (await pool.query<{ name: string }>(sql, [[left, used]])).rows.map(({ name }) => name);
  };
  await pool.query('insert into media.spec_use values ($1)', [used]);
  await pool.query('update media.file set idle_since = null where name = any($1)', [[left, used]]);
  await pool.query(`update media.listing set due_at = now() + interval '1 hour'`);
  await sweep();
  expect(await idle()).toEqual([]);
  const sweepToday = async () => {
    await pool.query('update media.listing set due_at = now()');
    await sweep();
    return idle();
  };
  // A newer release may use files in a table that this release does not know.
  await pool.query('create table media.newer_use (name text references media.file (name))');
  expect(await sweepToday()).toEqual([]);
  await pool.query('drop table media.newer_use');
  expect(await sweepToday()).toEqual([left]);
  await pool.query('delete from media.spec_use');
});

/** A PNG of one colour: a few hundred kilobytes that decode to a gigabyte. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    const sum = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const lines = deflateSync(Buffer.alloc(width * 3 + 1, 0));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', lines),
    chunk('tEXt', Buffer.concat([Buffer.from('k\0'), randomBytes(16)])),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Polls until the condition is true. The other end of a socket gives no signal to wait for. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('The condition did not become true in time.');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
