import { globSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { root } from './paths.mjs';

// Builds the backend (ADR 17): each program, with all packages that it imports, becomes a few files.

const backend = join(root, 'backend');
const programs = [
  'src/main.ts',
  'src/infrastructure/media/drawing/drawing-process.ts',
  'src/cli/{doctor,erasures,hold,log-copy,media-copy,projections,restored}.ts',
  'sandbox/main.ts',
];
const PACKAGES = 'packages';

/**
 * V8 stores a file in two bytes for each character when one character needs it, and in one otherwise: half the memory.
 * @throws Error where an escape would change the meaning
 */
const onlyAscii = {
  name: 'only-ascii',
  // At this point no later step prints the code again.
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = asciiOf(file);
  },
};

/** Keeps lines; columns after an escaped character are slightly wrong in stack traces. */
function asciiOf({ fileName, code }) {
  if (/(?<!\\)(?:\\\\)*\\[^\0-\x7f]/u.test(code) || /\braw`[^`]*[^\0-\x7f]/u.test(code))
    throw new Error(`${fileName}: a character outside ASCII is escaped or raw; write it as \\u….`);
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The function that runs the code of one source file, with its end. */
const MODULE = /^function (\S+)\(\) \{\n\treturn \(\1 = __esmMin\(\((?:async )?\(\) => \{/gmu;
const MODULE_END = /\}\)\)\)\(\);\n\}$/gmu;

/**
 * Node's compile cache contains the functions that V8 compiles when it loads a file. V8 compiles a function in parentheses then, but a declared one
 * only at its first call. So each start compiled the code of all source files again.
 * @throws Error where the function could be called before it has its value
 */
const cachedModules = {
  name: 'cached-modules',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      if (importsItself(file.fileName, files))
        throw new Error(
          `${file.fileName}: its imports form a circle. A chunk must run after all that it imports.`,
        );
      file.code = inParentheses(file);
    }
  },
};

function importsItself(name, files) {
  const seen = new Set();
  const toVisit = [...files[name].imports];
  for (const next of toVisit) {
    if (seen.has(next) || !files[next]) continue;
    seen.add(next);
    toVisit.push(...files[next].imports);
  }
  return seen.has(name);
}

/** Keeps lines. */
function inParentheses({ fileName, code }) {
  let result = '';
  let from = 0;
  for (const { 0: start, 1: name, index } of code.matchAll(MODULE)) {
    MODULE_END.lastIndex = index + start.length;
    if (index < from || !MODULE_END.test(code))
      throw new Error(`${fileName}: ${name} has another form than expected.`);
    result += `${code.slice(from, index)}var ${name} = (function() ${code.slice(index + start.indexOf('{'), MODULE_END.lastIndex)});`;
    from = MODULE_END.lastIndex;
  }
  return result + code.slice(from);
}

/**
 * An import of one of these modules reads all their exports. Getters among them load Node's own copy of undici (`WebSocket`) or decode all root
 * certificates, which takes 30 ms. So the bundle takes only the other exports.
 */
const BUILTINS = ['http', 'tls'];
const builtinsWithoutGetters = {
  name: 'builtins-without-getters',
  enforce: 'pre',
  resolveId: (id, _, { kind }) =>
    kind !== 'require-call' && BUILTINS.includes(id.replace('node:', ''))
      ? `\0${id.replace('node:', '')}`
      : null,
  load(id) {
    const name = id.slice(1);
    if (id[0] !== '\0' || !BUILTINS.includes(name)) return null;
    const names = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule(name)))
      .filter(([, descriptor]) => 'value' in descriptor)
      .map(([each]) => each);
    return `const builtin = process.getBuiltinModule('${name}');\nexport default builtin;\nexport const { ${names.join(', ')} } = builtin;`;
  },
};

/**
 * Nest makes two date formats for a logger that the product does not use. The first date format of a process takes 20 ms.
 * @throws Error when Nest makes them in another way
 */
const datesOfNestLater = {
  name: 'dates-of-nest-later',
  transform(code, id) {
    if (!/@nestjs\/common\/services\/(?:console-)?logger\.service\.js$/u.test(id)) return null;
    const later = code.replace(
      /= (new Intl\.DateTimeFormat\(undefined, \{[^}]*\}\));/u,
      '= { format: (time) => $1.format(time) };',
    );
    if (later === code) throw new Error(`${id}: no date format was found.`);
    return { code: later, map: null };
  },
};

export default {
  root: backend,
  // Packages try to import optional parts, such as other transports of Nest. Missing ones are not worth a warning.
  logLevel: 'error',
  publicDir: false,
  // Nest reads this variable thousands of times in a start.
  define: { 'process.env.NEST_DEBUG': 'undefined' },
  plugins: [builtinsWithoutGetters, datesOfNestLater, cachedModules, onlyAscii],
  // `sharp` finds its native parts from its own folder. All other packages are plain JavaScript.
  ssr: { noExternal: true, external: ['sharp'], resolve: { conditions: ['node'] } },
  build: {
    ssr: true,
    target: 'es2023',
    outDir: 'dist',
    // Without the line that names the map: `postFooter` writes it.
    sourcemap: 'hidden',
    rolldownOptions: {
      input: Object.fromEntries(
        globSync(programs, { cwd: backend }).map((file) => [
          file.replace(/\.ts$/, '').replaceAll(sep, '/'),
          join(backend, file),
        ]),
      ),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: ({ name }) => `chunks/${name.startsWith(PACKAGES) ? PACKAGES : '[name]'}-[hash].js`,
        // Runs modules in Node's order, so that `reflect-metadata` comes before the code that needs it.
        strictExecutionOrder: true,
        // Logs and error handling use the names of classes.
        keepNames: true,
        // Keeps licences with their code.
        comments: { legal: true, annotation: false, jsdoc: false },
        sourcemapExcludeSources: true,
        codeSplitting: {
          groups: [
            { name: PACKAGES, test: /node_modules/, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
          ],
        },
        // Node reads a map when it loads the file, and the maps of packages are ten times as large as those of the product.
        postFooter: ({ name, fileName }) =>
          name.startsWith(PACKAGES) ? '' : `//# sourceMappingURL=${basename(fileName)}.map`,
      },
    },
  },
};
