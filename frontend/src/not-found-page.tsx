import Compass from 'lucide-react/icons/compass';
import { Link } from '@tanstack/react-router';
import { Button } from '#ui/button.tsx';

export function NotFoundPage() {
  return (
    <div className="mx-auto flex min-h-[70dvh] max-w-md flex-col items-center justify-center px-6 text-center">
      <Compass aria-hidden className="mb-4 size-10 text-muted" />
      <h1 className="text-2xl font-semibold">Page Not Found</h1>
      <p className="mt-2 text-muted">
        This address leads nowhere. It may have moved, or the link was cut short.
      </p>
      <Button asChild variant="primary" className="mt-6">
        <Link to="/">Go to your posts</Link>
      </Button>
    </div>
  );
}
