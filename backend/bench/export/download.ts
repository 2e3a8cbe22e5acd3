import { get } from 'node:http';
import type { AccountExportReply } from '@posthorn/contracts/identity/account-export.http';
import type { Creator } from '../../test/creator.ts';

/** `firstByte`: milliseconds until the body began. `bytes`: the size of the body, which is discarded while it arrives. */
export type Downloaded = Readonly<{ firstByte: number; bytes: number; seconds: number }>;

/** Requests an export and downloads it completely. */
export async function download({ client }: Creator): Promise<Downloaded> {
  const { status, body } = await client.post<AccountExportReply>('/api/account/export');
  if (status !== 202) throw new Error(`The response to an export request was ${String(status)}.`);
  const headers = { cookie: client.cookieHeader, 'sec-fetch-site': 'same-origin' };
  return downloadFrom(new URL(body.url, client.url), headers);
}

/**
 * Downloads a response.
 * @throws Error when its status is not 200, or when it breaks off
 */
export function downloadFrom(url: URL, headers: Readonly<Record<string, string>>): Promise<Downloaded> {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      let [bytes, firstByte] = [0, 0];
      response.on('data', (chunk: Buffer) => {
        firstByte ||= performance.now() - begin;
        bytes += chunk.length;
      });
      response.once('error', reject);
      response.once('end', () => {
        if (response.statusCode !== 200)
          reject(new Error(`The response was ${String(response.statusCode)}.`));
        else resolve({ firstByte, bytes, seconds: (performance.now() - begin) / 1000 });
      });
    }).once('error', reject);
  });
}
