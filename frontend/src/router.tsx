import type { QueryClient } from '@tanstack/react-query';
import {
  createBrowserHistory,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import { LoadingPage } from '#ui/spinner.tsx';
import { routeTree } from './routeTree.gen.ts';
import { scrollPlaces } from '#routes/-shell/scroll-places.ts';
import { TroublePage } from '#routes/-shell/trouble-page.tsx';

export function createAppRouter(queryClient: QueryClient, history: RouterHistory = createBrowserHistory()) {
  const places = scrollPlaces();
  const router = createRouter({
    routeTree,
    history,
    context: { queryClient },
    defaultPreload: 'intent',
    // The router never skips preloading, because the query cache decides whether data is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    // A placeholder disappears as soon as the screen has loaded. The default minimum, half a second, is longer than most waits.
    defaultPendingMinMs: 0,
    defaultPendingComponent: LoadingPage,
    defaultNotFoundComponent: lazyRouteComponent(
      () => import('#routes/-shell/not-found-page.tsx'),
      'NotFoundPage',
    ),
    defaultErrorComponent: TroublePage,
    scrollRestoration: true,
    getScrollRestorationKey: places.keyOf,
  });
  places.watch(router);
  return router;
}
export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
