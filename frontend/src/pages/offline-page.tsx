import CloudOff from 'lucide-react/icons/cloud-off';
import { Button } from '#ui/button.tsx';
import { OFFLINE_TEXT as TEXT } from './messages.en.ts';

/** The page for a missing connection. It appears at the URL that failed, so its empty link retries this URL. */
export const OfflinePage = () => (
  <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center px-side py-8 text-center">
    <CloudOff aria-hidden className="mb-4 size-10 text-muted" />
    <h1 className="text-2xl font-semibold tracking-tight">{TEXT.title}</h1>
    <p className="mt-2 text-muted">{TEXT.reason}</p>
    <p className="mt-2 text-muted">{TEXT.kept}</p>
    <Button asChild variant="primary" className="mt-6">
      <a href="">{TEXT.again}</a>
    </Button>
  </main>
);
