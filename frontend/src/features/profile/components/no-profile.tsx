import { Link } from '@tanstack/react-router';
import SearchX from 'lucide-react/icons/search-x';
import { Button } from '#ui/button.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';
import { PROFILE_SCREEN_TEXT as TEXT } from '../messages.en.ts';

export function NoProfile({ username }: { username: string }) {
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-md flex-col items-center justify-center text-center">
      <SearchX aria-hidden className="mb-4 size-10 text-muted" />
      <ScreenHeading>{TEXT.notFound}</ScreenHeading>
      <p className="mt-2 wrap-anywhere text-muted">{TEXT.notFoundHint(username)}</p>
      <Button asChild variant="primary" className="mt-6">
        <Link to="/posts">{TEXT.toPosts}</Link>
      </Button>
    </div>
  );
}
