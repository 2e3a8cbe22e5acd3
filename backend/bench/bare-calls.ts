import { Pool } from 'undici';
import { percentilesOf, type Waits } from './at-rate.ts';

/**
 * Publishes like a simple script: one call for each post, without storing or checking anything.
 * @returns milliseconds from the start of the run to the end of each call
 */
export async function bareCalls(
  sandboxUrl: string,
  { calls, callers }: Readonly<{ calls: number; callers: number }>,
): Promise<Waits & Readonly<{ last: number }>> {
  const platform = new Pool(sandboxUrl, { connections: callers });
  const waits: number[] = [];
  const began = performance.now();
  let sent = 0;
  const caller = async () => {
    while (sent < calls) {
      const { statusCode, body } = await platform.request({
        method: 'POST',
        path: '/api/v1/statuses',
        headers: {
          host: 'mastodon.sandbox.test',
          authorization: 'Bearer bare',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ status: `Bare ${String(sent++)}` }),
      });
      const text = await body.text();
      if (statusCode !== 200)
        throw new Error(`The response of the platform was ${String(statusCode)}: ${text}`);
      waits.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  await platform.close();
  return { ...percentilesOf(waits), last: Math.max(...waits) };
}
