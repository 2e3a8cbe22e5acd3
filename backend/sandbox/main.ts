import { resolve } from 'node:path';
import { startSandbox } from './sandbox-server.ts';

const port = Number(process.env['SANDBOX_PORT'] ?? 3001);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error('SANDBOX_PORT must be a port number.');
  process.exit(1);
}

const sandbox = await startSandbox({
  port,
  dataDir: resolve(process.env['DATA_DIR'] ?? './.data'),
  publicUrl: process.env['SANDBOX_URL'] ?? '',
  ...(process.env['PUBLIC_URL'] && { appUrl: process.env['PUBLIC_URL'] }),
}).catch((error: unknown) => {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  console.error(isTaken ? `Port ${String(port)} is taken; set SANDBOX_PORT to another.` : error);
  process.exit(1);
});
console.log(`Sandbox: nothing leaves this machine. ${sandbox.url}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void sandbox.close().then(() => process.exit(0));
  });
}
