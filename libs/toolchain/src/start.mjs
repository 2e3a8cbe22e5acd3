import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { watchParent } from './parent-watch.mjs';
import { compileCache, nodeBinary, productFlags, root } from './paths.mjs';

// `npm start` installs, builds, then becomes the product. It runs on Node 20 and later; the product runs on the pinned one.
let child;
watchParent(() => (child ? child.kill('SIGTERM') : process.exit(1)));
try {
  await install();
  await build();
  const node = nodeBinary();
  child = spawn(node, [...productFlags, join(root, 'backend', 'dist', 'src', 'main.js')], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
    // The fourth is a channel without messages: it closes when this process ends, even by `kill -9`.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // The terminal sends Ctrl-C to the child as well; this process must forward a plain `kill`.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('close', (code, signal) =>
    process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)),
  );
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
