import { createMemoryHistory } from '@tanstack/react-router';
import { jest } from '@jest/globals';
import { configure, render } from '@testing-library/react';
import { App } from '../app.tsx';
import { createQueryClient } from '../query-client.ts';
import { createAppRouter, type AppRouter } from '../router.tsx';
import { clearToasts } from '#ui/toast-store.ts';

// Screens are fetched when they are wanted, and the first one in a file on a busy machine takes its time.
configure({ asyncUtilTimeout: 15_000 });
jest.setTimeout(60_000);

/** Opens the app at a path, as a browser with nothing stored would. */
export function renderApp(path: string): AppRouter {
  clearToasts();
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  render(<App queryClient={queryClient} router={router} />);
  return router;
}
