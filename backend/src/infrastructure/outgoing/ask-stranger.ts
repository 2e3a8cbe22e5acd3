import { OutgoingError } from './outgoing-error.ts';
import type { ServerReply } from './outgoing-reply.ts';
import type { SafeHttp } from './safe-http.ts';

const REDIRECTS_MAX = 4;

export type StrangerRequest = Readonly<{
  accept: string;
  /** Of the whole way, redirects included. */
  milliseconds: number;
  maxBytes: number;
  cutOff?: boolean;
  onChunk?: (chunk: Buffer) => void;
  signal?: AbortSignal | undefined;
}>;

/**
 * Reads what somebody named on the web: public addresses only, each redirect checked anew. What an operator opened by
 * `ALLOW_PRIVATE_HOSTS` is for servers, and nobody gets to see its pages.
 * @returns the answer, whatever its status, and where it came from
 * @throws OutgoingError
 */
export async function askStranger(
  http: SafeHttp,
  address: string,
  { accept, milliseconds, signal, ...bounds }: StrangerRequest,
): Promise<Readonly<{ reply: ServerReply; url: URL }>> {
  const timeout = AbortSignal.timeout(milliseconds);
  const ends = signal ? AbortSignal.any([timeout, signal]) : timeout;
  let next: string | URL = address;
  for (let asked = 0; ; asked++) {
    const { url, door } = http.route(next, { userChosen: true });
    if (door === 'private') throw new OutgoingError('blocked', false, url.host, 'is for servers alone');
    const reply = await http.send({
      method: 'GET',
      url,
      headers: { accept },
      timeoutMs: milliseconds,
      signal: ends,
      userChosen: true,
      acceptRedirect: true,
      ...bounds,
    });
    const { location } = reply.headers;
    if (reply.status < 300 || reply.status >= 400 || location === undefined) return { reply, url };
    if (asked === REDIRECTS_MAX || !URL.canParse(location, url.href))
      throw new OutgoingError('redirected', true, url.host, 'leads nowhere');
    next = new URL(location, url);
  }
}
