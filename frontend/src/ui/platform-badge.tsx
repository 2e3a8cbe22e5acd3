import type { Platform } from '@posthorn/contracts/shared/platform';
import { classNames } from '#lib/class-names.ts';
import { PLATFORM_COLOURS } from './platform-colours.ts';
import { PlatformIcon } from './platform-icon.tsx';

/** A small disc in the colour of a platform. Hidden from screen readers, because a name is next to it. */
export function PlatformBadge({ platform, className }: { platform: Platform; className?: string }) {
  const { disc, on } = PLATFORM_COLOURS[platform];
  return (
    <span
      aria-hidden
      className={classNames(
        'flex by-default:size-3.5 shrink-0 items-center justify-center rounded-full by-default:ring-1 ring-surface',
        className,
      )}
      style={{ backgroundColor: disc, color: on }}
    >
      <PlatformIcon platform={platform} className="size-3/4" />
    </span>
  );
}
