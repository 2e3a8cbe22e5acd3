import CloudOff from 'lucide-react/icons/cloud-off';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { PartIsMissing } from '#lib/lazy-part.ts';
import { useTimesBack } from '#lib/live-cut.ts';
import { Button } from './button.tsx';
import { PART_TEXT as TEXT } from './messages.en.ts';

type PartProps = Readonly<{
  /** Shown until the code is loaded. */
  fallback?: ReactNode;
  /** The surrounding content waits as well, at the caller's `Suspense`, so that nothing moves. */
  shared?: boolean;
  /** How the part shows that its code failed to load: as text, as a button with an icon, or not at all. */
  trouble?: 'words' | 'picture' | 'silent';
  /** Made by `lazyPart`. */
  children: ReactNode;
}>;

/** The place of a part with its own code. The rest of the screen works even if that code fails to load. A missing part is tried again when the server is back. */
export function Part({ fallback, shared = false, trouble = 'words', children }: PartProps) {
  const times = useTimesBack();
  return (
    <CatchBoundary getResetKey={() => times} errorComponent={TROUBLES[trouble]}>
      {shared ? children : <Suspense fallback={fallback}>{children}</Suspense>}
    </CatchBoundary>
  );
}

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

/** Any other error belongs to the screen. */
function missing(Text: () => ReactNode) {
  return function Missing({ error }: ErrorComponentProps) {
    if (!(error instanceof PartIsMissing)) throw error;
    return <Text />;
  };
}

const reload = () => {
  window.location.reload();
};
