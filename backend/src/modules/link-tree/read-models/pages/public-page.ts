import { entitlementsOf } from '@posthorn/contracts/billing/entitlements';
import { profileAddressOf } from '@posthorn/contracts/integrations/profile-address';
import type { LinkIcon } from '@posthorn/contracts/link-tree/link-page.http';
import type { LinkPageTheme } from '@posthorn/contracts/link-tree/themes';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { PostMedia } from '#modules/scheduling/ports/events.ts';
import type { PagePicture } from '../../domain/link-page/link-page-events.ts';
import { accountLinkId } from '../../domain/clicks/link-clicks.ts';
import type { LinkPage } from '../../domain/link-page/link-page.ts';
import { accountsInOrder } from '../../domain/link-page/page-order.ts';
import { linkAddressOf, webAddressOf } from '../../domain/link-page/web-address.ts';
import type { ShownAccountRow } from './account-row.ts';
import type { PageSource } from './page-rows.ts';
import type { PersonRow } from './person-row.ts';
import { sentOf, type ShownPostRow } from './post-row.ts';

type Plan = Pick<PersonRow, 'premium_causes'> | null;

export const isPremium = (person: Plan): boolean => (person?.premium_causes.length ?? 0) > 0;
/** Returns the maximum number of posts on the user's page. */
export const postsShownTo = (person: Plan): number =>
  entitlementsOf({ isPremium: isPremium(person) }).pagePosts;

/** `id`: the id under which clicks are counted. `address`: the URL of the profile or page on the platform, never of a single post. */
export type ShownAccount = Readonly<{
  id: string;
  platform: Platform;
  name: string;
  address: string;
  /** The URL of the picture on our server; null: the tile shows only the platform's icon. */
  pictureUrl: string | null;
}>;
export type ShownLink = Readonly<{ id: string; title: string; address: string; icon: LinkIcon }>;
export type PublicPagePost = Readonly<{
  postId: number;
  title: string | null;
  content: string;
  hashtags: string | null;
  publishedAt: string;
  media: readonly PostMedia[];
  places: readonly Readonly<{ platform: Platform; address: string | null }>[];
}>;

/** A page as visitors see it at a certain time. */
export type PublicPage = Readonly<{
  handle: string;
  displayName: string;
  firstName: string | null;
  lastName: string | null;
  isPremium: boolean;
  sentence: string;
  theme: LinkPageTheme;
  listed: boolean;
  /** Widest first; empty without a banner or without Premium. */
  banner: readonly PagePicture[];
  /** Square, widest first; empty: the page shows an avatar with the initials. */
  photo: readonly PagePicture[];
  accounts: readonly ShownAccount[];
  links: readonly ShownLink[];
  posts: readonly PublicPagePost[];
  /** The user has no Premium, and has more posts than the page shows. */
  hasMorePosts: boolean;
  /** When the next link appears or disappears; null if no link will. */
  nextSwitch: Date | null;
}>;

/** Returns one more than the page shows, so that `hasMorePosts` can be determined. */
export const postsToRead = (person: PersonRow): number => postsShownTo(person) + 1;

/** @param handle of the owner. An owner without a handle has no page. */
export function publicPageOf({ person, accounts, posts }: PageSource, handle: string, now: Date): PublicPage {
  const { first_name: firstName, last_name: lastName, page } = person;
  const premium = isPremium(person);
  const shown = posts.slice(0, postsShownTo(person)).map(shownPost);
  const at = now.toISOString();
  return {
    handle,
    displayName: displayNameOf(person, handle),
    firstName,
    lastName,
    isPremium: premium,
    sentence: page.sentence,
    theme: page.theme,
    listed: page.listed,
    banner: premium ? page.banner : [],
    photo: page.photo,
    // A tile needs a URL to lead to.
    accounts: inPageOrder(page, accounts).flatMap((account) => {
      const { account_id: id, platform, account_name: name, picture: pictureUrl } = account;
      const address = addressOf(account);
      return address === null || page.hiddenAccounts.includes(id)
        ? []
        : [{ id: accountLinkId(id), platform, name, address, pictureUrl }];
    }),
    links: page.links
      .filter(({ shown: isOn, from, until }) => isOn && (from ?? '') <= at && (until === null || at < until))
      .flatMap(({ id, title, url, icon }) => {
        // The URL may have been stored under older rules.
        const address = linkAddressOf(url);
        return address === null ? [] : [{ id, title, address, icon }];
      }),
    posts: shown,
    hasMorePosts: !premium && posts.length > shown.length,
    nextSwitch: nextSwitchOf(person, at),
  };
}

/** Returns the accounts in the order that their owner has chosen. */
export const inPageOrder = (
  { accountOrder }: Pick<LinkPage, 'accountOrder'>,
  accounts: readonly ShownAccountRow[],
): readonly ShownAccountRow[] => {
  const known = new Map(accounts.map((account) => [account.account_id, account]));
  return accountsInOrder(accountOrder, [...known.keys()]).flatMap((id) => known.get(id) ?? []);
};

/** Returns the URL of the account's profile or page on its platform, or null if it is unknown. */
export const addressOf = (account: ShownAccountRow): string | null => {
  const { platform, account_name: accountName, display_name: displayName, address_by_id: byId } = account;
  return publicAddress(profileAddressOf({ platform, accountName, displayName }) ?? byId);
};

function displayNameOf(
  { first_name, last_name }: Pick<PersonRow, 'first_name' | 'last_name'>,
  handle: string,
): string {
  if (!first_name) return `@${handle}`;
  return last_name ? `${first_name} ${last_name}` : first_name;
}

const shownPost = (row: ShownPostRow): PublicPagePost => ({
  postId: row.post_id,
  title: row.title,
  hashtags: row.hashtags,
  ...sentOf(row),
  publishedAt: row.published_at ?? '',
  places: row.places.map(({ platform, permalink }) => ({ platform, address: publicAddress(permalink) })),
});

const publicAddress = (text: string | null): string | null => (text === null ? null : webAddressOf(text));

function nextSwitchOf({ page }: PersonRow, at: string): Date | null {
  const instants = page.links
    .filter(({ shown }) => shown)
    .flatMap(({ from, until }) => [from, until])
    .filter((instant) => instant !== null && instant > at)
    .sort();
  return instants[0] ? new Date(instants[0]) : null;
}
