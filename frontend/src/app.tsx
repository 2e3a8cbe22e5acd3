import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ThemeProvider } from '#lib/theme.tsx';
import { lateToaster } from '#ui/late-toaster.tsx';
import type { AppRouter } from './router.tsx';

const LateToaster = lateToaster(async () => (await import('#ui/toaster.tsx')).Toaster);

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
