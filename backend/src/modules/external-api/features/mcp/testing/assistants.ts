import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** The parts of an official MCP client that specs use, in both generations. */
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

/** This client checks the structured content of each result, including errors, against the schemas that it has listed. */
const older: Connect = async (url, headers) => {
  const client = new OlderClient(NAME);
  await client.connect(new OlderTransport(url, { requestInit: { headers } }));
  await client.listTools();
  return client as unknown as Assistant;
};

/** The official clients, each with the protocol revision that it speaks. */
export const ASSISTANTS: readonly (readonly [string, Connect])[] = [
  ['2026-07-28', newer({ pin: '2026-07-28' })],
  ['2025', newer('legacy')],
  ['2025 of the SDK 1', older],
];

/** Returns what the inspector's command line prints for a call. @throws Error with the printed text of a failure */
export async function inspect(
  url: URL,
  token: string,
  tool: string,
  args: Readonly<Record<string, string>>,
): Promise<unknown> {
  const program = createRequire(import.meta.url).resolve(
    '@modelcontextprotocol/inspector-cli/build/index.js',
  );
  const commandLine = [
    ...[program, url.href, '--transport', 'http', '--header', `Authorization: Bearer ${token}`],
    ...['--method', 'tools/call', '--tool-name', tool],
    ...Object.entries(args).flatMap(([name, value]) => ['--tool-arg', `${name}=${value}`]),
  ];
  // The inspector looks for its manifest in the working directory.
  const { stdout } = await promisify(execFile)(process.execPath, commandLine, { cwd: dirname(program) });
  return JSON.parse(stdout);
}
