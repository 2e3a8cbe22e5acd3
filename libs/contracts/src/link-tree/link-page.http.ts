import type { Call } from '../shared/call.ts';
import { BRAND } from '../shared/brand.ts';
import type { Platform } from '../shared/platform.ts';
import type { LinkPageTheme } from './themes.ts';

/** Icons of the owner's links. `substack` is the twelfth platform: it has no API for publishing, so it is a link. */
export const LINK_ICONS = [
  'link',
  'substack',
  'website',
  'shop',
  'newsletter',
  'music',
  'video',
  'podcast',
  'event',
  'book',
  'support',
  'code',
] as const;
export type LinkIcon = (typeof LINK_ICONS)[number];

export const LINK_PAGE = {
  linksMax: 50,
  titleMax: 60,
  urlMax: 2048,
  /** The sentence about the owner under the name. */
  sentenceMax: 160,
  /** Number of newest posts in the list in which the owner hides and shows posts. */
  postsListed: 30,
  /** Days (UTC) for which clicks are shown, including today. */
  clicksDays: 30,
  /** The stored size; larger pictures are scaled down. `MEDIA.fileBytesMax` limits the upload itself. */
  banner: { width: 1200, height: 400, widthMax: 2400, heightMax: 800, accept: '.jpeg,.jpg,.jfif,.png,.webp' },
} as const;

export const LINK_PAGE_TEXT = {
  titleRequired: 'Title is required',
  titleMax: `Title must be under ${String(LINK_PAGE.titleMax)} characters`,
  urlRequired: 'Address is required',
  addressNotAllowed: 'This is not a web address. It should look like https://example.com, without spaces.',
  iconUnknown: 'Please choose one of the icons.',
  instantNotValid: 'Please enter a date and time.',
  untilBeforeFrom: 'The end must be after the start.',
  linksMax: `You can have up to ${String(LINK_PAGE.linksMax)} links. Remove one to add another.`,
  linkNotFound: 'This link does not exist.',
  orderNotComplete: 'Your links have changed in the meantime. Please reload the page.',
  sentenceMax: `Maximum ${String(LINK_PAGE.sentenceMax)} characters`,
  themeUnknown: 'Please choose one of the themes.',
  postNotFound: 'This post is not on your page.',
  accountNotFound: 'This account is not connected.',
  bannerNeedsPremium: 'Custom banner is available with Premium plan.',
  bannerRequired: 'Please select an image.',
  bannerNotSupported: 'Please select a JPG, PNG or WebP image.',
  bannerHint: 'JPG, PNG up to 50MB. Recommended size: 1200x400px',
  bannerUpdated: 'Banner updated!',
  bannerFailedTitle: 'Upload Failed',
  bannerFailed: 'Failed to upload banner',
} as const;

/**
 * Clicks and visitors of one link in the last `clicksDays` days. Some browsers do not report clicks. A visitor counts once a day. A
 * visitor seen by two servers, or before and after a restart, counts twice.
 */
export type ClicksView = Readonly<{ clicks: number; visitors: number }>;

export type OwnLinkView = Readonly<{
  id: string;
  title: string;
  url: string;
  icon: LinkIcon;
  /** UTC instants between which the link is on the page; null: without a beginning or an end. */
  from: string | null;
  until: string | null;
  /** The owner's switch. A link is on the page when the switch is on and the time is between `from` and `until`. */
  shown: boolean;
  seen: ClicksView;
}>;

/** An active account: it is on the page automatically, below the owner's links. */
export type PageAccountView = Readonly<{
  accountId: number;
  platform: Platform;
  name: string;
  /** The owner's switch. */
  shown: boolean;
  /** False: the URL of the account's profile is not known, so the account is not on the page. */
  hasAddress: boolean;
  seen: ClicksView;
}>;

/** A published post in the owner's list of what the page may show. */
export type PageablePostView = Readonly<{
  postId: number;
  /** The title, else the beginning of the text. */
  label: string;
  /** UTC instant of the first publication. */
  publishedAt: string;
  thumbnailUrl: string | null;
  hidden: boolean;
}>;

