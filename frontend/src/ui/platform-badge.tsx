import type { Platform } from '@posthorn/contracts/shared/platform';
import { classNames } from '#lib/class-names.ts';
import { PlatformIcon } from './platform-icon.tsx';

/** The colours that people know, dark enough for white lines upon them (3:1, WCAG 1.4.11). */
export const PLATFORM_COLOURS: Readonly<Record<Platform, string>> = {
  facebook: '#1877f2',
  instagram: '#d62976',
  twitter: '#0f1419',
  tiktok: '#161823',
  linkedin: '#0a66c2',
  youtube: '#e60023',
  snapchat: '#8a7600',
  pinterest: '#bd081c',
  threads: '#101010',
  bluesky: '#0a7aff',
  mastodon: '#6364ff',
  substack: '#d9480f',
};

/** A small dot in the platform's colour. It stands beside a name, so it is silent. */
export function PlatformBadge({ platform, className }: { platform: Platform; className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'flex size-3.5 shrink-0 items-center justify-center rounded-full text-on-scrim ring-1 ring-surface',
        className,
      )}
      style={{ backgroundColor: PLATFORM_COLOURS[platform] }}
    >
      <PlatformIcon platform={platform} className="size-3/4" />
    </span>
  );
}
