import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, expect, it } from '@jest/globals';
import type { PersonalArchive } from '#infrastructure/personal-data/export/personal-archive.ts';
import type { RateLimits } from '#infrastructure/http/edge/rate-limits.ts';
import { AccountDownload } from './account-download.ts';
import type { ExportLinks } from '../../stores/account-exports/export-links.ts';

const MIB = 1024 * 1024;
let calls: string[];
let download: AccountDownload;
beforeEach(() => {
  calls = [];
  const links = {
    useUp: () => Promise.resolve(calls.push('used up')),
    giveBack: () => Promise.resolve(calls.push('given back')),
  };
  const [limits, archives] = [{}, {}];
  download = new AccountDownload(
    links as unknown as ExportLinks,
    limits as RateLimits,
    archives as PersonalArchive,
  );
});

it('does not report an error when the client disconnects before the first byte', async () => {
  const archive = Readable.from([Buffer.from('zip')]);
  const to = new PassThrough();
  to.destroy();
  await download.send(archive, 'token', to as unknown as ServerResponse);
  expect([archive.destroyed, calls]).toEqual([true, ['given back']]);
});

it('frees the memory of sent bytes, but never of unsent bytes', async () => {
  const pieces: Buffer[] = [];
  async function* chunks() {
    for (let piece = 0; piece < 64; piece++) {
      pieces.push(Buffer.from(new ArrayBuffer(MIB / 4)).fill(piece));
      yield await Promise.resolve(pieces.at(-1));
    }
  }
  const server = createServer((_, response) => {
    void download.send(Readable.from(chunks(), { objectMode: false }), 'token', response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const [answer] = (await once(
    get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }),
    'response',
  )) as [IncomingMessage];
  // The body fills the connection's buffer, so that some bytes wait in the process.
  await setTimeout(300);
  const bytes = await buffer(answer);
  server.close();
  expect(
    bytes.equals(Buffer.concat(Array.from({ length: 64 }, (_, piece) => Buffer.alloc(MIB / 4, piece)))),
  ).toBe(true);
  expect(pieces.filter(({ byteLength }) => byteLength > 0)).toEqual([]);
  expect(calls).toEqual(['used up']);
});
