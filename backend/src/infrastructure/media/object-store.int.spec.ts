import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadReply } from '@posthorn/contracts/shared/media.http';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { SchedulerRegistry } from '@nestjs/schedule';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import sharp from 'sharp';
import request from 'supertest';
import { Configuration } from '../config/configuration.ts';
import { boot, type Booted } from '../testing/boot.ts';
import { MediaHousekeeping } from './media-housekeeping.ts';
import { MediaPart } from './media-part.ts';
import { MediaModule } from './media.module.ts';
import { MediaFiles } from './store/media-files.ts';
import { MediaRemovals } from './store/media-removals.ts';
import { UnusedMediaSweep } from './store/unused-media-sweep.ts';
import { MediaStore } from './store/media-store.ts';
import { StrayObjects } from './store/stray-objects.ts';
import { digestOf, TestMediaFiles } from './store/testing/test-media-files.ts';
import { S3Double } from './store/testing/s3-double.ts';

const DAYS_LATER = Date.now() + 48 * 3_600_000;
const CDN = 'https://cdn.example';

let double: S3Double;
beforeAll(async () => {
  double = await new S3Double().start();
});
afterAll(() => {
  double.close();
});
afterEach(() => {
  double.noTrouble();
});

const exportedBy = async (booted: Booted) => {
  const urls: string[] = [];
  for await (const { name } of booted.app.get(MediaPart).media('ana')) urls.push(`/media/${name}`);
  return urls;
};
const picture = async () => {
  const [red = 0, green = 0, blue = 0] = randomBytes(3);
  const background = { r: red, g: green, b: blue };
  return sharp({ create: { width: 80, height: 60, channels: 3, background } })
    .jpeg()
    .toBuffer();
};
const uploadTo = async ({ url }: Booted) => {
  const response = await request(url)
    .post('/api/upload-multiple')
    .set('x-test-user', 'ana')
    .attach('media', await picture(), 'a.jpg');
  return { status: response.status, body: response.body as UploadReply & { code?: string } };
};
const get = ({ url }: Booted, path: string | null | undefined) => request(url).get(path ?? '/none');

describe('with media in an object store', () => {
  let booted: Booted;
  /** A process on another machine: the same database and bucket, its own folder. */
  let other: Booted;
  beforeAll(async () => {
    booted = await boot([MediaModule], { database: true, env: double.env });
    other = await boot([MediaModule], {
      sharing: booted.database,
      env: { ...double.env, MEDIA_URL: CDN, ROLES: 'web' },
    });
  }, 60_000);
  afterAll(async () => {
    await other.close();
    await booted.close();
  });
  const cacheOf = ({ app }: Booted) => join(app.get(Configuration).dataDir, 'media', 'cache');

  it('serves an upload from every process', async () => {
    const { body } = await uploadTo(booted);
    const [file] = body.files;
    expect(double.objects.size).toBe(2);
    for (const each of [booted, other]) {
      const served = await get(each, file?.mediaUrl).expect(200).expect('content-type', 'image/jpeg');
      expect((served.body as Buffer).length).toBe(file?.mediaSize);
      expect([...double.objects.values()].some(({ bytes }) => bytes.equals(served.body as Buffer))).toBe(
        true,
      );
      await get(each, file?.thumbnailUrl).expect(200).expect('content-type', 'image/webp');
      const part = await get(each, file?.mediaUrl).set('range', 'bytes=0-1').expect(206);
      expect(part.body).toEqual(Buffer.from([0xff, 0xd8]));
    }
  });

  it('requests an object from the store once and serves it a hundred times', async () => {
    const { body } = await uploadTo(booted);
    double.requests.length = 0;
    await Promise.all(Array.from({ length: 100 }, () => get(other, body.files[0]?.mediaUrl).expect(200)));
    expect(double.requests).toHaveLength(1);
  });

  it('returns 503 while the store is unreachable, and serves files that it has a copy of', async () => {
    const { body } = await uploadTo(booted);
    const [file] = body.files;
    double.trouble('GET', { kind: 'status', status: 403, code: 'AccessDenied' });
    double.trouble('PUT', { kind: 'status', status: 403, code: 'AccessDenied' });
    await get(booted, file?.mediaUrl).expect(200);
    const refused = await get(other, file?.mediaUrl).expect(503).expect('retry-after', '5');
    expect(refused.body).toMatchObject({
      code: 'server.media-unavailable',
      message: SERVER_TEXT.mediaUnavailable,
    });
    const before = double.objects.size;
    expect(await uploadTo(booted)).toMatchObject({ status: 503, body: { code: 'server.media-unavailable' } });
    expect(double.objects.size).toBe(before);
    double.noTrouble();
    await get(other, file?.mediaUrl).expect(200);
    expect((await uploadTo(booted)).status).toBe(201);
  });

  it('neither serves nor exports bytes that differ from their digest', async () => {
    const { body } = await uploadTo(booted);
    const before = new Map(double.objects);
    for (const [key, stored] of before)
      double.objects.set(key, { ...stored, bytes: Buffer.from('<script>') });
    await get(other, body.files[0]?.mediaUrl).expect(500);
    expect(await exportedBy(other)).not.toContain(body.files[0]?.mediaUrl);
    for (const [key, stored] of before) double.objects.set(key, stored);
    await get(other, body.files[0]?.mediaUrl).expect(200);
    expect(await exportedBy(other)).toContain(body.files[0]?.mediaUrl);
  });

  it('deletes bytes from the store and the cache when their file is deleted', async () => {
    const { body } = await uploadTo(booted);
    const name = body.files[0]?.mediaUrl.slice('/media/'.length) ?? '';
    const pool = booted.app.get(Pool);
    const { rows } = await pool.query<{ sha256: string }>('select sha256 from media.file where name = $1', [
      name,
    ]);
    const has = () => [...double.objects.keys()].some((key) => key.includes(rows[0]?.sha256 ?? 'none'));
    expect(has()).toBe(true);
    await pool.query(`update media.file set idle_since = now() - interval '25 hours' where name = $1`, [
      name,
    ]);
    await booted.app.get(MediaHousekeeping).sweep();
    expect(has()).toBe(false);
    await get(booted, body.files[0]?.mediaUrl).expect(404);
  });

  it('fetches an object again after its copy was deleted from the cache', async () => {
    const { body } = await uploadTo(booted);
    await rm(cacheOf(booted), { recursive: true });
    await get(booted, body.files[0]?.mediaUrl).expect(200);
  });

  it('schedules the deletion of old copies in processes of every role', () => {
    const isStarted = ({ app }: Booted) =>
      app.get(SchedulerRegistry, { strict: false }).doesExist('interval', 'media.copies');
    expect([isStarted(booted), isStarted(other)]).toEqual([true, true]);
  });

  it('returns URLs below MEDIA_URL when it is set', async () => {
    const { body } = await uploadTo(other);
    expect(body.files[0]?.mediaUrl).toMatch(/^https:\/\/cdn\.example\/media\/[\w-]{22}\.jpg$/u);
    expect(body.files[0]?.thumbnailUrl).toMatch(/^https:\/\/cdn\.example\/media\/[\w-]{22}-thumb\.webp$/u);
    const path = new URL(body.files[0]?.mediaUrl ?? '').pathname;
    await get(other, path).set('host', 'cdn.example').expect(200);
    await get(other, '/api/posts').set('host', 'cdn.example').expect(421);
    await get(booted, path).set('host', 'cdn.example').expect(421);
  });
});

