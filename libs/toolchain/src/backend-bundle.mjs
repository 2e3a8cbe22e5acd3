import { globSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { root } from './paths.mjs';

// How the backend is built (ADR 17): each program, with all packages that it imports, becomes a few files.

const backend = join(root, 'backend');
const programs = [
  'src/main.ts',
  'src/infrastructure/media/drawing/drawing-process.ts',
  'src/cli/{doctor,erasures,hold,log-copy,media-copy,projections,restored}.ts',
  'sandbox/main.ts',
];
const PACKAGES = 'packages';

/**
 * V8 keeps a file in two bytes a character as soon as one of them needs it, and in one otherwise: half the memory.
 * @throws Error where an escape would mean something else
 */
const onlyAscii = {
  name: 'only-ascii',
  // Only here nothing prints the code anew.
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = asciiOf(file);
  },
};

/** Lines stay; columns behind such a character are a little off in stack traces. */
function asciiOf({ fileName, code }) {
  if (/(?<!\\)(?:\\\\)*\\[^\0-\x7f]/u.test(code) || /\braw`[^`]*[^\0-\x7f]/u.test(code))
    throw new Error(`${fileName}: a character outside ASCII is escaped or raw; write it as \\u….`);
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export default {
  root: backend,
  // What a package asks for without needing it, such as the other transports of Nest, is no news.
  logLevel: 'error',
  publicDir: false,
  plugins: [onlyAscii],
  // The native parts of `sharp` are found from its own folder. All other packages are plain JavaScript.
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
        // As Node would run the modules: `reflect-metadata` comes before whatever needs it.
        strictExecutionOrder: true,
        // Errors and commands are told apart by the names of their classes in what is logged.
        keepNames: true,
        // Licences stay with the code that they are of.
        comments: { legal: true, annotation: false, jsdoc: false },
        sourcemapExcludeSources: true,
        codeSplitting: {
          groups: [
            { name: PACKAGES, test: /node_modules/, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
          ],
        },
        // Node reads a map as soon as it loads the file, and those of the packages are ten times as large as ours.
        postFooter: ({ name, fileName }) =>
          name.startsWith(PACKAGES) ? '' : `//# sourceMappingURL=${basename(fileName)}.map`,
      },
    },
  },
};
