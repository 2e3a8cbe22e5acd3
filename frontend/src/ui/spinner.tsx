import LoaderCircle from 'lucide-react/icons/loader-circle';
import { UI_TEXT } from './messages.en.ts';

/** A placeholder for a page that is loading. */
export function LoadingPage({ message = UI_TEXT.loading }: { message?: string }) {
  return (
    <div role="status" className="flex min-h-[60dvh] items-center justify-center gap-3 text-muted">
      <LoaderCircle aria-hidden className="size-5 animate-spin" />
      {message}
    </div>
  );
}