describe.each([
  ['a folder', () => ({})],
  ['a bucket', () => double.env],
])('objects without a file in %s', (_name, env) => {
  let booted: Booted;
  let files: TestMediaFiles;
  beforeAll(async () => {
    booted = await boot([MediaModule], { database: true, env: env() });
    files = new TestMediaFiles(join(booted.app.get(Configuration).dataDir, 'media', 'incoming'));
  }, 60_000);
  afterAll(() => booted.close());
  beforeEach(async () => {
    double.objects.clear();
    await booted.app.get(Pool).query('update media.listing set due_at = now()');
  });
  const stray = async () => {
    const { path, object } = await files.create();
    await booted.app.get(MediaStore).keep(path, object);
    return object;
  };
  const isThere = async (sha256: string) => {
    for await (const object of booted.app.get(MediaStore).list()) if (object.sha256 === sha256) return true;
    return false;
  };

  it('are deleted when they are older than a day, and newer ones are kept', async () => {
    const { sha256 } = await stray();
    const { body } = await uploadTo(booted);
    const strays = booted.app.get(StrayObjects);
    expect(await strays.sweep(Date.now())).toBe(0);
    expect(await isThere(sha256)).toBe(true);
    expect(await strays.sweep(DAYS_LATER)).toBe(1);
    expect(await isThere(sha256)).toBe(false);
    for (const address of [body.files[0]?.mediaUrl, body.files[0]?.thumbnailUrl])
      await get(booted, address).expect(200);
  });

  it('are searched for once a day, by only one process', async () => {
    const strays = booted.app.get(StrayObjects);
    const { sha256 } = await stray();
    await Promise.all([strays.sweepWhenDue(DAYS_LATER), strays.sweepWhenDue(DAYS_LATER)]);
    expect(await isThere(sha256)).toBe(false);
    const next = await stray();
    await strays.sweepWhenDue(DAYS_LATER);
    expect(await isThere(next.sha256)).toBe(true);
    await booted.app.get(Pool).query(`update media.listing set due_at = due_at - interval '1 day'`);
    await strays.sweepWhenDue(DAYS_LATER);
    expect(await isThere(next.sha256)).toBe(false);
  });
});

