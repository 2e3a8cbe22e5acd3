import { BRAND } from '@posthorn/contracts/shared/brand';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.tsx';
import './styles.css';

/** How long the app waits for the first screen before it shows a placeholder. */
const PATIENCE_MILLISECONDS = 300;

/** Long after the first screen, when it no longer competes for the network. */
const WORKER_MILLISECONDS = 6_000;

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MILLISECONDS));
// The page contains the data of most first screens, and a placeholder in between would only delay them. There is no `await` here, because the code
// of each screen imports this file and would wait for its end.
void Promise.race([router.load(), patience]).then(() => {
  createRoot(root).render(<App queryClient={queryClient} router={router} />);
});
if (import.meta.env.PROD && BRAND.offlinePage && 'serviceWorker' in navigator)
  setTimeout(() => {
    // Without the worker only the offline page is missing.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  }, WORKER_MILLISECONDS);
