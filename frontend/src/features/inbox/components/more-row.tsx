import { useEffect } from 'react';
import { Button } from '#ui/button.tsx';
import { GROUP_TEXT } from '../messages/inbox.en.ts';

type MoreRowProps = Readonly<{
  group: string;
  left: number;
  hasFailed: boolean;
  onMore: (group: string) => void;
}>;

/**
 * Stands for the comments of a group that are not loaded. They load when this row is near the window. After
 * a failure, a button loads them.
 */
export function MoreRow({ group, left, hasFailed, onMore }: MoreRowProps) {
  useEffect(() => {
    // The list renders this row only near the window.
    if (!hasFailed) onMore(group);
  }, [group, hasFailed, onMore]);
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 px-1 text-sm text-muted">
      {hasFailed ? (
        <>
          <p role="alert">{GROUP_TEXT.failed}</p>
          <Button
            data-row
            variant="link"
            size="inline"
            onClick={() => {
              onMore(group);
            }}
          >
            {GROUP_TEXT.again}
          </Button>
        </>
      ) : (
        <p role="status" data-row tabIndex={-1}>
          {GROUP_TEXT.loading}
          <span className="sr-only"> {GROUP_TEXT.more(left)}</span>
        </p>
      )}
    </div>
  );
}
