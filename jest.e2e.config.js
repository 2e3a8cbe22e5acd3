import { backend } from './jest.config.js';

// End-to-end specs start a real Postgres: one worker keeps the two cores for the product under test.
export default {
  ...backend,
  displayName: 'e2e',
  testMatch: ['<rootDir>/test/**/*.e2e.spec.ts'],
  testTimeout: 120_000,
  globalSetup: `${import.meta.dirname}/backend/test/browser/set-up.mjs`,
  globalTeardown: `${import.meta.dirname}/backend/test/browser/tear-down.mjs`,
  setupFiles: [`${import.meta.dirname}/backend/test/checked-answers.ts`],
  testSequencer: '<rootDir>/../libs/toolchain/src/longest-first.mjs',
};
