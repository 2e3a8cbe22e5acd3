import Compass from 'lucide-react/icons/compass';
import { Link } from '@tanstack/react-router';
import { Button } from '#ui/button.tsx';
import { Main } from '#ui/landmark.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';

export function NotFoundPage() {
  return (
    <Main className="mx-auto flex min-h-[70dvh] max-w-md flex-col items-center justify-center px-6 text-center">
      <Compass aria-hidden className="mb-4 size-10 text-muted" />
      <ScreenHeading>Page Not Found</ScreenHeading>
      <p className="mt-2 text-muted">
        This address leads nowhere. It may have moved, or the link was cut short.
      </p>
      <Button asChild variant="primary" className="mt-6">
        <Link to="/">Go to your posts</Link>
      </Button>
    </Main>
  );
}
