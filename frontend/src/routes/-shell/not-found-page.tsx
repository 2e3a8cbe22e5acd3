import Compass from 'lucide-react/icons/compass';
import { Button } from '#ui/button.tsx';
import { Main } from '#ui/landmark.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';
import { NOT_FOUND_TEXT as TEXT } from './not-found.en.ts';

export function NotFoundPage() {
  return (
    <Main className="mx-auto flex min-h-[70dvh] max-w-md flex-col items-center justify-center px-6 text-center">
      <Compass aria-hidden className="mb-4 size-10 text-muted" />
      <ScreenHeading>{TEXT.title}</ScreenHeading>
      <p className="mt-2 text-muted">{TEXT.hint}</p>
      <Button asChild variant="primary" className="mt-6">
        {/* A full page load instead of the router, because a visitor gets another page at this URL. */}
        <a href="/">{TEXT.home}</a>
      </Button>
    </Main>
  );
}
