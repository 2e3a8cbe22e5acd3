import { useQuery } from '@tanstack/react-query';
import { newCommentsQuery } from '../api/comments.ts';
import { INBOX_NEW } from '../messages/waiting.en.ts';

const SHOWN_MAX = 99;

/** The number of new comments, shown at the menu entry. Shows nothing until the number is known. */
export function InboxBadge() {
  const count = useNewComments();
  if (count <= 0) return null;
  return (
    <span
      aria-hidden
      className="absolute -top-1.5 left-3 min-w-4.5 rounded-full border-2 border-surface bg-primary px-1 text-center text-[0.625rem]/[0.875rem] font-semibold whitespace-nowrap text-on-primary tabular-nums md:top-1/2 md:right-3 md:left-auto md:-translate-y-1/2 md:border-0 md:px-1.5 md:text-xs"
    >
      {count > SHOWN_MAX ? `${String(SHOWN_MAX)}+` : count}
    </span>
  );
}

/** The number of new comments as text, in the accessible name of the menu entry. */
export function InboxNewCount() {
  const count = useNewComments();
  return count > 0 && <span className="sr-only">{INBOX_NEW(count)}</span>;
}

const useNewComments = (): number => useQuery(newCommentsQuery).data?.counts.new ?? 0;
