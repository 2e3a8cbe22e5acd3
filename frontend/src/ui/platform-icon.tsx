import type { Platform } from '@posthorn/contracts/shared/platform';
import { PLATFORM_DRAWINGS } from '@posthorn/contracts/shared/platform-drawings';
import { classNames } from '#lib/class-names.ts';

export function PlatformIcon({ platform, className }: { platform: Platform; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className={classNames('by-default:size-5 shrink-0', className)}
    >
      {PLATFORM_DRAWINGS[platform].map(({ d, filled }) => (
        <path key={d} d={d} {...(filled && { fill: 'currentColor' })} />
      ))}
    </svg>
  );
}
