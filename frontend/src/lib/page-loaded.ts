/** The path by which this page was loaded; a page keeps the policy that it came with, wherever the app goes. Null: the browser does not say. */
export function loadedPath(): string | null {
  const [navigation] = 'getEntriesByType' in performance ? performance.getEntriesByType('navigation') : [];
  return navigation ? new URL(navigation.name).pathname : null;
}
