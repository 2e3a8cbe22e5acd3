import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './api.gen.ts';

export type Post = components['schemas']['Post'];
export type Problem = components['schemas']['Problem'];
export type Api = Client<paths>;

/** The API of one installation, in the name of whoever made the token. */
export const connect = (url: string, token: string): Api =>
  createClient<paths>({
    baseUrl: `${url}/api/external`,
    headers: { authorization: `Bearer ${token}` },
  });

/** A refusal: `code` is for programs and never changes, the message is for people. */
export class Refused extends Error {
  readonly code: string;
  readonly requestId: string;

  constructor({ code, message, requestId }: Problem) {
    super(message);
    this.code = code;
    this.requestId = requestId;
  }
}

/**
 * What a call answered.
 * @throws Refused
 */
export function taken<Data>({ data, error }: Readonly<{ data?: Data; error?: Problem | undefined }>): Data {
  if (data !== undefined) return data;
  throw new Refused(error ?? { ...NO_BODY, message: 'There was no answer.' });
}

const NO_BODY = { code: 'none', requestId: '', type: '', title: '', status: 0, detail: '' };
