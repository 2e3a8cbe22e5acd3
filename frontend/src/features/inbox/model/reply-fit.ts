import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import { countText } from '@posthorn/contracts/integrations/text-count';

/** Returns the length of a reply as its platform counts, and the limit: `replyMax`, or the limit of a post. The server checks again. */
export function replyFit(
  text: string,
  { text: limit }: PlatformLimits,
  replyMax = limit.max,
): Readonly<{ used: number; max: number }> {
  return { used: countText(text.trim(), limit.count), max: replyMax };
}
