import type { Platform } from '../shared/platform.ts';

type Account = Readonly<{ platform: Platform; accountName: string; displayName: string | null }>;

/** The URL for a user name that fits the pattern. Null if the account name is the display name, because the platform returned no user name. */
const userName =
  (pattern: RegExp, address: (name: string) => string) =>
  ({ accountName, displayName }: Account): string | null =>
    pattern.test(accountName) && accountName !== displayName ? address(accountName) : null;

const byAccountName =
  (address: (name: string) => string) =>
  ({ accountName }: Account): string =>
    address(encodeURIComponent(accountName));

/** URLs of profiles as the platforms write them. On LinkedIn and Substack, the name does not determine the URL. */
const ADDRESSES: Readonly<Record<Platform, (account: Account) => string | null>> = {
  facebook: userName(/^[A-Za-z0-9.]{5,50}$/, (name) => `https://www.facebook.com/${name}`),
  instagram: byAccountName((name) => `https://www.instagram.com/${name}/`),
  twitter: byAccountName((name) => `https://x.com/${name}`),
  tiktok: userName(/^[\w.]{2,24}$/, (name) => `https://www.tiktok.com/@${name}`),
  linkedin: () => null,
  // Without a handle, the stored name is the channel's title or its id.
  youtube: userName(
    /^(?!UC.{22}$)[^/?#\s]{3,30}$/u,
    (name) => `https://www.youtube.com/@${encodeURIComponent(name)}`,
  ),
  snapchat: userName(/^[A-Za-z][\w.-]{2,14}$/, (name) => `https://www.snapchat.com/add/${name}`),
  pinterest: byAccountName((name) => `https://www.pinterest.com/${name}/`),
  threads: byAccountName((name) => `https://www.threads.com/@${name}`),
  bluesky: byAccountName((name) => `https://bsky.app/profile/${name}`),
  mastodon: ({ accountName }) => {
    const [, name, host] = /^([\w.-]+)@([a-z0-9.-]+(?::\d+)?)$/i.exec(accountName) ?? [];
    return name && host ? `https://${host}/@${name}` : null;
  },
  substack: () => null,
};

/** The URL of the account's profile; null if the name does not determine it. */
export const profileAddressOf = (account: Account): string | null => ADDRESSES[account.platform](account);

const byId =
  (pattern: RegExp, address: (id: string) => string) =>
  (remoteId: string): string | null => {
    const [, id] = pattern.exec(remoteId) ?? [];
    return id === undefined ? null : address(id);
  };

/** Pages and channels have a URL with their public id. The id of a person leads to no page. */
const ADDRESSES_BY_ID: Readonly<Partial<Record<Platform, (remoteId: string) => string | null>>> = {
  facebook: byId(/^(\d{5,30})$/, (id) => `https://www.facebook.com/${id}`),
  linkedin: byId(/^urn:li:organization:(\d{1,20})$/, (id) => `https://www.linkedin.com/company/${id}/`),
  youtube: byId(/^(UC[\w-]{22})$/, (id) => `https://www.youtube.com/channel/${id}`),
};

/** The URL of a page or channel by the platform's id; null if the platform has no such URL. */
export const pageAddressById = (platform: Platform, remoteId: string): string | null =>
  ADDRESSES_BY_ID[platform]?.(remoteId) ?? null;
