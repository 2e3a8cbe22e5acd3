import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Prepares the product in a folder while no other process on this machine does so. A listening socket is the lock, because the
 * system frees it when its process is killed.
 */
export async function oneAtATime(folder, prepare) {
  const address = addressOf(folder);
  let release = await listen(address);
  if (!release)
    console.log('Another command is preparing Posthorn in this folder. Waiting until it is done …');
  while (!release) {
    await otherProcessEnd(address);
    release = await listen(address);
  }
  try {
    return await prepare();
  } finally {
    release();
  }
}

function addressOf(folder) {
  const name = `posthorn-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  // Linux has names for sockets that are not files.
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), name);
}

/** Resolves to a function that closes the socket, or to undefined if another process has it. */
function listen(address) {
  const waiting = new Set();
  const server = createServer((socket) => {
    waiting.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => waiting.delete(socket));
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(address, () =>
      resolve(() => {
        server.close();
        for (const socket of waiting) socket.destroy();
      }),
    );
  });
}

/** Resolves when the process that listens on the socket has closed it or has ended. */
function otherProcessEnd(address) {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.resume();
    socket.once('error', ({ code }) => {
      // A killed process leaves the file of its socket behind.
      if (code === 'ECONNREFUSED' && !address.startsWith('\0')) rmSync(address, { force: true });
    });
    socket.once('close', resolve);
  });
}
