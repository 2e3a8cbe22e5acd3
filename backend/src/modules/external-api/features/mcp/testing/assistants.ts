import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** What specs do with an official client, of whichever generation. */
export type Assistant = Pick<Client, 'listTools' | 'callTool' | 'close' | 'getServerCapabilities'> &
  Pick<Client, 'getInstructions'>;
export type Connect = (url: URL, headers: Readonly<Record<string, string>>) => Promise<Assistant>;

const NAME = { name: 'spec', version: '1' };

const newer =
  (mode: 'legacy' | Readonly<{ pin: string }>): Connect =>
  async (url, headers) => {
    const client = new Client(NAME, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    await client.listTools();
    return client;
  };

/** Checks the structured content of each answer, refusals too, against the schemas that it has listed. */
const older: Connect = async (url, headers) => {
  const client = new OlderClient(NAME);
  await client.connect(new OlderTransport(url, { requestInit: { headers } }));
  await client.listTools();
  return client as unknown as Assistant;
};

/** The official clients, with the revision of the protocol that they speak. */
export const ASSISTANTS: readonly (readonly [string, Connect])[] = [
  ['2026-07-28', newer({ pin: '2026-07-28' })],
  ['2025', newer('legacy')],
  ['2025 of the SDK 1', older],
];

/** What the inspector's command line prints of a call. @throws Error with what it prints of a failure */
export async function inspect(
  url: URL,
  token: string,
  tool: string,
  args: Readonly<Record<string, string>>,
): Promise<unknown> {
  const program = createRequire(import.meta.url).resolve(
    '@modelcontextprotocol/inspector-cli/build/index.js',
  );
  const said = [
    ...[program, url.href, '--transport', 'http', '--header', `Authorization: Bearer ${token}`],
    ...['--method', 'tools/call', '--tool-name', tool],
    ...Object.entries(args).flatMap(([name, value]) => ['--tool-arg', `${name}=${value}`]),
  ];
  // It looks for its manifest from the folder that it is called in.
  const { stdout } = await promisify(execFile)(process.execPath, said, { cwd: dirname(program) });
  return JSON.parse(stdout);
}
