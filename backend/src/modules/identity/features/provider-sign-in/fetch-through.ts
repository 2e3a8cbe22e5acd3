import type { CustomFetch } from 'openid-client';
import type { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';

/** Lets openid-client speak through the one door to other hosts. @throws OutgoingError, as its cause */
export const fetchThrough =
  (http: SafeHttp): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const isForm = body instanceof URLSearchParams;
    const reply = await http.send({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers,
      ...(isForm && { body: body.toString() }),
      ...(signal && { signal }),
    });
    return new Response(new Uint8Array(reply.body), { status: reply.status, headers: reply.headers });
  };
