import type { CDPSession } from 'playwright-core';

/** One response of the server to a page. `bytes` counts compressed bytes, headers included. */
export type Transfer = { readonly type: string; readonly path: string; bytes: number };

/** Records all later requests of the page, except the stream of live updates, which never ends. */
export async function watchTransfers(devtools: CDPSession): Promise<readonly Transfer[]> {
  const transfers: Transfer[] = [];
  const open = new Map<string, Transfer>();
  devtools.on('Network.requestWillBeSent', ({ requestId, type = 'Other', request }) => {
    if (type === 'EventSource' || !request.url.startsWith('http')) return;
    const transfer = { type, path: new URL(request.url).pathname, bytes: 0 };
    open.set(requestId, transfer);
    transfers.push(transfer);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const transfer = open.get(requestId);
    if (transfer) transfer.bytes = encodedDataLength;
  });
  await devtools.send('Network.enable');
  return transfers;
}

export const isScript = ({ path }: Transfer): boolean => path.endsWith('.js');
export const bytesOf = (transfers: readonly Transfer[]): number =>
  transfers.reduce((sum, { bytes }) => sum + bytes, 0);
