import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { nodeBinary, root } from './paths.mjs';

/**
 * Runs a program to its end, its output shown as it comes.
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
