import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PlatformView } from '@posthorn/contracts/integrations/platforms.http';
import { postText } from '@posthorn/contracts/scheduling/post-text';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { storedItem, type ComposerMediaItem } from './media-item.ts';
import { itemsFor } from './own-media.ts';
import { draftFile, type TargetFit } from './target-fit.ts';

/** The part of an account's fit that its preview needs. */
export type PreviewFit = Pick<TargetFit, 'title' | 'text' | 'options' | 'media' | 'fields'> &
  Readonly<{ account: Pick<AccountView, 'id' | 'platform' | 'accountName' | 'displayName' | 'limits'> }>;

export type Preview = Readonly<{ fit: PreviewFit; media: readonly ComposerMediaItem[] }>;

/** The context of a stored post: the accounts as connected now, and the rules of platforms. */
type Around = Readonly<{
  accounts: readonly AccountView[];
  platforms: readonly PlatformView[];
  isPremium: boolean;
  /** Accounts whose text was frozen with the suffix of the free plan. Null before publishing has begun: the current plan decides. */
  suffixOn: readonly number[] | null;
}>;

/** A stored post as each of its accounts receives it. An account with an unknown platform is left out. */
export function previewsOf(
  post: PostView,
  { accounts, platforms, isPremium, suffixOn }: Around,
): readonly Preview[] {
  const items = post.mediaFiles.map(storedItem);
  return post.targets.flatMap((target): Preview[] => {
    const { accountId: id, platform, accountName, options } = target;
    const account = accounts.find((one) => one.id === id);
    const known = platforms.find((one) => one.platform === platform);
    const limits = account?.limits ?? known?.limits;
    if (!limits) return [];
    const said = { content: target.content ?? post.content, hashtags: post.hashtags };
    const withSuffix = suffixOn?.includes(id) ?? (!isPremium && limits.promotionalTextAllowed);
    const media = itemsFor(items, target);
    const fit = {
      account: { id, platform, accountName, displayName: account?.displayName ?? null, limits },
      title: post.title,
      text: postText(said, withSuffix),
      options,
      media: media.map(draftFile),
      fields: known?.options ?? [],
    };
    return [{ fit, media }];
  });
}
