import { execFile, spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { promisify } from 'node:util';
import { nodeBinary, root } from './paths.mjs';

/**
 * Runs a program to its end and shows its output.
 * @returns its exit code, or 1 when it could not start or was ended by a signal
 */
export function runCommand(command, args, { cwd = root, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' });
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Runs a script on the pinned Node; programs that it starts find the same Node first. */
export function runNode(args, { cwd, env } = {}) {
  const node = nodeBinary();
  return runCommand(node, args, {
    cwd,
    env: { ...env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` },
  });
}

/**
 * Runs a program to its end, in the root of the project.
 * @param options.anyCode true: an exit code other than 0 is not an error
 * @returns its standard output
 * @throws Error when the program could not start or ended with a code other than 0
 */
export async function outputOf(command, args, { anyCode = false } = {}) {
  try {
    const options = { cwd: root, maxBuffer: 512 * 1024 * 1024 };
    return (await promisify(execFile)(command, args, options)).stdout;
  } catch (error) {
    if (anyCode && typeof error.code === 'number') return error.stdout;
    throw error;
  }
}
