import { setTimeout as pause } from 'node:timers/promises';
import type { ApiResponse, BrowserlessClient } from '../browserless-client.ts';

const LONGEST_MS = 120_000;

/** The client has sent too many requests in this minute, or the log is unavailable. */
const LATER: ReadonlySet<number> = new Set([429, 503]);

/** Sends a GET, and repeats it while the status is in `LATER`, for two minutes. @throws Error for any other status, and after that time */
export async function patientGet<Body>(client: BrowserlessClient, path: string): Promise<ApiResponse<Body>> {
  const until = Date.now() + LONGEST_MS;
  for (;;) {
    const response = await client.get<Body>(path);
    if (response.status === 200) return response;
    if (!LATER.has(response.status) || Date.now() > until)
      throw new Error(`${path} got the response ${String(response.status)}: ${response.text}`);
    await pause(1000 * Number(response.headers.get('retry-after') ?? 1));
  }
}
