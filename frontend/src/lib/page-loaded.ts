/** The path from which this page was loaded. The page keeps that response's content security policy while the app navigates. Null: unknown. */
export function loadedPath(): string | null {
  const [navigation] = 'getEntriesByType' in performance ? performance.getEntriesByType('navigation') : [];
  return navigation ? new URL(navigation.name).pathname : null;
}
