import { createServer } from 'node:net';
import type { Configuration } from './configuration.ts';
import { OneLineError } from './one-line-error.ts';

/**
 * Checks the ports before slow parts of the start.
 * @throws OneLineError with the name of the variable
 */
export async function checkPorts({
  roles,
  port,
  internalPort,
  bindAddress,
  sandbox,
}: Configuration): Promise<void> {
  if (roles.has('web')) await checkPort('PORT', port, bindAddress);
  if (internalPort !== null) await checkPort('INTERNAL_PORT', internalPort, bindAddress);
  if (sandbox && roles.has('web')) await checkPort('SANDBOX_PORT', sandbox.port, '127.0.0.1');
}

function checkPort(variable: string, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      reject(portError(variable, port, error));
    });
    probe.listen({ port, host, exclusive: true }, () => {
      probe.close(() => {
        resolve();
      });
    });
  });
}

export function portError(
  variable: string,
  port: number,
  { code = '' }: NodeJS.ErrnoException,
): OneLineError {
  const number = String(port);
  switch (code) {
    case 'EADDRINUSE':
      return new OneLineError(
        `Port ${number} is taken: stop the program that uses it, or set ${variable} to another.`,
      );
    case 'EACCES':
      return new OneLineError(
        `Port ${number} may not be used by this user: set ${variable} to one above 1023.`,
      );
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
      return new OneLineError(
        'BIND_ADDRESS is not an IP address of this machine: use 127.0.0.1 for this machine alone, or 0.0.0.0 for all.',
      );
    default:
      return new OneLineError(`Port ${number} (${variable}) cannot be opened: ${code}.`);
  }
}
