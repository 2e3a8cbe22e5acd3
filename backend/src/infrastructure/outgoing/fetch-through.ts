import type { SafeHttp } from './safe-http.ts';

/** The fields of a request that libraries set. */
type LibraryRequest = Readonly<{
  method?: string | undefined;
  headers?: HeadersInit | undefined;
  body?: unknown;
  signal?: AbortSignal | null | undefined;
}>;

/**
 * A `fetch` for libraries that sends every request through `SafeHttp`.
 * @throws OutgoingError, as the library's cause
 */
export const fetchThrough =
  (http: Pick<SafeHttp, 'send'>, limits: Readonly<{ timeoutMs?: number }> = {}) =>
  async (
    input: string | URL | Request,
    { method, headers, body, signal }: LibraryRequest = {},
  ): Promise<Response> => {
    const reply = await http.send({
      method: method === 'POST' ? 'POST' : 'GET',
      url: input instanceof Request ? input.url : input,
      headers: Object.fromEntries(new Headers(headers)),
      ...((typeof body === 'string' || body instanceof URLSearchParams) && { body: body.toString() }),
      ...(signal && { signal }),
      ...limits,
    });
    return new Response(new Uint8Array(reply.body), { status: reply.status, headers: reply.headers });
  };
