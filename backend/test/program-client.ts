import { createApiToken, type CreatedApiTokenView } from '@posthorn/contracts/identity/api-tokens.http';
import type { ApiResponse } from './browserless-client.ts';
import type { Creator } from './creator.ts';

type RequestParts = Readonly<{ body?: unknown; headers?: Readonly<Record<string, string>> }>;

/** A program with a user's API token, without cookies and pages. */
export class ProgramClient {
  private constructor(
    private readonly url: string,
    readonly token: string,
    readonly tokenId: string,
  ) {}

  /** A program with a new token of this creator. @param fields further fields of the token, such as `scopes`; default: all scopes */
  static async of({ client }: Creator, fields: object = {}): Promise<ProgramClient> {
    const { status, body, text } = await client.post<CreatedApiTokenView>(createApiToken.path, {
      name: 'My blog',
      ...fields,
    });
    if (status !== 201) throw new Error(`The response to a new token was ${String(status)}: ${text}`);
    return new ProgramClient(client.url, body.token, body.id);
  }

  /** @param path below `/api/external` */
  async call<Body = unknown>(
    method: string,
    path: string,
    { body, headers }: RequestParts = {},
  ): Promise<ApiResponse<Body>> {
    const response = await fetch(`${this.url}/api/external${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const plain = { status: response.status, headers: response.headers, text };
    return { ...plain, body: (text === '' ? null : JSON.parse(text)) as Body };
  }

  get<Body = unknown>(path: string): Promise<ApiResponse<Body>> {
    return this.call<Body>('GET', path);
  }

  /** @param key the Idempotency-Key */
  create<Body = unknown>(body: object, key?: string): Promise<ApiResponse<Body>> {
    return this.call<Body>('POST', '/posts', {
      body,
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });
  }
}
