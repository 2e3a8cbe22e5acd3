import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.tsx';
import './styles.css';

/** So long a first screen is waited for before its placeholder is shown. */
const PATIENCE_MILLISECONDS = 300;

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
