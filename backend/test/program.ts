import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { machineEnvironment, programFlags } from './program-flags.ts';

/** The end of a program. `said`: its whole output. */
export type Ended = Readonly<{ code: number | null; said: string }>;
export type RunOptions = Readonly<{
  env?: Readonly<Record<string, string>>;
  args?: readonly string[];
  /** Runs the program as this user. */
  uid?: number;
}>;

/** Runs a program of the repository to its end, with exactly these variables. */
export async function run(file: string, { env = {}, args = [], uid }: RunOptions = {}): Promise<Ended> {
  const child = spawn(process.execPath, [...programFlags(file), ...args], {
    env: {
      ...machineEnvironment(),
      TMPDIR: tmpdir(),
      NODE_ENV: 'test',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said: said.trim() };
}
