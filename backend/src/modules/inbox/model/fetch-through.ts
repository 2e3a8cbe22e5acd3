import type { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';

/** In all, connecting and reading included. */
const TIMEOUT_MS = 20_000;

/** Lets the SDK speak through the one door to other hosts. @throws OutgoingError, as the SDK's cause */
export const fetchThrough =
  (http: Pick<SafeHttp, 'send'>): typeof fetch =>
  async (input, init) => {
    const { method = 'GET', headers, body, signal } = init ?? {};
    const reply = await http.send({
      method: method === 'POST' ? 'POST' : 'GET',
      url: input instanceof Request ? input.url : input,
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && { body }),
      ...(signal && { signal }),
      timeoutMs: TIMEOUT_MS,
    });
    return new Response(new Uint8Array(reply.body), { status: reply.status, headers: reply.headers });
  };
