import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import { countText } from '@posthorn/contracts/integrations/text-count';

/** How long a reply is, as its platform counts it, and how long it may be: `replyMax`, else as a post. The server judges it again. */
export function replyFit(
  text: string,
  { text: limit }: PlatformLimits,
  replyMax = limit.max,
): Readonly<{ used: number; max: number }> {
  return { used: countText(text.trim(), limit.count), max: replyMax };
}
