import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { drained, type Downloaded } from './download.ts';

/** The same file so many times, one after the other, from an HTTP server that does nothing else. */
export async function plainCopy(path: string, times: number): Promise<Downloaded> {
  const server = createServer((_, answer) => {
    void (async () => {
      for (let sent = 0; sent < times; sent += 1)
        await pipeline(createReadStream(path), answer, { end: sent === times - 1 });
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    return await drained(new URL(`http://127.0.0.1:${String(port)}/`), {});
  } finally {
    server.close();
  }
}
