import { OutgoingError } from './outgoing-error.ts';
import type { ServerReply } from './outgoing-reply.ts';
import type { SafeHttp } from './safe-http.ts';

const REDIRECTS_MAX = 4;

export type UserAddressRequest = Readonly<{
  accept: string;
  /** The limit for the whole request, including redirects. */
  milliseconds: number;
  maxBytes: number;
  cutOff?: boolean;
  onChunk?: (chunk: Buffer) => void;
  signal?: AbortSignal | undefined;
}>;

/**
 * Reads a URL that a user entered: public IP addresses only, each redirect checked again. Hosts in `ALLOW_PRIVATE_HOSTS` are for accounts only; no
 * user may read their pages.
 * @returns the response with any status, and its final URL
 * @throws OutgoingError
 */
export async function fetchUserAddress(
  http: SafeHttp,
  address: string,
  { accept, milliseconds, signal, ...bounds }: UserAddressRequest,
): Promise<Readonly<{ reply: ServerReply; url: URL }>> {
  const timeout = AbortSignal.timeout(milliseconds);
  const ends = signal ? AbortSignal.any([timeout, signal]) : timeout;
  let next: string | URL = address;
  for (let redirects = 0; ; redirects++) {
    const { url, access } = http.route(next, { userChosen: true });
    if (access === 'private') throw new OutgoingError('blocked', false, url.host, 'is for servers alone');
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
    if (redirects === REDIRECTS_MAX || !URL.canParse(location, url.href))
      throw new OutgoingError('redirected', true, url.host, 'leads nowhere');
    next = new URL(location, url);
  }
}
