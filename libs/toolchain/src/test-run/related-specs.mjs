const SPEC = /\.spec\.(tsx?|mjs)$/;
/** Specs that start a whole product: too slow for a short loop. */
const WHOLE_PRODUCT = /\.e2e\.spec\.ts$/;
const NEAR = 2;

/**
 * Finds the specs near a change: those that import a changed file. In its own module, feature or package any number of imports counts,
 * and elsewhere at most two.
 * @param modules of dependency-cruiser: `{ source, dependencies: [{ resolved }] }`
 * @param changed paths of files, from the root of the project
 * @returns `near`: paths of those specs; `far`: how many further specs import the change through more files
 */
export function relatedSpecs(modules, changed) {
  const distance = distances(importersOf(modules), changed);
  const ownModules = new Set(changed.map(moduleOf));
  const specs = [...distance.keys()].filter((path) => SPEC.test(path) && !WHOLE_PRODUCT.test(path));
  const near = specs.filter((path) => distance.get(path) <= NEAR || ownModules.has(moduleOf(path)));
  return { near: near.sort(), far: specs.length - near.length };
}

/** A module or a folder of infrastructure in the backend, a feature in the frontend, a package of `libs`. */
export function moduleOf(path) {
  const [, found] = /^((?:backend|frontend)\/\w+\/[\w-]+\/[\w-]+|libs\/[\w-]+)\//.exec(path) ?? [];
  return found ?? path.slice(0, path.lastIndexOf('/'));
}

function importersOf(modules) {
  const importers = new Map();
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies)
      importers.set(resolved, [...(importers.get(resolved) ?? []), source]);
  }
  return importers;
}

function distances(importers, changed) {
  const found = new Map(changed.map((path) => [path, 0]));
  for (const [path, steps] of found) {
    // A loop over a growing map also visits new entries, nearest first.
    for (const importer of importers.get(path) ?? [])
      if (!found.has(importer)) found.set(importer, steps + 1);
  }
  return found;
}
