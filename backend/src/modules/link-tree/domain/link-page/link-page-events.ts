import type { LinkIcon } from '@posthorn/contracts/link-tree/link-page.http';
import type { LinkPageTheme } from '@posthorn/contracts/link-tree/themes';
import type { Event } from '@posthorn/event-sourcing';
import { eventsOf, personal, plain, type EventShapes } from '@posthorn/event-sourcing/event-shape';

type Of = Readonly<{ userId: string }>;
type OfLink = Of & Readonly<{ linkId: string }>;

/** The content of an own link. `from`, `until`: UTC times between which the page shows the link; null: no limit. */
export type LinkContent = Readonly<{
  title: string;
  /** An http or https URL, in the form in which the class `URL` writes it. */
  url: string;
  icon: LinkIcon;
  from: string | null;
  until: string | null;
}>;

/** One size of a banner or a photo. `mediaUrl`: a path below `/media/`. `width`, `height`: in pixels. */
export type PagePicture = Readonly<{ mediaUrl: string; width: number; height: number }>;

export type PageSettings = Readonly<{ sentence: string; listed: boolean; theme: LinkPageTheme }>;

export type LinkAdded = Event<'LinkAdded', 1, OfLink & LinkContent>;
/** Contains all values of the link after the change. */
type LinkChanged = Event<'LinkChanged', 1, OfLink & LinkContent>;
type LinkRemoved = Event<'LinkRemoved', 1, OfLink>;
/** Contains the ids of all links, in their new order. */
type LinksOrdered = Event<'LinksOrdered', 1, Of & Readonly<{ linkIds: readonly string[] }>>;
type LinkShown = Event<'LinkShown', 1, OfLink>;
type LinkHidden = Event<'LinkHidden', 1, OfLink>;
/** `media`: the sizes of the banner, the widest first; null: the banner was removed. */
type BannerChanged = Event<'BannerChanged', 1, Of & Readonly<{ media: readonly PagePicture[] | null }>>;
/** `media`: the sizes of a square photo of the owner, the widest first; null: the photo was removed. */
type PhotoChanged = Event<'PhotoChanged', 1, Of & Readonly<{ media: readonly PagePicture[] | null }>>;
/** Contains all three settings after the change. */
type PageChanged = Event<'PageChanged', 1, Of & PageSettings>;
type OfPost = Of & Readonly<{ postId: number }>;
type PostHiddenOnPage = Event<'PostHiddenOnPage', 1, OfPost>;
type PostShownOnPage = Event<'PostShownOnPage', 1, OfPost>;
type OfAccount = Of & Readonly<{ accountId: number }>;
type AccountHiddenOnPage = Event<'AccountHiddenOnPage', 1, OfAccount>;
type AccountShownOnPage = Event<'AccountShownOnPage', 1, OfAccount>;
/** `accountIds`: connected accounts in their new order. Other accounts come after these, in the order of connection. */
type AccountsOrdered = Event<'AccountsOrdered', 1, Of & Readonly<{ accountIds: readonly number[] }>>;

export type LinkPageEvent =
  | LinkAdded
  | LinkChanged
  | LinkRemoved
  | LinksOrdered
  | LinkShown
  | LinkHidden
  | BannerChanged
  | PhotoChanged
  | PageChanged
  | PostHiddenOnPage
  | PostShownOnPage
  | AccountHiddenOnPage
  | AccountShownOnPage
  | AccountsOrdered;

const owner = personal((data: Of) => data.userId);
const link = { userId: plain, linkId: plain } as const;
const content = { title: owner, url: owner, icon: plain, from: plain, until: plain } as const;

export const linkPageShapes: EventShapes<LinkPageEvent> = {
  LinkAdded: { schema: 1, fields: { ...link, ...content } },
  LinkChanged: { schema: 1, fields: { ...link, ...content } },
  LinkRemoved: { schema: 1, fields: link },
  LinksOrdered: { schema: 1, fields: { userId: plain, linkIds: plain } },
  LinkShown: { schema: 1, fields: link },
  LinkHidden: { schema: 1, fields: link },
  BannerChanged: { schema: 1, fields: { userId: plain, media: owner } },
  PhotoChanged: { schema: 1, fields: { userId: plain, media: owner } },
  PageChanged: { schema: 1, fields: { userId: plain, sentence: owner, theme: plain } },
  PostHiddenOnPage: { schema: 1, fields: { userId: plain } },
  PostShownOnPage: { schema: 1, fields: { userId: plain } },
  AccountHiddenOnPage: { schema: 1, fields: { userId: plain } },
  AccountShownOnPage: { schema: 1, fields: { userId: plain } },
  AccountsOrdered: { schema: 1, fields: { userId: plain } },
};

export const linkPageEvent = eventsOf<LinkPageEvent>(linkPageShapes);
