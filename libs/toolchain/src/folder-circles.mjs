import { cruise } from 'dependency-cruiser';
import { root } from './paths.mjs';
import rules from '../../../.dependency-cruiser.mjs';

// `node folder-circles.mjs [FOLDER…]`: no two neighbouring folders may import each other, directly or through others, at any
// level below the given folders. dependency-cruiser compares single files and single folders, without their subfolders.
// It does not find a circle through a file next to the folders.

const FOLDERS = ['backend/src', 'frontend/src'];
/** Specs and doubles may import from parent folders. */
const ONLY_FOR_SPECS = ['\\.spec\\.tsx?$', '/testing/'];

/**
 * @param {readonly (readonly [from: string, to: string])[]} imports paths of files, with `/`
 * @returns {{ parent: string, folders: string[], imports: string[] }[]} each group of folders of one parent that reach each other
 */
export function folderCircles(imports) {
  const byParent = new Map();
  for (const [from, to] of imports) {
    const [a, b] = [from.split('/'), to.split('/')];
    const at = a.findIndex((name, index) => name !== b[index]);
    // A file directly in the parent belongs to no folder.
    if (at < 0 || at >= a.length - 1 || at >= b.length - 1) continue;
    const parent = a.slice(0, at).join('/');
    const edges = byParent.get(parent) ?? new Map();
    byParent.set(parent, edges);
    const importsOfFolder = edges.get(a[at]) ?? new Map();
    edges.set(a[at], importsOfFolder.set(b[at], `${from} → ${to}`));
  }
  return [...byParent].flatMap(([parent, edges]) =>
    groupsOf(edges).map((folders) => ({
      parent,
      folders,
      imports: folders.flatMap((one) =>
        folders.flatMap((other) => [edges.get(one)?.get(other)].filter((found) => found !== undefined)),
      ),
    })),
  );
}

/** Groups of folders that import themselves through others. */
function groupsOf(edges) {
  const reach = new Map([...edges.keys()].map((folder) => [folder, reachedFrom(folder, edges)]));
  const groups = new Set(
    [...reach].flatMap(([folder, reached]) =>
      reached.has(folder)
        ? [
            [...reached]
              .filter((other) => reach.get(other)?.has(folder))
              .sort()
              .join('\n'),
          ]
        : [],
    ),
  );
  return [...groups].map((group) => group.split('\n'));
}

function reachedFrom(folder, edges) {
  const reached = new Set();
  const open = [...(edges.get(folder)?.keys() ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(edges.get(next)?.keys() ?? []));
  }
  return reached;
}

if (import.meta.main) {
  const folders = process.argv.length > 2 ? process.argv.slice(2) : FOLDERS;
  const exclude = [...rules.options.exclude.path, ...ONLY_FOR_SPECS];
  const { output } = await cruise(folders, { ...rules.options, exclude, baseDir: root });
  const circles = folderCircles(
    output.modules.flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ resolved }) => folders.some((folder) => resolved.startsWith(`${folder}/`)))
        .map(({ resolved }) => [source, resolved]),
    ),
  );
  for (const { parent, folders: group, imports } of circles) {
    console.error(`Folders of ${parent} reach each other: ${group.join(', ')}`);
    for (const line of imports) console.error(`  for example ${line}`);
  }
  process.exitCode = circles.length > 0 ? 1 : 0;
}
