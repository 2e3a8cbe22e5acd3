import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range that Linux uses for outgoing connections, so that no such connection takes the port of a restarting server. */
const [FIRST, END] = [16_384, 32_768] as const;

/** Returns ports of this machine that are free now. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(FIRST, END);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
