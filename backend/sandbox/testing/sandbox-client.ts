import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '../http/json.ts';
import { startSandbox, type Sandbox } from '../sandbox-server.ts';

export type SandboxAnswer = Readonly<{
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body as JSON; null when it is not JSON. */
  json: unknown;
}>;

export type SandboxRequest = Readonly<{
  method?: string;
  token?: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string> | FormData;
  bytes?: Buffer;
}>;

export const LOCAL = 'localhost';
export const PDS = 'pds.sandbox.test';
export const MASTODON = 'mastodon.sandbox.test';

/** A sandbox for one spec, with a clock that the spec moves. */
export class SandboxUnderTest {
  /** The clock of the sandbox, in milliseconds. A spec moves it to let time pass. */
  now = Date.parse('2026-11-01T12:00:00Z');
  readonly dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  #sandbox: Sandbox | null = null;

  async start(appUrl?: string): Promise<void> {
    this.#sandbox = await startSandbox({
      port: 0,
      dataDir: this.dataDir,
      publicUrl: '',
      ...(appUrl !== undefined && { appUrl }),
      now: () => this.now,
    });
  }

  async restart(): Promise<void> {
    await this.#sandbox?.close();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.#sandbox?.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  get port(): number {
    return this.#sandbox?.port ?? 0;
  }

  /** @throws when the connection closes before a response */
  async call(host: string, path: string, options: SandboxRequest = {}): Promise<SandboxAnswer> {
    return callAt(this.port, host, path, options);
  }

  /** The posts that the control API lists. */
  async posts(query = ''): Promise<readonly { account: string; remoteId: string; text: string }[]> {
    return (await this.call(LOCAL, `/control/posts${query}`)).json as readonly {
      account: string;
      remoteId: string;
      text: string;
    }[];
  }

  async fault(fault: object): Promise<void> {
    await this.call(LOCAL, '/control/faults', { json: fault });
  }
}

export async function callAt(
  port: number,
  host: string,
  path: string,
  options: SandboxRequest,
): Promise<SandboxAnswer> {
  const { body, type } = await bodyOf(options);
  const headers: Record<string, string> = {
    host,
    ...(type ? { 'content-type': type } : {}),
    ...(body ? { 'content-length': String(body.length) } : {}),
    ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
    ...options.headers,
  };
  return new Promise((resolve, reject) => {
    const method = options.method ?? (body ? 'POST' : 'GET');
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const { statusCode: status = 0, headers: received } = response;
        resolve({ status, headers: received, text, json: parseJson(text) ?? null });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function bodyOf({ json, form, bytes }: SandboxRequest): Promise<{ body?: Buffer; type?: string }> {
  if (json !== undefined) return { body: Buffer.from(JSON.stringify(json)), type: 'application/json' };
  if (bytes) return { body: bytes };
  if (!form) return {};
  const encoded = new Response(form instanceof FormData ? form : new URLSearchParams(form));
  const type = encoded.headers.get('content-type') ?? '';
  return { body: Buffer.from(await encoded.arrayBuffer()), type };
}

/** The message of an error body. */
export const messageOf = ({ json }: SandboxAnswer): string => (json as { message: string }).message;

/** One white pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4////fwAJ+wP9KobjigAAAABJRU5ErkJggg==',
  'base64',
);

/** An MP4 file that contains its duration and nothing else. */
export const TWELVE_SECONDS = Buffer.from(
  '000000186674797069736f6d0000020069736f6d61766331' +
    `000000746d6f6f760000006c6d766864${'00'.repeat(12)}000003e800002ee0${'00'.repeat(80)}`,
  'hex',
);

/** The first box of an MP4 file: enough to detect the type. */
export const MP4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypmp42'),
  Buffer.alloc(4),
  Buffer.from('mp42isom'),
]);
