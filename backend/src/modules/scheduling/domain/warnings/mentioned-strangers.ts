import { TOP_LEVEL_DOMAINS } from '@posthorn/contracts/integrations/top-level-domains';
import { withoutAddresses } from '@posthorn/contracts/integrations/web-addresses';
import type { Platform } from '@posthorn/contracts/shared/platform';

/** The names that a platform mentions. It reads only this part of the name of an account elsewhere. */
const NAMES: Readonly<Partial<Record<Platform, RegExp>>> = {
  twitter: /^@\w{1,15}/u,
  threads: /^@[\w.]+/u,
  instagram: /^@[\w.]+/u,
  tiktok: /^@[\w.]+/u,
};
/** `@ana@mastodon.social` of the Fediverse, or `@ana.bsky.social` of Bluesky. */
const NAME_ELSEWHERE = /(?<![\w@./-])@\w[\w.-]*(?:@[\w-]+(?:\.[\w-]+)+)?/gu;

/** `written`: the name of an account elsewhere in the text. `mentioned`: the name that the platform mentions instead. */
export type StrangerMention = Readonly<{ written: string; mentioned: string }>;

/** The first name in the text with which the platform mentions, and notifies, a different account. Null: there is none. */
export function mentionOfStranger(text: string, platform: Platform): StrangerMention | null {
  const name = NAMES[platform];
  if (!name) return null;
  for (const [found] of withoutAddresses(text, () => ' ').matchAll(NAME_ELSEWHERE)) {
    const written = found.replace(/[.-]+$/u, '');
    const mentioned = name.exec(written)?.[0].replace(/\.+$/u, '') ?? written;
    const ending = written.slice(written.lastIndexOf('.') + 1).toLowerCase();
    if (mentioned !== written && written.includes('.') && TOP_LEVEL_DOMAINS.has(ending))
      return { written, mentioned };
  }
  return null;
}
