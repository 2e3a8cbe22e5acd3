import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { ThemeProvider } from '#lib/theme.tsx';
import { subscribeToasts, toasts } from '#ui/toast-store.ts';
import type { AppRouter } from './router.tsx';

const Toaster = lazy(async () => ({ default: (await import('#ui/toaster.tsx')).Toaster }));

export function App({ queryClient, router }: { queryClient: QueryClient; router: AppRouter }) {
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <LateToaster />
      </QueryClientProvider>
    </ThemeProvider>
  );
}

/** Loads the toaster with the first message, because no message appears with the first screen. */
function LateToaster() {
  const items = useSyncExternalStore(subscribeToasts, toasts, toasts);
  return <Suspense>{items.length > 0 && <Toaster />}</Suspense>;
}