describe('bytes whose removal overlaps an upload of the same bytes', () => {
  let booted: Booted;
  let unusedMedia: UnusedMediaSweep;
  let removals: MediaRemovals;
  let files: TestMediaFiles;
  beforeAll(async () => {
    booted = await boot([MediaModule], { database: true, env: double.env });
    unusedMedia = booted.app.get(UnusedMediaSweep);
    removals = booted.app.get(MediaRemovals);
    files = new TestMediaFiles(join(booted.app.get(Configuration).dataDir, 'media', 'incoming'));
  }, 60_000);
  afterAll(() => booted.close());
  const register = async (sha256: string) => {
    const row = {
      name: `${randomBytes(11).toString('hex')}.jpg`,
      owner_id: 'ana',
      sha256,
      thumbnail_sha256: null,
    };
    const sides = { width: 1, height: 1, duration_seconds: null, codec: null };
    const rest = {
      kind: 'image',
      mime_type: 'image/jpeg',
      bytes: 1,
      stored_bytes: 1,
      original_name: 'a',
    } as const;
    await booted.app.get(MediaFiles).register('ana', [{ ...row, ...sides, ...rest }]);
  };

  /** Whether the work still waits after a number of other queries. */
  const isWaiting = async (work: Promise<unknown>, query: () => Promise<unknown>) => {
    const queries = async () => {
      for (let left = 100; left > 0; left -= 1) await query();
      return true;
    };
    return Promise.race([work.then(() => false), queries()]);
  };

  it('are kept only after the removal has ended', async () => {
    const { path, object } = await files.create();
    expect(await removals.begin(object.sha256)).toBe(true);
    await register(object.sha256);
    const keeping = unusedMedia.keep(path, object);
    expect(await isWaiting(keeping, () => removals.waitForEnd('0'.repeat(64)))).toBe(true);
    await removals.end(object.sha256);
    await keeping;
    await booted.app.get(MediaStore).pathOf(object);
  });

  it('wait for a removal that has checked the files but is not yet recorded', async () => {
    const { path, object } = await files.create();
    const pool = booted.app.get(Pool);
    const removing = await pool.connect();
    await removing.query('begin');
    await removing.query('select pg_advisory_xact_lock(hashtextextended($1, 300))', [object.sha256]);
    await register(object.sha256);
    const keeping = unusedMedia.keep(path, object);
    expect(await isWaiting(keeping, () => pool.query('select 1'))).toBe(true);
    const recordRemoval = `insert into media.removal (sha256, until) values ($1, now() + interval '1 minute')`;
    await removing.query(recordRemoval, [object.sha256]);
    await removing.query('commit');
    removing.release();
    expect(await isWaiting(keeping, () => pool.query('select 1'))).toBe(true);
    await removals.end(object.sha256);
    await keeping;
  });

  it('are kept when the upload came first', async () => {
    const { path, object } = await files.create();
    await register(object.sha256);
    expect(await removals.begin(object.sha256)).toBe(false);
    await unusedMedia.keep(path, object);
    expect(await unusedMedia.remove(object)).toBe(false);
    await booted.app.get(MediaStore).pathOf(object);
  });

  it('wait for the removal of a killed process only until its time limit', async () => {
    const { path, object } = await files.create();
    expect(await removals.begin(object.sha256)).toBe(true);
    await register(object.sha256);
    await booted.app.get(Pool).query(`update media.removal set until = now() - interval '1 second'`);
    await unusedMedia.keep(path, object);
    await removals.forgetOld();
    const { rowCount } = await booted.app.get(Pool).query('select from media.removal');
    expect(rowCount).toBe(0);
  });

  it('are removed by one removal at a time, so that no second removal takes the bytes of a later upload', async () => {
    const { path, object } = await files.create();
    expect(await removals.begin(object.sha256)).toBe(true);
    const second = removals.begin(object.sha256);
    expect(await isWaiting(second, () => removals.waitForEnd('0'.repeat(64)))).toBe(true);
    await register(object.sha256);
    await removals.end(object.sha256);
    expect(await second).toBe(false);
    await unusedMedia.keep(path, object);
    await booted.app.get(MediaStore).pathOf(object);
  });

  it('still count as being removed when the store did not confirm it', async () => {
    const { path, object } = await files.create();
    await booted.app.get(MediaStore).keep(path, object);
    double.trouble('DELETE', { kind: 'status', status: 403, code: 'AccessDenied' });
    await expect(unusedMedia.remove(object)).rejects.toThrow('the key may not do that');
    const { rowCount } = await booted.app
      .get(Pool)
      .query('select from media.removal where sha256 = $1 and until > now()', [object.sha256]);
    expect(rowCount).toBe(1);
  });

  it('are not lost in any order of overlapping uploads and removals', async () => {
    const bytes = randomBytes(100);
    const sha256 = digestOf(bytes);
    const object = { sha256, mimeType: 'image/jpeg' };
    const pool = booted.app.get(Pool);
    for (let turn = 0; turn < 20; turn += 1) {
      await pool.query('delete from media.file where sha256 = $1', [sha256]);
      const path = join(files.folder, `meet-${String(turn)}`);
      await writeFile(path, bytes);
      const upload = register(sha256).then(() => unusedMedia.keep(path, object));
      await Promise.all([unusedMedia.remove(object), upload, unusedMedia.remove(object)]);
      expect([...double.objects.keys()].some((key) => key.includes(sha256))).toBe(true);
    }
  });
});
