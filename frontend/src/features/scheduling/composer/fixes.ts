import { postText } from '@posthorn/contracts/scheduling/post-text';
import { textFit } from '@posthorn/contracts/integrations/text-count';
import type { TargetFit } from './target-fit.ts';
import { shortened } from './shorten.ts';

type Written = Readonly<{ content: string; hashtags: string }>;

/** A text of its own that the account takes, with what is added to it; null where shortening helps nothing. */
export function shortenedFor(
  { account: { limits } }: Pick<TargetFit, 'account'>,
  { content, hashtags }: Written,
  freePlan: boolean,
): string | null {
  const suffixed = freePlan && limits.promotionalTextAllowed;
  return shortened(content, (shorter) => {
    const { over } = textFit(postText({ content: shorter, hashtags }, suffixed), limits);
    return !over;
  });
}
