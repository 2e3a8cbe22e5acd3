import type { Platform } from '@posthorn/contracts/shared/platform';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';

/** Our own plain drawings on a 24 grid: enough to tell platforms apart, none is a trade mark. */
const drawings: Readonly<Record<Platform, ReactNode>> = {
  facebook: <path d="M15.5 5h-1a3 3 0 0 0-3 3v12M8 12h7" />,
  instagram: (
    <>
      <rect x="4.5" y="4.5" width="15" height="15" rx="4.5" />
      <circle cx="12" cy="12" r="3.5" />
      <path d="M16.2 7.8h.01" />
    </>
  ),
  twitter: <path d="M5.5 5h3l10 14h-3zM18.5 5l-13 14" />,
  tiktok: <path d="M13 4.5V15a3.5 3.5 0 1 1-3.5-3.5M13 4.5c.4 2.7 2.2 4.3 5 4.5" />,
  linkedin: <path d="M6 10v9M6 6h.01M10.5 19v-9M10.5 14a3.7 3.7 0 0 1 7.5 0v5" />,
  youtube: (
    <>
      <rect x="3" y="6" width="18" height="12" rx="3.5" />
      <path d="m10.5 9.5 4 2.5-4 2.5z" fill="currentColor" />
    </>
  ),
  snapchat: (
    <path d="M12 4.5c-2.7 0-4.2 1.9-4.2 4.5v2.5c-.8.5-1.7.5-2.3.3.3 2.2-.5 3.5-2 4.4 1.7.4 1.8 1.5 3.3 1.3 1.7-.2 2.7 1.5 5.2 1.5s3.5-1.7 5.2-1.5c1.5.2 1.6-.9 3.3-1.3-1.5-.9-2.3-2.2-2-4.4-.6.2-1.5.2-2.3-.3V9c0-2.6-1.5-4.5-4.2-4.5z" />
  ),
  pinterest: <path d="M9.5 20l3-12M8 13.5a4.7 4.7 0 1 1 5.2 2.2c-1.4 0-2.2-.7-2.5-1.5" />,
  threads: (
    <path d="M18 8.5C17.2 6 15.2 4.5 12.2 4.5 8 4.5 6 7.5 6 12s2 7.5 6.2 7.5c3.3 0 5.5-1.7 5.5-4.2 0-2.6-2.4-3.8-5.2-3.8-2 0-3.3.9-3.3 2.3 0 1.3 1.1 2.2 2.7 2.2 2 0 3.1-1.3 3.1-3.7 0-2-1-3.3-2.9-3.3-1.1 0-2 .4-2.5 1.2" />
  ),
  bluesky: (
    <path d="M12 11c-1-2.1-3.6-5.2-6-5.9-1.9-.6-2 .8-2 2 0 1.3.5 4.6 1 5.3.9 1.3 2.6 1.5 4.5 1.2-2.6.5-3.6 2-2 3.7 2.3 2.4 4-1.3 4.5-2.8.5 1.5 2.2 5.2 4.5 2.8 1.6-1.7.6-3.2-2-3.7 1.9.3 3.6.1 4.5-1.2.5-.7 1-4 1-5.3 0-1.2-.1-2.6-2-2-2.4.7-5 3.8-6 5.9z" />
  ),
  mastodon: (
    <path d="M15.5 19.5c-3.5.8-8-.1-9.2-2.6C5.3 14.7 5 9.5 5.7 7.5 6.6 5 9 4.5 12 4.5s5.4.5 6.3 3c.7 2 .5 6.5-.5 8-1.3 1.6-5 1.4-8 .8M8.5 13V9.5a1.75 1.75 0 0 1 3.5 0V12m0-2.5a1.75 1.75 0 0 1 3.5 0V13" />
  ),
  substack: <path d="M5 5h14M5 8.5h14M5 12h14v8l-7-4-7 4z" />,
};

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
      {drawings[platform]}
    </svg>
  );
}
