import { BRAND } from '@posthorn/contracts/shared/brand';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.tsx';
import './styles.css';

/** So long a first screen is waited for before its placeholder is shown. */
const PATIENCE_MILLISECONDS = 300;

/** Long after the first screen is there, when nothing of it waits for the line. */
const WORKER_MILLISECONDS = 6_000;

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MILLISECONDS));
// The page brought the data of most first screens along: a placeholder painted in between would only hold them up. No `await`
// here: the code of each screen imports this file, and would wait for its end.
void Promise.race([router.load(), patience]).then(() => {
  createRoot(root).render(<App queryClient={queryClient} router={router} />);
});
if (import.meta.env.PROD && BRAND.offlinePage && 'serviceWorker' in navigator)
  setTimeout(() => {
    // Without it everything works but the page for no connection.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  }, WORKER_MILLISECONDS);
