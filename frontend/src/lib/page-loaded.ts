/**
 * Returns the path from which the page was loaded; null: unknown. The page keeps the content security policy
 * of this path while the app navigates.
 */
export function loadedPath(): string | null {
  const [navigation] = 'getEntriesByType' in performance ? performance.getEntriesByType('navigation') : [];
  return navigation ? new URL(navigation.name).pathname : null;
}
