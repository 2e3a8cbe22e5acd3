import CloudOff from 'lucide-react/icons/cloud-off';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { PartIsMissing } from '#lib/lazy-part.ts';
import { Button } from './button.tsx';
import { PART_TEXT as TEXT } from './messages.en.ts';

type PartProps = Readonly<{
  /** Until its code is there. */
  fallback?: ReactNode;
  /** What stands around it waits as well, at a `Suspense` of the caller's, so that it does not jump. */
  shared?: boolean;
  /** How the place of a part says that its code did not come: in words, as a button with room for a picture, or not at all. */
  trouble?: 'words' | 'picture' | 'silent';
  /** Made by `lazyPart`. */
  children: ReactNode;
}>;

/** The place of a part that is loaded by itself. The rest of the screen stays as it is when that cannot be loaded. */
export const Part = ({ fallback, shared = false, trouble = 'words', children }: PartProps) => (
  <CatchBoundary getResetKey={always} errorComponent={TROUBLES[trouble]}>
    {shared ? children : <Suspense fallback={fallback}>{children}</Suspense>}
  </CatchBoundary>
);

/** What is missing stays so until the page is loaded again. */
const always = () => 0;

const TROUBLES = {
  words: missing(() => (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1 text-sm text-muted">
      <p className="flex-[1_1_12rem]">{TEXT.missing}</p>
      <Button onClick={reload}>{TEXT.reload}</Button>
    </div>
  )),
  picture: missing(() => (
    <Button
      variant="quiet"
      size="icon"
      aria-label={TEXT.missingReload}
      title={TEXT.missingReload}
      onClick={reload}
    >
      <CloudOff aria-hidden />
    </Button>
  )),
  silent: missing(() => null),
} as const;

/** Any other error is the screen's. */
function missing(Told: () => ReactNode) {
  return function Missing({ error }: ErrorComponentProps) {
    if (!(error instanceof PartIsMissing)) throw error;
    return <Told />;
  };
}

const reload = () => {
  window.location.reload();
};
