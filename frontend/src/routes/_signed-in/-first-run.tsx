import { lazy } from 'react';

/** Code that people with posts never need. */
export const loadFirstRun = () =>
  Promise.all([
    import('#features/scheduling/components/posts/first-run.tsx'),
    import('#features/integrations/components/connect-here.tsx'),
  ]);

export const FirstRun = lazy(async () => ({ default: (await loadFirstRun())[0].FirstRun }));
const ConnectHere = lazy(async () => ({
  default: (await import('#features/integrations/components/connect-here.tsx')).ConnectHere,
}));

/** The ways to connect an account, for what a feature shows of a post to be written. */
export const connectHere = (labelledBy: string) => <ConnectHere labelledBy={labelledBy} />;
