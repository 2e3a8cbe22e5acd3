import { Link } from '@tanstack/react-router';
import Mail from 'lucide-react/icons/mail';
import SearchX from 'lucide-react/icons/search-x';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { NO_COMMENTS_TEXT as TEXT } from '../messages/later.en.ts';

type NoCommentsProps = Readonly<{
  isFiltered: boolean;
  /** The number of connected accounts; null: unknown. */
  accounts: number | null;
  /** Posthorn can read the comments of at least one account. */
  canRead: boolean;
  onClear: () => void;
}>;

/** Explains why the list is empty, and links to the next step. */
export function NoComments({ isFiltered, accounts, canRead, onClear }: NoCommentsProps) {
  if (isFiltered)
    return (
      <EmptyState icon={SearchX} title={TEXT.title} actions={<Button onClick={onClear}>{TEXT.clear}</Button>}>
        {TEXT.filtered}
      </EmptyState>
    );
  const needsAccount = accounts === 0 || (accounts !== null && !canRead);
  return (
    <EmptyState
      icon={Mail}
      title={TEXT.title}
      actions={
        needsAccount && (
          <Button asChild variant="primary">
            <Link to="/settings">{TEXT.connect}</Link>
          </Button>
        )
      }
    >
      {accounts === 0 ? TEXT.noAccount : needsAccount ? TEXT.unreadable : TEXT.waiting}
    </EmptyState>
  );
}
