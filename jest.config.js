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

/** Replaces a module, so it needs its own realm. */
const WITH_MODULE_MOCK = 'src/features/scheduling/components/posts/post-list.spec.tsx';

const withDocument = {
  rootDir: 'frontend',
  setupFiles: [`${import.meta.dirname}/frontend/src/testing/setup.ts`],
  setupFilesAfterEnv: ['patience', 'one-class-wins', 'server-of-file', 'cleanup'].map(
    (name) => `${import.meta.dirname}/frontend/src/testing/${name}.ts`,
  ),
};

const frontend = {
  ...oneRealm,
  ...withDocument,
  displayName: 'frontend',
  testMatch: ['<rootDir>/src/**/*.spec.{ts,tsx}'],
  testPathIgnorePatterns: [`/${WITH_MODULE_MOCK}$`],
  testEnvironment: `${import.meta.dirname}/libs/toolchain/src/one-realm/document-environment.cjs`,
};

const frontendWithModuleMock = {
  ...project,
  ...withDocument,
  displayName: 'frontend with module mock',
  testMatch: [`<rootDir>/${WITH_MODULE_MOCK}`],
  testEnvironment: 'jest-fixed-jsdom',
};

export default {
  projects: [libs, { ...backend, ...oneRealm }, frontend, frontendWithModuleMock],
  testSequencer: `${import.meta.dirname}/libs/toolchain/src/one-realm/sequencer.mjs`,
  // Starting a database takes seconds on a busy machine.
  testTimeout: 30_000,
  // Jest replaces a worker that uses more memory.
  workerIdleMemoryLimit: '2GB',
};
