import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

const KB = 1000;
/** The budgets for the gzipped JavaScript of a first load: the entry, the chunks of the route, and all their static imports. */
const FIRST_LOAD: readonly { route: string; max: number }[] = [
  // This route is used only inside the app. For a direct visit, the server sends a page without the app.
  { route: 'routes/login', max: 136.1 * KB },
  { route: 'routes/_signed-in/posts.index', max: 151 * KB },
  { route: 'routes/_signed-in/inbox', max: 151.9 * KB },
  { route: 'routes/_signed-in/settings', max: 162.1 * KB },
  // Does not include the code for payments, which loads when the user clicks the button.
  { route: 'routes/subscribe', max: 143 * KB },
];
const ENTRY = 'main.tsx';
const LAYOUT = 'routes/_signed-in';
const LAZY_CHUNK_MAX = 60 * KB;
const CSS_MAX = 15 * KB;

/** Fails the build when a screen exceeds its budget. */
export function byteBudget(): Plugin {
  return {
    name: 'byte-budget',
    apply: 'build',
    writeBundle(_options, bundle) {
      const parts = Object.values(bundle);
      const chunks = parts.filter((part) => part.type === 'chunk');
      // Finds the entry by its content, because the bundler does not mark a chunk of several modules as an entry.
      const entry = chunks.find((chunk) => contains(chunk, ENTRY));
      if (!entry) this.error(`No file of the build holds ${ENTRY}.`);
      const find = (name: string) => chunks.find((chunk) => chunk.fileName === name);
      const shell = withImports([entry], find);
      const over: string[] = [];
      const checkSize = (what: string, bytes: number, max: number) => {
        const line = `${what}: ${(bytes / KB).toFixed(1)} of ${String(max / KB)} kB gzipped`;
        if (bytes > max) over.push(line);
        else this.info(line);
      };
      for (const { route, max } of FIRST_LOAD) {
        const own = chunks.filter((chunk) => parentsAnd(route).some((path) => contains(chunk, path)));
        if (own.length === 0) this.error(`No file of the build holds ${route}.`);
        checkSize(route, total(withImports([...shell, ...own], find)), max);
      }
      for (const chunk of chunks) {
        if (!shell.has(chunk)) checkSize(chunk.fileName, size(chunk.code), LAZY_CHUNK_MAX);
      }
      for (const part of parts) {
        if (part.type === 'asset' && part.fileName.endsWith('.css'))
          checkSize(part.fileName, size(part.source), CSS_MAX);
      }
      if (over.length > 0) this.error(`Over the byte budget:\n${over.join('\n')}`);
    },
  };
}

type Chunk = Rolldown.OutputChunk;

/** Returns the files of a screen: its route, and the layout that loads with it. */
const parentsAnd = (route: string): readonly string[] =>
  route.startsWith(`${LAYOUT}/`) ? [`${LAYOUT}.tsx`, `${route}.tsx`] : [`${route}.tsx`];

const size = (text: string | Uint8Array): number => gzipSync(text).length;
const total = (chunks: ReadonlySet<Chunk>): number =>
  [...chunks].reduce((sum, { code }) => sum + size(code), 0);
const contains = (chunk: Chunk, path: string): boolean =>
  chunk.moduleIds.some((id) => id.split('?')[0]?.endsWith(`/src/${path}`));

function withImports(start: Iterable<Chunk>, find: (name: string) => Chunk | undefined): Set<Chunk> {
  const seen = new Set<Chunk>(start);
  for (const chunk of seen) {
    for (const name of chunk.imports) {
      const next = find(name);
      if (next) seen.add(next);
    }
  }
  return seen;
}
