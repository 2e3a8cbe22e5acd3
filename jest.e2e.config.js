import { readFileSync } from 'node:fs';
import { backend, oneRealm } from './jest.config.js';

// Specs that start whole products. All share one queue, because chaos specs mostly wait for processes that they killed.

const at = (path) => `${import.meta.dirname}/backend/test/${path}`;
const secondLog = Object.keys(JSON.parse(readFileSync(at('second-log.json'), 'utf8')));

const project = (displayName, files, setupFiles = []) => ({
  ...backend,
  ...oneRealm,
  displayName,
  testMatch: files.map((file) => `<rootDir>/test/${file}.e2e.spec.ts`),
  setupFiles: [at('checked-answers.ts'), ...setupFiles],
});

export default {
  projects: [
    project('end to end', ['*']),
    project('EventStoreDB client', secondLog, [at('on-second-log.ts')]),
    project('browser', ['browser/*']),
    project('chaos', ['chaos/**/*']),
  ],
  globalSetup: at('browser/set-up.mjs'),
  globalTeardown: at('browser/tear-down.mjs'),
  // Many times what a test takes on an idle machine.
  testTimeout: 300_000,
  // Jest replaces a worker that holds more.
  workerIdleMemoryLimit: '1GB',
  testSequencer: `${import.meta.dirname}/libs/toolchain/src/longest-first.mjs`,
};
