import LoaderCircle from 'lucide-react/icons/loader-circle';
import { classNames } from '#lib/class-names.ts';
import { UI_TEXT } from './messages.en.ts';

/** Stands beside words that say what is going on. */
function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={classNames('size-4 animate-spin', className)} />;
}

/** A whole page that is not there yet. */
export function LoadingPage({ message = UI_TEXT.loading }: { message?: string }) {
  return (
    <div role="status" className="flex min-h-[60dvh] items-center justify-center gap-3 text-muted">
      <Spinner className="size-5" />
      {message}
    </div>
  );
}
