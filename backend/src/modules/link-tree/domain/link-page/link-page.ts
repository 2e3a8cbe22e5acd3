import { LINK_PAGE } from '@posthorn/contracts/link-tree/link-page.http';
import { assertNever, isSameJson, type Stream } from '@posthorn/event-sourcing';
import {
  linkPageEvent,
  linkPageShapes,
  type LinkContent,
  type LinkPageEvent,
  type PagePicture,
  type PageSettings,
} from './link-page-events.ts';
import { accountsInOrder, placedAfter } from './page-order.ts';
import {
  LinkAddressNotAllowed,
  LinkNotFound,
  OrderNotComplete,
  TooManyLinks,
  UntilBeforeFrom,
} from './link-page-errors.ts';
import { linkAddressOf } from './web-address.ts';

type OwnLink = LinkContent & Readonly<{ id: string; shown: boolean }>;
export type LinkPage = PageSettings &
  Readonly<{
    /** All links, in the order of the page. */
    links: readonly OwnLink[];
    /** The sizes of the banner, the widest first; empty: no banner. */
    banner: readonly PagePicture[];
    /** The sizes of the photo, the widest first; empty: no photo. */
    photo: readonly PagePicture[];
    hiddenPosts: readonly number[];
    hiddenAccounts: readonly number[];
    /** The accounts whose order the owner has chosen. All other accounts come after these. */
    accountOrder: readonly number[];
  }>;

export const linkPageStream: Stream<LinkPage, LinkPageEvent> = {
  category: 'linkPage',
  initial: {
    links: [],
    banner: [],
    photo: [],
    hiddenPosts: [],
    hiddenAccounts: [],
    accountOrder: [],
    sentence: '',
    listed: true,
    theme: 'system',
  },
  evolve(page, event) {
    switch (event.type) {
      case 'LinkAdded': {
        const { linkId: id } = event.data;
        return { ...page, links: [...page.links, { id, ...contentOf(event.data), shown: true }] };
      }
      case 'LinkChanged':
        return withLink(page, event.data.linkId, (link) => ({ ...link, ...contentOf(event.data) }));
      case 'LinkRemoved':
        return { ...page, links: page.links.filter(({ id }) => id !== event.data.linkId) };
      case 'LinksOrdered':
        return { ...page, links: inOrder(page.links, event.data.linkIds) };
      case 'LinkShown':
        return withLink(page, event.data.linkId, (link) => ({ ...link, shown: true }));
      case 'LinkHidden':
        return withLink(page, event.data.linkId, (link) => ({ ...link, shown: false }));
      case 'BannerChanged':
        return { ...page, banner: event.data.media ?? [] };
      case 'PhotoChanged':
        return { ...page, photo: event.data.media ?? [] };
      case 'PageChanged': {
        const { sentence, listed, theme } = event.data;
        return { ...page, sentence, listed, theme };
      }
      case 'PostHiddenOnPage':
        return { ...page, hiddenPosts: [...page.hiddenPosts, event.data.postId] };
      case 'PostShownOnPage':
        return { ...page, hiddenPosts: page.hiddenPosts.filter((id) => id !== event.data.postId) };
      case 'AccountHiddenOnPage':
        return { ...page, hiddenAccounts: [...page.hiddenAccounts, event.data.accountId] };
      case 'AccountShownOnPage':
        return { ...page, hiddenAccounts: page.hiddenAccounts.filter((id) => id !== event.data.accountId) };
      case 'AccountsOrdered':
        return { ...page, accountOrder: event.data.accountIds };
      default:
        return assertNever(event);
    }
  },
  shapes: linkPageShapes,
};

const contentOf = ({ title, url, icon, from, until }: LinkContent): LinkContent => ({
  title,
  url,
  icon,
  from,
  until,
});

const withLink = (page: LinkPage, id: string, change: (link: OwnLink) => OwnLink): LinkPage => ({
  ...page,
  links: page.links.map((link) => (link.id === id ? change(link) : link)),
});

const inOrder = (links: readonly OwnLink[], ids: readonly string[]): readonly OwnLink[] =>
  ids.flatMap((id) => links.filter((link) => link.id === id));

/** @throws TooManyLinks, LinkAddressNotAllowed, UntilBeforeFrom */
export function addLink(
  page: LinkPage,
  userId: string,
  linkId: string,
  content: LinkContent,
): LinkPageEvent[] {
  // The link already exists if the writer repeats this decision, after a conflict or after a lost response to the append.
  if (page.links.some(({ id }) => id === linkId)) return [];
  if (page.links.length >= LINK_PAGE.linksMax) throw new TooManyLinks();
  return [linkPageEvent('LinkAdded', { userId, linkId, ...checkedContent(content) })];
}

/** A change of visibility and position. `after`: the id of the item before; null: the item becomes the first. */
type PlacementChange<Id> = Readonly<{ shown?: boolean; after?: Id | null }>;

