import type {
  LinkTreeAccount,
  LinkTreePost,
  LinkTreeUser,
} from '@posthorn/contracts/link-tree/public-page.http';
import { shownHashtags } from '@posthorn/contracts/scheduling/post-text';
import type { PublicPage } from './public-page.ts';

// These functions copy field by field, so that a response never contains a new field of a page by accident.

export const userIn = (page: PublicPage): LinkTreeUser => ({
  handle: page.handle,
  displayName: page.displayName,
  firstName: page.firstName,
  lastName: page.lastName,
  isPremium: page.isPremium,
  sentence: page.sentence,
  theme: page.theme,
  bannerImageUrl: page.banner[0]?.mediaUrl ?? null,
  profileImageUrl: page.photo[0]?.mediaUrl ?? null,
});

export const postsIn = ({ posts }: PublicPage): LinkTreePost[] =>
  posts.map(({ postId: id, title, content, hashtags, publishedAt, media, places }) => ({
    id,
    title,
    content,
    hashtags: shownHashtags(hashtags),
    publishedAt,
    media: media.map(({ mediaUrl, mediaType, thumbnailUrl, width, height, altText }) => ({
      mediaUrl,
      mediaType,
      thumbnailUrl,
      width,
      height,
      altText,
    })),
    platforms: [...new Set(places.map(({ platform }) => platform))],
  }));

/** Returns the accounts in the order of the page, then the user's own links in their order. */
export const accountsIn = ({ accounts, links }: PublicPage): LinkTreeAccount[] => [
  ...accounts.map(({ platform, name, address }) => ({ platform, name, address })),
  ...links.map(({ title: name, address }) => ({ platform: null, name, address })),
];
