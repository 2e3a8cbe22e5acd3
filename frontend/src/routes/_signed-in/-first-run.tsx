import { lazy } from 'react';

/** Loads code that users with posts never need. */
export const loadFirstRun = () =>
  Promise.all([
    import('#features/scheduling/components/posts/first-run.tsx'),
    import('#features/integrations/components/connect-here.tsx'),
  ]);

export const FirstRun = lazy(async () => ({ default: (await loadFirstRun())[0].FirstRun }));
const ConnectHere = lazy(async () => ({
  default: (await import('#features/integrations/components/connect-here.tsx')).ConnectHere,
}));

/** Links that connect an account, for the posts feature, which must not import the integrations feature. */
export const connectHere = (labelledBy: string) => <ConnectHere labelledBy={labelledBy} />;
