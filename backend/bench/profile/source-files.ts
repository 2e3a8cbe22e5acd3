import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CallFrame } from './v8-profile.ts';

/** Finds the sources of a built product with the source maps next to its files. */
export class SourceFiles {
  readonly #maps = new Map<string, SourceMap | null>();

  /** @param folder the repository in which the product was built */
  constructor(private readonly folder: string) {}

  /** The path of the source below the folder, such as `backend/src/main.ts`. For a built file without source map, its own path. */
  pathOf({ url, lineNumber, columnNumber }: CallFrame): string {
    const built = url.startsWith('file:') ? fileURLToPath(url) : url;
    const entry = this.#mapOf(built)?.findEntry(lineNumber, columnNumber);
    const source = entry && 'originalSource' in entry ? resolve(dirname(built), entry.originalSource) : built;
    return relative(this.folder, source);
  }

  #mapOf(built: string): SourceMap | null {
    const known = this.#maps.get(built);
    if (known !== undefined) return known;
    const file = `${built}.map`;
    const map = existsSync(file)
      ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload)
      : null;
    this.#maps.set(built, map);
    return map;
  }
}

/** The package of a file; null for the product's own files. */
export function packageOf(path: string): string | null {
  const inside = path.split('node_modules/').at(-1) ?? '';
  if (inside === path) return null;
  const [scope = '', name = ''] = inside.split('/');
  return scope.startsWith('@') ? join(scope, name) : scope;
}

/** The feature, reader or effect of a module. For other files, the area of the infrastructure, the connector or the library. */
export function partOf(path: string): string {
  if (path.startsWith('backend/dist/')) return 'loading of modules';
  const folders = path
    .replace(/^backend\/(?:src\/)?/u, '')
    .split('/')
    .slice(0, -1);
  const isProcess = path.endsWith('.process.ts');
  const depth = { modules: 4, infrastructure: 2, connectors: 2, libs: 2, sandbox: 1 }[folders[0] ?? ''] ?? 1;
  const part = folders.slice(folders[0] === 'modules' ? 1 : 0, depth).join('/');
  return `${part === '' ? 'start' : part}${isProcess ? ' (process)' : ''}`;
}

/** Whether the file belongs to a module, a connector or the sandbox. */
export const isOfModule = (path: string): boolean =>
  /^backend\/(?:src\/(?:modules|connectors)|sandbox)\//u.test(path);
