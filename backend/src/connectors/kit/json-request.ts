import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import type { OutgoingRequest } from '#infrastructure/outgoing/safe-http.ts';
import { objectOf } from './json.ts';

export type RequestForm = Extract<OutgoingRequest['body'], { form: unknown }>['form'];
/** Options of one request. `timeoutMs`: milliseconds. `maxBytes`: the maximum size of the response. */
export type RequestOptions = Pick<
  OutgoingRequest,
  'body' | 'signal' | 'timeoutMs' | 'newConnection' | 'maxBytes' | 'acceptIncomplete'
>;

export type JsonCall = Readonly<{
  method?: OutgoingRequest['method'];
  /** Sent as `Bearer`. */
  token?: string;
  /** A list repeats the same parameter. */
  query?: Readonly<Record<string, string | readonly string[]>>;
  headers?: Readonly<Record<string, string>>;
  /** At most one of `json`, `form` and `request.body`. */
  json?: JsonValue;
  form?: RequestForm;
  request?: RequestOptions;
}>;

/**
 * Builds a request whose response is JSON. The default method is GET.
 * @param type the content type of the JSON body, if the platform documents more than `application/json`
 * @throws Error when the call has more than one body
 */
export function jsonRequest(
  address: string | URL,
  call: JsonCall,
  type = 'application/json',
): OutgoingRequest & Readonly<{ url: URL }> {
  const { method = 'GET', token, query = {}, headers, json, form, request } = call;
  const bodies = [json, form, request?.body].filter((body) => body !== undefined);
  if (bodies.length > 1) throw new Error('A request can have only one body.');
  const url = new URL(address);
  for (const [name, value] of Object.entries(query))
    if (typeof value === 'string') url.searchParams.set(name, value);
    else for (const each of value) url.searchParams.append(name, each);
  return {
    method,
    url,
    headers: {
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && { 'content-type': type }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(form && { body: { form } }),
    ...request,
  };
}

/** The error for an unusable response to a request that was sent. */
export const unreadable = (host: string, why = 'did not return JSON'): OutgoingError =>
  new OutgoingError('unreadable', true, host, why);

/**
 * The object in a successful response; null for an empty body.
 * @throws OutgoingError `unreadable` if the body is anything else
 */
export function objectIn(reply: Pick<ServerReply, 'body' | 'json'>, host: string): JsonObject | null {
  const body = objectOf(reply.json());
  if (body === null && reply.body.length > 0) throw unreadable(host);
  return body;
}
