import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import { postText } from '@posthorn/contracts/scheduling/post-text';
import type { Draft, TargetContent } from './post-events.ts';

/** What one account of a post gets: its own text if it has one, else that of the post; the hashtags are for all. */
export function contentFor(
  { content, hashtags, perTarget }: Draft,
  accountId: number,
  withSuffix: boolean,
): Readonly<{ text: string; options: PublishOptions }> {
  const own = perTarget.find((each) => each.accountId === accountId);
  return {
    text: postText({ content: own?.content ?? content, hashtags }, withSuffix),
    options: own?.options ?? {},
  };
}

/** Only what differs is kept, in the order of the accounts, so that equal drafts are equal events. */
export function tidyTargetContent(perTarget: readonly TargetContent[]): TargetContent[] {
  return perTarget
    .filter(({ content, options }) => content !== null || Object.keys(options).length > 0)
    .map(({ accountId, content, options }) => ({
      accountId,
      content,
      options: Object.fromEntries(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))),
    }))
    .sort((a, b) => a.accountId - b.accountId);
}
