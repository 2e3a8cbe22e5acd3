import { lazy } from 'react';

/** Code that users with posts never need. */
export const loadFirstRun = () =>
  Promise.all([
    import('#features/scheduling/components/posts/first-run.tsx'),
    import('#features/integrations/components/connect-here.tsx'),
  ]);

export const FirstRun = lazy(async () => ({ default: (await loadFirstRun())[0].FirstRun }));
const ConnectHere = lazy(async () => ({
  default: (await import('#features/integrations/components/connect-here.tsx')).ConnectHere,
}));

/** Links to connect an account. The posts feature shows them where a user writes a post. */
export const connectHere = (labelledBy: string) => <ConnectHere labelledBy={labelledBy} />;
