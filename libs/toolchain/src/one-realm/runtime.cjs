const { readFileSync } = require('node:fs');
const { registerHooks } = require('node:module');
const { fileURLToPath, pathToFileURL } = require('node:url');
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');

// Jest creates a realm for each spec file and loads every module into it again. Here Node loads modules into the realm of the worker,
// so the next file reuses them. docs/adr/0032 explains the reasons and the rules for specs.
// It uses private parts of Jest (`runtime`, `unstable_importModule`, `executor`, `jestGlobals`). So `one-realm.spec.mjs` runs Jest on it,
// and the version of Jest is pinned.

const ESM = {
  isInternalModule: false,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
};
const GLOBALS = 'jest-globals:';
/** The current spec file: its number in this worker, its runtime, its transformer. */
let current = { number: 0 };
/** Source maps of all files so far, because a module that an earlier file loaded may fail in a later one. */
const sourceMaps = new Map();

const isOurs = (url) =>
  url.startsWith('file:') && /\.tsx?(\?|$)/u.test(url) && !url.includes('/node_modules/');
const perFile = new Map();
/** Whether a module takes part in one file's run: it registers tests and hooks, or uses that file's mocks. */
function isPerFile(url) {
  if (!perFile.has(url))
    perFile.set(url, readFileSync(fileURLToPath(url), 'utf8').includes("'@jest/globals'"));
  return perFile.get(url);
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals')
      return { url: `${GLOBALS}${current.number}`, format: 'module', shortCircuit: true };
    const found = next(specifier, context);
    if (!isOurs(found.url) || found.url.includes('?') || !isPerFile(found.url)) return found;
    if (/\.tsx?$/u.test(context.parentURL ?? ''))
      throw new Error(
        `${context.parentURL} outlives a spec file, so it cannot import ${specifier}, which uses @jest/globals.`,
      );
    return { ...found, url: `${found.url}?file=${current.number}` };
  },
  load(url, context, next) {
    if (url.startsWith(GLOBALS)) return { format: 'module', source: jestGlobals(), shortCircuit: true };
    if (!current.transformer || !isOurs(url)) return next(url, context);
    return { format: 'module', source: transformed(url), shortCircuit: true };
  },
});

function jestGlobals() {
  const names = Object.keys(current.runtime.globals()).join(', ');
  return `import Runtime from ${JSON.stringify(pathToFileURL(__filename))};
export const { ${names} } = Runtime.current().globals();`;
}

function transformed(url) {
  const file = fileURLToPath(url);
  const { code, sourceMapPath } = current.transformer.transform(file, ESM, readFileSync(file, 'utf8'));
  // The key is the URL that stack traces show.
  if (sourceMapPath) sourceMaps.set(url, sourceMapPath);
  return code;
}

module.exports = class OneRealmRuntime extends Runtime {
  static current = () => current.runtime;

  constructor(config, environment, resolver, transformer, ...rest) {
    super(config, environment, resolver, transformer, ...rest);
    current = { number: current.number + 1, runtime: this, transformer };
    const { executor } = this;
    // Also compiles Jest's own CommonJS modules into the realm of the worker.
    executor.compile = (source, filename) =>
      vm.compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  globals() {
    return this.jestGlobals.cjsGlobals(this._testPath);
  }

  async unstable_importModule(file) {
    // The number makes the URL unique. Otherwise a spec file without an import of Jest would not run again in watch mode.
    return import(`${pathToFileURL(file).href}?file=${current.number}`);
  }

  getSourceMaps() {
    return sourceMaps;
  }

  // In a realm that it shares with Jest, `process` keeps Node's own properties.
  installGetBuiltinModule() {}
};
module.exports.default = module.exports;
