import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ThemeProvider } from '#lib/theme.tsx';
import type { AppRouter } from './router.tsx';

// Nothing is said before something was done: the first paint need not wait for it.
const Toaster = lazy(async () => ({ default: (await import('#ui/toaster.tsx')).Toaster }));

export function App({ queryClient, router }: { queryClient: QueryClient; router: AppRouter }) {
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Suspense>
          <Toaster />
        </Suspense>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
