import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { sourcePlaces, type SourceMapFile } from './source-map.ts';

type CallSite = Pick<NodeJS.CallSite, 'getFileName' | 'getLineNumber' | 'getColumnNumber'> &
  Readonly<{ toString: () => string }>;

/** Files of our build. Maps of packages are ten times as large and are not used. */
const OWN_FILE = /^file:.*\/dist\/(?!chunks\/packages-).*\.js$/u;
/** The most cached positions. Far fewer lines of code throw. */
const MAX_KNOWN = 5_000;

/**
 * From now on the stack of an error shows lines of the sources. A map is read when a stack is requested, and then released. Node’s own
 * `--enable-source-maps` keeps maps: the first stack took 38 MB.
 */
export function nameSourcesInStacks(): void {
  Error.prepareStackTrace = stackFormat();
}

/** Returns a function for `Error.prepareStackTrace`. */
export function stackFormat(): (error: Error, sites: readonly CallSite[]) => string {
  /** Cache of source positions by the position in the built file; without a source, the built position itself. */
  const known = new Map<string, string>();
  return (error, sites) => {
    const built = sites.filter((site) => OWN_FILE.test(site.getFileName() ?? ''));
    const missing = built.filter((site) => !known.has(placeOf(site)));
    if (known.size + missing.length > MAX_KNOWN) known.clear();
    for (const file of new Set(missing.map((site) => site.getFileName() ?? '')))
      for (const [place, source] of namesOf(
        file,
        missing.filter((site) => site.getFileName() === file),
      ))
        known.set(place, source);
    const lines = sites.map((site) => {
      const place = placeOf(site);
      return `\n    at ${site.toString().replace(place, known.get(place) ?? place)}`;
    });
    return `${titleOf(error)}${lines.join('')}`;
  };
}

function namesOf(file: string, sites: readonly CallSite[]): (readonly [place: string, source: string])[] {
  const path = fileURLToPath(file);
  const positions = sites.map((site) => ({
    line: (site.getLineNumber() ?? 1) - 1,
    column: (site.getColumnNumber() ?? 1) - 1,
  }));
  const map = mapOf(path);
  const found = map ? sourcePlaces(map, positions) : [];
  return sites.map((site, index) => {
    const place = found[index];
    if (!place) return [placeOf(site), placeOf(site)];
    const { href } = pathToFileURL(resolve(dirname(path), place.source));
    return [placeOf(site), `${href}:${String(place.line + 1)}:${String(place.column + 1)}`];
  });
}

/** Undefined when the build has no map: the stack then stays unchanged. */
function mapOf(path: string): SourceMapFile | undefined {
  try {
    return JSON.parse(readFileSync(`${path}.map`, 'utf8')) as SourceMapFile;
  } catch {
    return undefined;
  }
}

const placeOf = (site: CallSite): string =>
  `${site.getFileName() ?? ''}:${String(site.getLineNumber())}:${String(site.getColumnNumber())}`;

/** An error may be any object with a stack, and reading its message may throw. */
function titleOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return '<error>';
  }
}
