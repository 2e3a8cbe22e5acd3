import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileCacheOf, type Build } from './builds.ts';
import { RunningProduct } from './running-product.ts';

let build: Build;
beforeEach(() => {
  build = { name: 'fake', folder: mkdtempSync(join(tmpdir(), 'posthorn-running-')) };
});
afterEach(() => {
  rmSync(build.folder, { recursive: true, force: true });
});

/** A product that responds with the result of `reply`, and ignores SIGTERM when `stubborn`. */
function fake(reply: string, { stubborn = false } = {}): void {
  const folder = join(build.folder, 'backend', 'dist', 'src');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'main.js'),
    `require('node:http').createServer((request, response) => { ${reply} }).listen(process.env.PORT, 'localhost');
     setTimeout(() => process.exit(), 30_000);
     ${stubborn ? "process.on('SIGTERM', () => undefined);" : ''}`,
  );
}

const start = (limits: Parameters<typeof RunningProduct.start>[3]) =>
  RunningProduct.start(build, join(build.folder, 'data'), {}, limits);

describe('a running product', () => {
  it('has the flags of `npm start`, and a compile cache inside its build', async () => {
    fake('response.end(JSON.stringify([process.execArgv, process.env.NODE_COMPILE_CACHE]));');
    const product = await start({ startMs: 20_000, answerMs: 2_000, stopMs: 20_000 });
    const started: unknown = await (await fetch(product.url)).json();
    await product.stop();
    expect(started).toEqual([
      ['--max-semi-space-size=16', '--initial-old-space-size=128'],
      compileCacheOf(build),
    ]);
  });

  it('throws an error when it neither responds nor stops in time', async () => {
    fake('', { stubborn: true });
    await expect(start({ startMs: 500, answerMs: 100, stopMs: 100 })).rejects.toThrow(
      'The product of fake did not get ready.',
    );
  });

  it('is killed when it is ready and does not stop', async () => {
    fake('response.end();', { stubborn: true });
    const product = await start({ startMs: 20_000, answerMs: 2_000, stopMs: 100 });
    await product.stop();
    expect(() => process.kill(product.pid, 0)).toThrow('ESRCH');
  });
});
