import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import PenLine from 'lucide-react/icons/pen-line';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { isFull } from '../../model/post-filter.ts';
import { classNames } from '#lib/class-names.ts';
import { Button } from '#ui/button.tsx';
import { UpgradeLink } from '#ui/upgrade-link.tsx';
import { CREATE_TEXT } from '../../messages/posts.en.ts';

type CreateCardProps = Readonly<{
  scheduled: number;
  /** The maximum number of scheduled posts; null: no limit. */
  max: number | null;
  onCreate: () => void;
  /** The pointer or the focus has reached the button. */
  onNear: () => void;
  /** The button that continues the last draft. */
  continues: ReactNode;
}>;

/** The button for a new post. A floating button replaces it after scrolling. At the limit of the plan, the card explains the limit. */
export function CreateCard({ scheduled, max, onCreate, onNear, continues }: CreateCardProps) {
  const full = isFull(scheduled, max);
  const isUnlimited = max === null;
  const row = useRef<HTMLElement>(null);
  const isAbove = useIsAbove(row);
  const start = { onClick: onCreate, onPointerEnter: onNear, onFocus: onNear };
  return (
    <>
      <section
        ref={row}
        aria-labelledby="create-title"
        className={classNames(
          'group flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 rounded-2xl border bg-surface py-1 pr-1.5 pl-3 sm:pl-4 shadow-card',
          isUnlimited && 'max-sm:has-data-continue:pl-1.5',
        )}
      >
        <div
          className={classNames(
            'min-w-0 flex-1 basis-32 leading-tight max-sm:group-has-data-continue:basis-16',
            // Contains only the heading for screen readers.
            isUnlimited && 'max-sm:group-has-data-continue:absolute',
          )}
        >
          <h2
            id="create-title"
            className={classNames(
              'text-sm font-semibold max-sm:group-has-data-continue:sr-only',
              full && 'max-sm:sr-only',
            )}
          >
            {CREATE_TEXT.title}
          </h2>
          <p
            id="create-note"
            className={classNames(
              'text-xs text-muted',
              // On a phone, the note does not fit next to two buttons, and "unlimited" is not important.
              isUnlimited && 'max-sm:group-has-data-continue:hidden',
            )}
          >
            {full ? <UpgradeLink>{POST_TEXT.limitReached}</UpgradeLink> : note(scheduled, max)}
          </p>
        </div>
        <div
          className={classNames(
            'flex max-w-full flex-wrap gap-2 max-sm:*:grow max-sm:has-data-continue:*:px-2.5',
            isUnlimited && 'max-sm:has-data-continue:grow',
          )}
        >
          {continues}
          <Button variant="primary" disabled={full} aria-describedby="create-note" {...start}>
            <PenLine aria-hidden className="max-sm:hidden" />
            {full ? CREATE_TEXT.full : CREATE_TEXT.start}
          </Button>
        </div>
      </section>
      {isAbove && !full && (
        <Button
          variant="primary"
          aria-label={CREATE_TEXT.short}
          title={CREATE_TEXT.short}
          className="fixed right-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-20 size-14 rounded-full px-0 shadow-float md:right-8 md:bottom-8"
          {...start}
        >
          <PenLine aria-hidden />
        </Button>
      )}
    </>
  );
}

const note = (scheduled: number, max: number | null): string =>
  max === null ? CREATE_TEXT.unlimited : CREATE_TEXT.left(max - scheduled, max);

/** Whether the user has scrolled past the element. */
function useIsAbove(element: RefObject<HTMLElement | null>): boolean {
  const [isAbove, setAbove] = useState(false);
  useEffect(() => {
    if (!element.current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver((entries) => {
      const last = entries.at(-1);
      if (last) setAbove(!last.isIntersecting && last.boundingClientRect.top < 0);
    });
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return isAbove;
}
