import { entitlementsOf } from '@posthorn/contracts/billing/entitlements';
import { profileAddressOf } from '@posthorn/contracts/integrations/profile-address';
import type { LinkIcon } from '@posthorn/contracts/link-tree/link-page.http';
import type { LinkPageTheme } from '@posthorn/contracts/link-tree/themes';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { PostMedia } from '#modules/scheduling/ports/events.ts';
import type { BannerPicture } from '../../domain/link-page/link-page-events.ts';
import { accountLinkId } from '../../domain/clicks/link-clicks.ts';
import { linkAddressOf, webAddressOf } from '../../domain/link-page/web-address.ts';
import type { PageSource } from './page-rows.ts';
import type { PersonRow } from './person-row.ts';
import { sentOf, type ShownPostRow } from './post-row.ts';

type Plan = Pick<PersonRow, 'premium_causes'> | null;

export const isPremium = (person: Plan): boolean => (person?.premium_causes.length ?? 0) > 0;
/** The number of recent posts on the user's page. */
export const postsShownTo = (person: Plan): number =>
  entitlementsOf({ isPremium: isPremium(person) }).pagePosts;

/**
 * `id`: the id for counting clicks. `profile`: http or https; null where the address of the profile is unknown. `address`: where the link
 * leads: the profile, or else a public post of the account; null where neither is known.
 */
export type ShownAccount = Readonly<{
  id: string;
  platform: Platform;
  name: string;
  profile: string | null;
  address: string | null;
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

/** A page as visitors see it at one moment. */
export type PublicPage = Readonly<{
  handle: string;
  displayName: string;
  firstName: string | null;
  lastName: string | null;
  isPremium: boolean;
  sentence: string;
  theme: LinkPageTheme;
  listed: boolean;
  /** Widest first; empty without a banner, or when the plan includes none. */
  banner: readonly BannerPicture[];
  accounts: readonly ShownAccount[];
  links: readonly ShownLink[];
  posts: readonly PublicPagePost[];
  /** The user has more posts than the plan shows, and another plan would show them. */
  hasMorePosts: boolean;
  /** When a link next appears or disappears; null when none does. */
  nextSwitch: Date | null;
}>;

/** One more than shown, to know whether there are more. */
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
    accounts: accounts.map(
      ({ account_id, platform, account_name: accountName, display_name: displayName }) => {
        const profile = publicAddress(profileAddressOf({ platform, accountName, displayName }));
        const address = profile ?? newestPlaceOf(account_id, posts);
        return { id: accountLinkId(account_id), platform, name: accountName, profile, address };
      },
    ),
    links: page.links
      .filter(({ shown: isOn, from, until }) => isOn && (from ?? '') <= at && (until === null || at < until))
      .flatMap(({ id, title, url, icon }) => {
        // Addresses stored under older rules are checked against the current rules.
        const address = linkAddressOf(url);
        return address === null ? [] : [{ id, title, address, icon }];
      }),
    posts: shown,
    hasMorePosts: !premium && posts.length > shown.length,
    nextSwitch: nextSwitchOf(person, at),
  };
}

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

/** Where a platform has no profile address by name, the link leads to a public post of the account. */
const newestPlaceOf = (accountId: number, posts: readonly ShownPostRow[]): string | null =>
  posts
    .flatMap(({ places }) => places)
    .filter((place) => place.accountId === accountId)
    .map(({ permalink }) => publicAddress(permalink))
    .find((address) => address !== null) ?? null;

const publicAddress = (text: string | null): string | null => (text === null ? null : webAddressOf(text));

function nextSwitchOf({ page }: PersonRow, at: string): Date | null {
  const instants = page.links
    .filter(({ shown }) => shown)
    .flatMap(({ from, until }) => [from, until])
    .filter((instant) => instant !== null && instant > at)
    .sort();
  return instants[0] ? new Date(instants[0]) : null;
}
