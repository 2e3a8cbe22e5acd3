import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './api.gen.ts';

export type Post = components['schemas']['Post'];
export type Problem = components['schemas']['Problem'];
export type Api = Client<paths>;

/** A client for the API of one installation. It acts for the user who created the token. */
export const connect = (url: string, token: string): Api =>
  createClient<paths>({
    baseUrl: `${url}/api/external`,
    headers: { authorization: `Bearer ${token}` },
  });

/** The error of a refused call. `code` is for programs and never changes; the message is for people. */
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
 * Returns the data of a response.
 * @throws Refused
 */
export function dataOf<Data>({ data, error }: Readonly<{ data?: Data; error?: Problem | undefined }>): Data {
  if (data !== undefined) return data;
  throw new Refused(error ?? { ...NO_BODY, message: 'There was no answer.' });
}

const NO_BODY = { code: 'none', requestId: '', type: '', title: '', status: 0, detail: '' };
