import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import { countText } from '@posthorn/contracts/integrations/text-count';

/** A reply's length as its platform counts it, and the limit: `replyMax`, or that of a post. The server checks it again. */
export function replyFit(
  text: string,
  { text: limit }: PlatformLimits,
  replyMax = limit.max,
): Readonly<{ used: number; max: number }> {
  return { used: countText(text.trim(), limit.count), max: replyMax };
}
