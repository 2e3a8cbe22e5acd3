import type { SandboxAnswer, SandboxUnderTest } from './sandbox-client.ts';
import { PDS } from './sandbox-client.ts';

const APP_PASSWORD = 'abcd-efgh-ijkl-mnop';
export const RKEY = '3mkq2a7zzzz22';

export type LoggedIn = Readonly<{ did: string; accessJwt: string; refreshJwt: string }>;

export const login = async (
  sandbox: SandboxUnderTest,
  identifier: string,
  password = APP_PASSWORD,
): Promise<SandboxAnswer> =>
  sandbox.call(PDS, '/xrpc/com.atproto.server.createSession', { json: { identifier, password } });

/** A signed-in account, with the calls that the specs make. */
export class BlueskyAccount {
  readonly sandbox: SandboxUnderTest;
  readonly did: string;
  accessJwt: string;
  refreshJwt: string;

  private constructor(sandbox: SandboxUnderTest, { did, accessJwt, refreshJwt }: LoggedIn) {
    this.sandbox = sandbox;
    this.did = did;
    this.accessJwt = accessJwt;
    this.refreshJwt = refreshJwt;
  }

  static async login(sandbox: SandboxUnderTest, handle = 'ana.sandbox.test'): Promise<BlueskyAccount> {
    return new BlueskyAccount(sandbox, (await login(sandbox, handle)).json as LoggedIn);
  }

  async call(method: string, json?: object, token = this.accessJwt): Promise<SandboxAnswer> {
    return this.sandbox.call(PDS, `/xrpc/${method}`, json ? { json, token } : { token });
  }

  async refresh(token = this.refreshJwt): Promise<SandboxAnswer> {
    return this.sandbox.call(PDS, '/xrpc/com.atproto.server.refreshSession', { method: 'POST', token });
  }

  record(text: string, extra: object = {}): object {
    return { $type: 'app.bsky.feed.post', text, createdAt: '2026-11-01T12:00:00.000Z', ...extra };
  }

  async put(
    text: string,
    { rkey = RKEY, more = {}, ...rest }: { rkey?: string; more?: object; swapRecord?: null } = {},
  ): Promise<SandboxAnswer> {
    const record = this.record(text, more);
    return this.call('com.atproto.repo.putRecord', {
      repo: this.did,
      collection: 'app.bsky.feed.post',
      rkey,
      record,
      ...rest,
    });
  }

  async upload(bytes: Buffer, type: string): Promise<SandboxAnswer> {
    const request = { bytes, token: this.accessJwt, headers: { 'content-type': type } };
    return this.sandbox.call(PDS, '/xrpc/com.atproto.repo.uploadBlob', request);
  }
}
