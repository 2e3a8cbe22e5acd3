import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PlatformView } from '@posthorn/contracts/integrations/platforms.http';
import { postText } from '@posthorn/contracts/scheduling/post-text';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { storedItem, type ComposerMediaItem } from './media-item.ts';
import { itemsFor } from './own-media.ts';
import { draftFile, type TargetFit } from './target-fit.ts';

/** The fields of a `TargetFit` that a preview needs. */
export type PreviewFit = Pick<TargetFit, 'title' | 'text' | 'options' | 'media' | 'fields'> &
  Readonly<{ account: Pick<AccountView, 'id' | 'platform' | 'accountName' | 'displayName' | 'limits'> }>;

export type Preview = Readonly<{ fit: PreviewFit; media: readonly ComposerMediaItem[] }>;

/** The data for the previews of a stored post: the connected accounts, and the rules of platforms. */
type PreviewContext = Readonly<{
  accounts: readonly AccountView[];
  platforms: readonly PlatformView[];
  isPremium: boolean;
  /**
   * The accounts whose published text contains the suffix of the free plan. Null: publishing has not begun,
   * so the current plan decides.
   */
  suffixOn: readonly number[] | null;
}>;

/** Returns a stored post as each of its accounts receives it. Leaves out accounts of unknown platforms. */
export function previewsOf(
  post: PostView,
  { accounts, platforms, isPremium, suffixOn }: PreviewContext,
): readonly Preview[] {
  const items = post.mediaFiles.map(storedItem);
  return post.targets.flatMap((target): Preview[] => {
    const { accountId: id, platform, accountName, options } = target;
    const account = accounts.find((one) => one.id === id);
    const platformView = platforms.find((one) => one.platform === platform);
    const limits = account?.limits ?? platformView?.limits;
    if (!limits) return [];
    const written = { content: target.content ?? post.content, hashtags: post.hashtags };
    const withSuffix = suffixOn?.includes(id) ?? (!isPremium && limits.promotionalTextAllowed);
    const media = itemsFor(items, target);
    const fit = {
      account: { id, platform, accountName, displayName: account?.displayName ?? null, limits },
      title: post.title,
      text: postText(written, withSuffix),
      options,
      media: media.map(draftFile),
      fields: platformView?.options ?? [],
    };
    return [{ fit, media }];
  });
}
