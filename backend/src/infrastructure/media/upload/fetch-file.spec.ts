import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { OutgoingError } from '../../outgoing/outgoing-error.ts';
import type { OutgoingRequest, SafeHttp } from '../../outgoing/safe-http.ts';
import type { MediaFolders } from '../store/media-folders.ts';
import type { MediaStore } from '../store/media-store.ts';
import { FetchFile } from './fetch-file.ts';
import type { UploadSize } from './incoming-uploads.ts';
import type { UploadReservations } from './upload-reservations.ts';

// `media-from-web.int.spec.ts` covers the URLs.

const store = { check: () => Promise.resolve() } as MediaStore;

it('passes on an error of our own disk, and does not report the URL as unreachable', async () => {
  const incoming = await mkdtemp(join(tmpdir(), 'posthorn-fetch-'));
  // This chunk is not a buffer, so no disk can write it. The call then fails as it does with a full disk.
  const http = {
    route: () => ({ url: new URL('https://a.example/b.png'), access: 'guarded' }),
    send: ({ onChunk }: OutgoingRequest) => {
      try {
        onChunk?.({ length: 1 } as Buffer);
      } catch (error) {
        return Promise.reject(new OutgoingError('unreadable', true, 'a.example', 'no', { cause: error }));
      }
      return Promise.reject(new Error('the chunk was written'));
    },
  } as unknown as SafeHttp;
  const reservations = {
    withReservation: (
      _owner: string,
      { most }: UploadSize,
      _signal: AbortSignal,
      work: (bytes: number) => Promise<unknown>,
    ) => work(most),
  } as unknown as UploadReservations;
  const fetching = new FetchFile(http, { incoming } as MediaFolders, reservations, store);
  const requested = {
    ownerId: 'ana',
    address: 'https://a.example/b.png',
    signal: new AbortController().signal,
  };
  await expect(fetching.withFile(requested, () => Promise.resolve())).rejects.toMatchObject({
    code: 'ERR_INVALID_ARG_TYPE',
  });
  expect(await readdir(incoming)).toEqual([]);
  await rm(incoming, { recursive: true });
});

it('fetches a file without a reservation while the user has too many uploads', async () => {
  const incoming = await mkdtemp(join(tmpdir(), 'posthorn-fetch-'));
  const http = {
    route: () => ({ url: new URL('https://a.example/b.png'), access: 'guarded' }),
    send: ({ onChunk }: OutgoingRequest) => {
      onChunk?.(Buffer.from('picture'));
      return Promise.resolve({ ok: true, status: 200, headers: new Headers() });
    },
  } as unknown as SafeHttp;
  const busy = { withReservation: () => Promise.reject(new Error('busy')) } as unknown as UploadReservations;
  const fetching = new FetchFile(http, { incoming } as MediaFolders, busy, store);
  const source = { address: 'https://a.example/b.png', signal: new AbortController().signal };
  const read = ({ path }: Readonly<{ path: string }>) => readFile(path, 'utf8');
  await expect(fetching.withFile({ ...source, ownerId: 'ana' }, read)).rejects.toThrow('busy');
  expect(await fetching.withoutReservation({ ...source, bytesMax: 100 }, read)).toBe('picture');
  await rm(incoming, { recursive: true });
});