export type LinkPageView = Readonly<{
  /** The absolute URL of the page; null until the user has a handle. */
  address: string | null;
  sentence: string;
  /** False: search engines are asked not to list the page. */
  listed: boolean;
  theme: LinkPageTheme;
  /** The last uploaded banner, even when visitors do not see it. */
  bannerImageUrl: string | null;
  /** Whether visitors see the banner: Premium. */
  bannerShown: boolean;
  /** Number of posts that the owner's plan shows. */
  postsShown: number;
  /** In the order of the page. */
  accounts: readonly PageAccountView[];
  /** In the order of the page. */
  links: readonly OwnLinkView[];
  /** Newest first, `postsListed` at most. */
  posts: readonly PageablePostView[];
}>;

export type LinkPageChange = Partial<Pick<LinkPageView, 'sentence' | 'listed' | 'theme'>>;

export type AddLinkRequest = Readonly<{
  title: string;
  url: string;
  icon?: LinkIcon;
  from?: string | null;
  until?: string | null;
}>;
/** Absent fields stay unchanged. `after`: the id of the link before this link; null: this link is first. All other links keep their order. */
export type ChangeLinkRequest = Partial<AddLinkRequest> &
  Readonly<{ shown?: boolean; after?: string | null }>;

/** Absent fields stay unchanged. `after`: the id of the account before this account; null: this account is first. All others keep their order. */
export type ChangePageAccountRequest = Readonly<{ shown?: boolean; after?: number | null }>;

export const getLinkPage: Call<void, LinkPageView> = { method: 'GET', path: '/api/link-page' };
/** 204, like all calls of this file that return nothing. The next `getLinkPage` contains the change. */
export const changeLinkPage: Call<LinkPageChange, void> = { method: 'PUT', path: '/api/link-page' };

/** 422 `link-tree.address-not-allowed`, 409 `link-tree.too-many-links`. New links are last and shown. */
export const addLink: Call<AddLinkRequest, Readonly<{ id: string }>> = {
  method: 'POST',
  path: '/api/link-page/links',
};
/** 404 `link-tree.link-not-found`; 409 `link-tree.order-not-complete` when the link in `after` is gone. */
export const changeLink: Call<ChangeLinkRequest, void> = {
  method: 'PATCH',
  path: '/api/link-page/links/:id',
};
/** 204 even for a link that is already deleted. */
export const removeLink: Call<void, void> = { method: 'DELETE', path: '/api/link-page/links/:id' };
/** `linkIds` must contain each link exactly once, else 409 `link-tree.order-not-complete`. */
export const orderLinks: Call<Readonly<{ linkIds: readonly string[] }>, void> = {
  method: 'PUT',
  path: '/api/link-page/links/order',
};
/** 404 `link-tree.account-not-found`; 409 `link-tree.order-not-complete` when the account in `after` is gone. */
export const changePageAccount: Call<ChangePageAccountRequest, void> = {
  method: 'PATCH',
  path: '/api/link-page/accounts/:accountId',
};
/** Removes a post from the page, or puts it back; 404 `link-tree.post-not-found`. */
export const showPostOnPage: Call<Readonly<{ shown: boolean }>, void> = {
  method: 'PUT',
  path: '/api/link-page/posts/:postId',
};

/** Browsers send this call (`ping`) when a visitor follows a link. 204 in any case. */
export const linkSeen: Call<void, void> = { method: 'POST', path: '/u/:handle/seen/:linkId' };

export type BannerReply = Readonly<{ bannerImageUrl: string | null }>;
/** multipart/form-data, field `banner`. 403 `link-tree.banner-needs-premium`, 413, 415. */
export const uploadBanner: Call<MultipartBody, BannerReply> = {
  method: 'POST',
  path: '/api/users/:userId/banner',
};
export const removeBanner: Call<void, BannerReply> = {
  method: 'DELETE',
  path: '/api/users/:userId/banner',
};

/** Texts of the public page and of the page for an unknown handle. */
export const PUBLIC_PAGE_TEXT = {
  createYourOwn: 'Create Your Own',
  followMeOn: 'Follow Me On',
  recentPosts: 'Recent Posts',
  upgrade: 'Upgrade to Premium to show up to 10 recent posts and add a custom banner.',
  upgradeAction: 'Upgrade',
  poweredBy: `Powered by ${BRAND.name}`,
  notFoundTitle: 'Profile Not Found',
  notFound: "The handle doesn't exist or is not public.",
  nothingYet: 'Nothing here yet.',
  describes: (name: string) => `Links and recent posts of ${name}.`,
  postOn: (platform: string) => `This post on ${platform}`,
} as const;

/** Stands for the browser's FormData, a type that contracts cannot use. */
type MultipartBody = unknown;
