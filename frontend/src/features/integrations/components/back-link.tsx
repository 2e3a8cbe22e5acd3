import { Link } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Button } from '#ui/button.tsx';
import { SETUP_TEXT } from '../messages/accounts.en.ts';

/** A link to the page from which the user came; null: to Settings. */
export function BackLink({ back }: { back: string | null }) {
  const to = back ?? '/settings';
  const isSettings = /^\/settings(?:$|\/)/u.test(to);
  return (
    <Button asChild variant="quiet" className="-ml-3">
      {isSettings ? (
        <Link to={to}>
          <ArrowLeft aria-hidden />
          {SETUP_TEXT.backToSettings}
        </Link>
      ) : (
        <a href={to}>
          <ArrowLeft aria-hidden />
          {SETUP_TEXT.back}
        </a>
      )}
    </Button>
  );
}
