// Nest 12 is ESM only, so Jest runs with --experimental-vm-modules (see libs/toolchain/src/run.mjs).
const transform = {
  '\\.tsx?$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true, decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
        target: 'es2023',
      },
    },
  ],
};
const project = { transform, extensionsToTreatAsEsm: ['.ts', '.tsx'] };
const node = {
  ...project,
  testEnvironment: 'node',
};

// All spec files of a worker share one realm and load each module once (docs/adr/0032).
export const oneRealm = {
  ...project,
  runtime: `${import.meta.dirname}/libs/toolchain/src/one-realm/runtime.cjs`,
  testEnvironment: `${import.meta.dirname}/libs/toolchain/src/one-realm/environment.cjs`,
};

export const backend = {
  ...node,
  displayName: 'backend',
  rootDir: 'backend',
  testMatch: ['<rootDir>/{src,sandbox,bench}/**/*.spec.ts', '<rootDir>/test/**/!(*.e2e).spec.ts'],
};

const libs = {
  ...oneRealm,
  displayName: 'libs',
  rootDir: 'libs',
  testMatch: ['<rootDir>/*/src/**/*.spec.{ts,mjs}'],
};

/** Specs of the frontend without a component that still need a document. */
const WITH_DOCUMENT = ['draft-saver', 'held-back', 'link-page-address', 'live-updates', 'unanswered'];

/** Rules and texts of the frontend; they need no document. */
const frontendRules = {
  ...oneRealm,
  displayName: 'frontend rules',
  rootDir: 'frontend',
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
  testPathIgnorePatterns: [`/(${WITH_DOCUMENT.join('|')})\\.spec\\.ts$`],
};

const frontend = {
  ...project,
  displayName: 'frontend',
  rootDir: 'frontend',
  testMatch: ['<rootDir>/src/**/*.spec.tsx', `<rootDir>/src/**/{${WITH_DOCUMENT.join(',')}}.spec.ts`],
  testEnvironment: 'jest-fixed-jsdom',
  setupFiles: [`${import.meta.dirname}/frontend/src/testing/setup.ts`],
  setupFilesAfterEnv: ['patience', 'one-class-wins'].map(
    (name) => `${import.meta.dirname}/frontend/src/testing/${name}.ts`,
  ),
};

export default {
  projects: [libs, { ...backend, ...oneRealm }, frontendRules, frontend],
  testSequencer: `${import.meta.dirname}/libs/toolchain/src/one-realm/sequencer.mjs`,
  // Starting a database takes seconds on a busy machine.
  testTimeout: 30_000,
  // Jest replaces a worker that uses more memory.
  workerIdleMemoryLimit: '2GB',
};
