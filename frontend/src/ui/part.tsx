import CloudOff from 'lucide-react/icons/cloud-off';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { PartIsMissing } from '#lib/lazy-part.ts';
import { useReconnectCount } from '#lib/live-cut.ts';
import { Button } from './button.tsx';
import { PART_TEXT as TEXT } from './messages.en.ts';

type PartProps = Readonly<{
  /** The placeholder until the code has loaded. */
  fallback?: ReactNode;
  /** True: the `Suspense` of the caller waits for the code, so that the surrounding content appears together with the part. */
  shared?: boolean;
  /** How a part shows that its code failed to load: as a text, as a button with an icon, or not at all. */
  trouble?: 'words' | 'picture' | 'silent';
  /** A component from `lazyPart`. */
  children: ReactNode;
}>;

/**
 * Wraps a part of a screen whose code loads separately. The rest of the screen works even if this code fails to load. Retries a failed
 * part when the server is reachable again.
 */
export function Part({ fallback, shared = false, trouble = 'words', children }: PartProps) {
  const times = useReconnectCount();
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

/** Returns an error component for missing code. Rethrows other errors, which the screen handles. */
function missing(Text: () => ReactNode) {
  return function Missing({ error }: ErrorComponentProps) {
    if (!(error instanceof PartIsMissing)) throw error;
    return <Text />;
  };
}

const reload = () => {
  window.location.reload();
};
