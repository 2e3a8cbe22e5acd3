import { BRAND } from '@posthorn/contracts/shared/brand';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.tsx';
import './styles.css';

/** The time for which the app waits for the first screen before it shows a placeholder. */
const FIRST_SCREEN_MILLISECONDS = 300;

/** The delay before the service worker registers, so that it does not compete with the first screen for the network. */
const WORKER_MILLISECONDS = 6_000;

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
const timeout = new Promise((resolve) => setTimeout(resolve, FIRST_SCREEN_MILLISECONDS));
// The page contains the data of most first screens, so a placeholder would only delay them. There is no `await`, because the code of each
// screen imports this file and would wait until its end.
void Promise.race([router.load(), timeout]).then(() => {
  createRoot(root).render(<App queryClient={queryClient} router={router} />);
});
if (import.meta.env.PROD && BRAND.offlinePage && 'serviceWorker' in navigator)
  setTimeout(() => {
    // Ignores a failure, because only the offline page is missing without the worker.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  }, WORKER_MILLISECONDS);
