import type { SafeHttp } from './safe-http.ts';

/** As much of a request as libraries ask by. */
type Asked = Readonly<{
  method?: string | undefined;
  headers?: HeadersInit | undefined;
  body?: unknown;
  signal?: AbortSignal | null | undefined;
}>;

/** Lets a library speak through the one door to other hosts. @throws OutgoingError, as the library's cause */
export const fetchThrough =
  (http: Pick<SafeHttp, 'send'>, limits: Readonly<{ timeoutMs?: number }> = {}) =>
  async (input: string | URL | Request, { method, headers, body, signal }: Asked = {}): Promise<Response> => {
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