/**
 * Changes a link. Fields that the change leaves out keep their values.
 * @throws LinkNotFound, LinkAddressNotAllowed, UntilBeforeFrom; OrderNotComplete when the link `after` does not exist
 */
export function changeLink(
  page: LinkPage,
  userId: string,
  linkId: string,
  { shown, after, ...change }: Partial<LinkContent> & PlacementChange<string>,
): LinkPageEvent[] {
  const link = page.links.find(({ id }) => id === linkId);
  if (!link) throw new LinkNotFound();
  const before = contentOf(link);
  const content = checkedContent({ ...before, ...change });
  const isSwitched = shown !== undefined && shown !== link.shown;
  const known = page.links.map(({ id }) => id);
  const linkIds = placedAfter(known, linkId, after);
  return [
    ...(isSameJson(before, content) ? [] : [linkPageEvent('LinkChanged', { userId, linkId, ...content })]),
    ...(isSwitched ? [linkPageEvent(shown ? 'LinkShown' : 'LinkHidden', { userId, linkId })] : []),
    ...(isSameJson(known, linkIds) ? [] : [linkPageEvent('LinksOrdered', { userId, linkIds })]),
  ];
}

/** Returns no event if the link does not exist. */
export const removeLink = (page: LinkPage, userId: string, linkId: string): LinkPageEvent[] =>
  page.links.some(({ id }) => id === linkId) ? [linkPageEvent('LinkRemoved', { userId, linkId })] : [];

/** @throws OrderNotComplete unless `linkIds` contains each link exactly once */
export function orderLinks(page: LinkPage, userId: string, linkIds: readonly string[]): LinkPageEvent[] {
  const known = page.links.map(({ id }) => id);
  if (!isSameJson([...known].sort(), [...linkIds].sort())) throw new OrderNotComplete();
  return isSameJson(known, linkIds) ? [] : [linkPageEvent('LinksOrdered', { userId, linkIds })];
}

/** Fields that the change leaves out keep their values. */
export function changePage(page: LinkPage, userId: string, change: Partial<PageSettings>): LinkPageEvent[] {
  const { sentence = page.sentence, listed = page.listed, theme = page.theme } = change;
  if (sentence === page.sentence && listed === page.listed && theme === page.theme) return [];
  return [linkPageEvent('PageChanged', { userId, sentence, listed, theme })];
}

/** @param pictures the sizes, the widest first; empty: removes the banner */
export function changeBanner(
  page: LinkPage,
  userId: string,
  pictures: readonly PagePicture[],
): LinkPageEvent[] {
  if (isSameJson(page.banner, pictures)) return [];
  const media = pictures.length > 0 ? pictures : null;
  return [linkPageEvent('BannerChanged', { userId, media })];
}

/** @param pictures the sizes, the widest first; empty: removes the photo */
export function changePhoto(
  page: LinkPage,
  userId: string,
  pictures: readonly PagePicture[],
): LinkPageEvent[] {
  if (isSameJson(page.photo, pictures)) return [];
  const media = pictures.length > 0 ? pictures : null;
  return [linkPageEvent('PhotoChanged', { userId, media })];
}

/** The caller must check that the post belongs to this user. */
export function showPost(page: LinkPage, userId: string, postId: number, shown: boolean): LinkPageEvent[] {
  if (page.hiddenPosts.includes(postId) === !shown) return [];
  return [linkPageEvent(shown ? 'PostShownOnPage' : 'PostHiddenOnPage', { userId, postId })];
}

/**
 * Changes the tile of an account. Moves only this tile, so that a concurrent move of another tile also counts.
 * @param known the ids of the owner's active accounts, in the order of connection. They include `accountId`
 * @throws OrderNotComplete when the account `after` is unknown
 */
export function changeAccountTile(
  page: LinkPage,
  userId: string,
  { accountId, known }: Readonly<{ accountId: number; known: readonly number[] }>,
  { shown, after }: PlacementChange<number>,
): LinkPageEvent[] {
  const isSwitched = shown !== undefined && shown === page.hiddenAccounts.includes(accountId);
  const before = accountsInOrder(page.accountOrder, known);
  const accountIds = placedAfter(before, accountId, after);
  return [
    ...(isSwitched
      ? [linkPageEvent(shown ? 'AccountShownOnPage' : 'AccountHiddenOnPage', { userId, accountId })]
      : []),
    ...(isSameJson(before, accountIds) ? [] : [linkPageEvent('AccountsOrdered', { userId, accountIds })]),
  ];
}

function checkedContent(content: LinkContent): LinkContent {
  const url = linkAddressOf(content.url);
  if (url === null) throw new LinkAddressNotAllowed();
  const { from, until } = content;
  if (from !== null && until !== null && from >= until) throw new UntilBeforeFrom();
  return { ...content, url };
}
