import { lazy } from 'react';

/** Code that people with posts never need. */
export const loadFirstRun = () =>
  Promise.all([import('#features/scheduling/components/posts/first-run.tsx'), import('./-connect-here.tsx')]);

export const FirstRun = lazy(async () => ({ default: (await loadFirstRun())[0].FirstRun }));
export const ConnectHere = lazy(async () => ({ default: (await import('./-connect-here.tsx')).ConnectHere }));
