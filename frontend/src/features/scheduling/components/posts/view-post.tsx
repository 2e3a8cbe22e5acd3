import type { Platform } from '@posthorn/contracts/shared/platform';
import ExternalLink from 'lucide-react/icons/external-link';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { CARD_TEXT } from '../../messages/posts.en.ts';

/** A link to a published post on its platform. */
export function ViewPost({ href, platform }: { href: string; platform: Platform }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 shrink-0 items-center gap-1.5 text-sm font-medium text-primary underline-offset-4 hover:underline"
    >
      {CARD_TEXT.view}
      <ExternalLink aria-hidden className="size-4" />
      <span className="sr-only">{CARD_TEXT.viewOn(PLATFORM_NAMES[platform])}</span>
    </a>
  );
}
