import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, rm, stat, symlink, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { ErrorReply } from '@posthorn/contracts/shared/call';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import sharp from 'sharp';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { recordedEvents } from './kept-data.ts';
import { startProduct, type Product } from './product.ts';
import { SandboxControl } from './sandbox-control.ts';

const ANA = 'ana@full.example';
/** Enough for a new database cluster with its write-ahead log, and some more. */
const DISK_SIZE = '256m';
const DUE_WHILE_FULL = 8;
const POSTS_WHILE_FULL = 10;
const BOTH_PLATFORMS = ['bluesky', 'mastodon'];

const isPossible = process.platform === 'linux' && process.getuid?.() === 0;
// The event log makes no difference here, because another log has its own disk.
const runsOnThisLog = process.env['POSTHORN_TEST_LOG'] !== 'eventstoredb';
const drill = isPossible && runsOnThisLog ? describe : describe.skip;

drill('a full disk (needs Linux and root, for a small disk; runs on the Postgres log)', () => {
  let folder: string;
  let disk: string;
  let product: Product;
  let sandbox: SandboxControl;
  let ana: Creator;
  let accounts: readonly AccountView[];
  /** The texts of posts with the response 201, by id. `refused`: the texts of posts with the response 503. */
  const accepted = new Map<number, string>();
  const refused: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-disk-full-'));
    await chmod(folder, 0o755);
    disk = join(folder, 'disk');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE},mode=755`, 'posthorn-drill', disk]);
    // The data of the platforms is on another disk with enough room.
    await mkdir(join(folder, 'sandbox'));
    await symlink(join(folder, 'sandbox'), join(disk, 'sandbox'));
    product = await startProduct({
      embedded: true,
      fast: true,
      dataDir: disk,
      env: { COMPLIMENTARY_PREMIUM: ANA },
    });
    sandbox = new SandboxControl(product.sandboxUrl);
    ana = await Creator.signedIn(product, ANA);
    accounts = [await ana.connectBluesky(), await ana.connectMastodon()];
  });
  afterAll(async () => {
    try {
      await product.close();
    } finally {
      execFileSync('umount', [disk]);
      await rm(folder, { recursive: true, force: true });
    }
  });

  it.each([
    // The free space, as a part of the file's size.
    ['during the upload', 0.5],
    ['during the conversion', 1.5],
  ])('refuses a picture when the disk becomes full %s', async (_when, freePart) => {
    const png = await picture();
    const ballast = join(disk, 'ballast');
    await fill();
    await truncate(ballast, (await stat(ballast)).size - Math.round(png.length * freePart));
    const form = new FormData();
    form.append('media', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'harbour.png');
    const { status, body } = await ana.client.post<ErrorReply>('/api/upload-multiple', form);
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'server.storage-full' });
    await makeRoom();
  });

  it('returns 503 and never 201 for posts that are not stored, even when the database server shuts down', async () => {
    const soon = Date.now() + 3_000;
    for (let index = 0; index < DUE_WHILE_FULL; index++) {
      await schedule(`Due while full ${String(index)}`, soon + index * 300);
    }
    expect(accepted.size).toBe(DUE_WHILE_FULL);
    await fill();
    // The product may accept a post that fits into an existing page of the database. It must then publish this post.
    for (let index = 0; index < POSTS_WHILE_FULL; index++)
      await schedule(`Asked while full ${String(index)}`);
    await waitUntilServerEndsSessions();
    await eventually(async () => {
      await fill();
      await schedule(`Asked without a server ${String(refused.length)}`);
      expect(refused.length).toBeGreaterThan(POSTS_WHILE_FULL);
      expect(Date.now()).toBeGreaterThan(soon + DUE_WHILE_FULL * 300 + 2_000);
    }, 60);
    expect((await fetch(`${product.url}/health/live`)).status).toBe(200);
    expect((await fetch(`${product.url}/health/ready`)).status).toBe(503);
  });

  it('recovers without a restart when there is free space, and publishes all accepted posts once', async () => {
    const pid = product.pid();
    await makeRoom();
    expect(product.pid()).toBe(pid);
    await schedule('Asked when there is room');
    expect([...accepted.values()]).toContain('Asked when there is room');
    for (const id of accepted.keys()) await ana.settled(id, ['posted']);
    for (const text of accepted.values())
      expect({ text, on: await platformsWith(text) }).toEqual({ text, on: BOTH_PLATFORMS });
    for (const text of refused) expect({ text, on: await platformsWith(text) }).toEqual({ text, on: [] });
    const intents = (await recordedEvents(product)).filter(({ type }) => type === 'PublishAttemptStarted');
    expect(await sandbox.publishingCalls()).toBeLessThanOrEqual(intents.length);
  });

  it('reports in one line why it does not start, and starts again when there is free space', async () => {
    const before = await product.databaseUrl();
    await product.stop();
    await fill();
    await expect(product.restart()).rejects.toThrow(
      /The embedded PostgreSQL did not start: .*No space left on device/u,
    );
    await rm(join(disk, 'ballast'));
    await product.restart();
    expect(await product.databaseUrl()).toBe(before);
  });

  async function schedule(text: string, at = Date.now() + 500): Promise<void> {
    const { status, body } = await ana.schedule(accounts, `${text}.`, {
      scheduledFor: new Date(at).toISOString(),
    });
    expect([201, 503]).toContain(status);
    if (status === 201) accepted.set(body.id, text);
    else refused.push(text);
  }

  const platformsWith = async (text: string): Promise<readonly string[]> =>
    (await sandbox.postsWith(`${text}.`)).map(({ platform }) => platform).sort();

  async function makeRoom(): Promise<void> {
    await rm(join(disk, 'ballast'));
    await eventually(async () => {
      expect((await fetch(`${product.url}/health/ready`)).status).toBe(200);
    }, 90);
  }

  /** Fills all free space, including space that the server has just freed. */
  async function fill(): Promise<void> {
    const ballast = await open(join(disk, 'ballast'), 'a');
    try {
      for (const size of [1_048_576, 4_096]) {
        const block = Buffer.alloc(size);
        for (;;) await ballast.appendFile(block);
      }
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    } finally {
      await ballast.close();
    }
  }

  /** Waits until the server ends all sessions because it cannot write its own log. The queries make it need the next log file. */
  async function waitUntilServerEndsSessions(): Promise<void> {
    await eventually(async () => {
      const client = new Client({ connectionString: await product.serverUrl() });
      client.on('error', () => undefined);
      try {
        await client.connect();
        for (;;) {
          await client.query(`select pg_logical_emit_message(true, 'drill', 'full')`);
          await client.query('select pg_switch_wal()');
        }
      } catch (error) {
        expect(String(error)).toMatch(/terminated|No space/u);
      } finally {
        await client.end().catch(() => undefined);
      }
    });
  }
});

/** A picture of noise, so that it cannot be compressed. */
const picture = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 600,
      height: 600,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer();
