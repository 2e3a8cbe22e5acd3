import { lazy } from 'react';

/** Code that people with posts never need. */
export const loadFirstRun = () =>
  Promise.all([
    import('#features/scheduling/components/posts/first-run.tsx'),
    import('#features/integrations/components/connect-here.tsx'),
  ]);

export const FirstRun = lazy(async () => ({ default: (await loadFirstRun())[0].FirstRun }));
export const ConnectHere = lazy(async () => ({
  default: (await import('#features/integrations/components/connect-here.tsx')).ConnectHere,
}));
