import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { appStateQuery } from '#features/identity/api/app-state.ts';
import { useFocusOnArrival } from './-shell/focus-on-arrival.ts';
import { SandboxBanner } from '#features/identity/components/sandbox-banner.tsx';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Loads the state before the first screen, so that the banner does not push the screen down later. After a failure, there is no banner.
  loader: ({ context: { queryClient } }) =>
    queryClient.query({ ...appStateQuery, staleTime: 'static' }).catch(() => null),
  component: Root,
});

function Root() {
  useFocusOnArrival();
  return (
    <>
      <SandboxBanner />
      <Outlet />
    </>
  );
}
