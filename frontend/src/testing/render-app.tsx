// Imports the toaster eagerly. The app loads it lazily and shows simple messages until then. A spec could press a button of such a
// message, which disappears when the toaster has loaded.
import '#ui/toaster.tsx';
import { createMemoryHistory } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { App } from '../app.tsx';
import { createQueryClient } from '../query-client.ts';
import { createAppRouter, type AppRouter } from '../router.tsx';
import { clearToasts } from '#ui/toast-store.ts';

/** Opens the app at a path, with an empty cache of requests. */
export function renderApp(path: string): AppRouter {
  clearToasts();
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  render(<App queryClient={queryClient} router={router} />);
  return router;
}
