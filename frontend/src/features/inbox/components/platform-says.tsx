import type { Platform } from '@posthorn/contracts/shared/platform';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { COMMENT_TEXT } from '../messages/inbox.en.ts';

/** The original message of the platform, marked as a quotation. */
export function PlatformSays({ platform, words }: { platform: Platform; words: string | null | undefined }) {
  if (!words) return null;
  return (
    <p className="mt-0.5 text-sm text-muted">
      {COMMENT_TEXT.says(PLATFORM_NAMES[platform])} <q className="text-ink">{words}</q>
    </p>
  );
}
