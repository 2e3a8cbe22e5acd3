// Loaded ahead. On a busy machine, plain messages would otherwise replace the toaster for a moment, and a spec could press their buttons.
import '#ui/toaster.tsx';
import { createMemoryHistory } from '@tanstack/react-router';
import { jest } from '@jest/globals';
import { render } from '@testing-library/react';
import { App } from '../app.tsx';
import { createQueryClient } from '../query-client.ts';
import { createAppRouter, type AppRouter } from '../router.tsx';
import { clearToasts } from '#ui/toast-store.ts';

// The first screen in a spec file is slow on a busy machine.
jest.setTimeout(60_000);

/** Opens the app at a path, with an empty cache of requests. */
export function renderApp(path: string): AppRouter {
  clearToasts();
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  render(<App queryClient={queryClient} router={router} />);
  return router;
}
