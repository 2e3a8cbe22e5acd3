import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { appStateQuery } from '#features/identity/api/app-state.ts';
import { useFocusOnArrival } from './-shell/focus-on-arrival.ts';
import { SandboxBanner } from '#features/identity/components/sandbox-banner.tsx';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Loaded before the first screen, so that the banner does not push it down later. If it fails, the screen has no banner.
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
