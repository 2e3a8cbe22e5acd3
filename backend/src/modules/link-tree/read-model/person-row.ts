import type { PremiumCauseEvent } from '#modules/billing/public.ts';
import type { ErasureRequestedEvent, PublicNameEvent } from '#modules/identity/public.ts';
import type { LinkPageEvent } from '../domain/link-page-events.ts';
import { linkPageStream, type LinkPage } from '../domain/link-page.ts';

/** Whose page it is: how they are called, and what they have put on it. */
export type PersonRow = Readonly<{
  user_id: string;
  /** In lower case; null: their page has no address. */
  handle: string | null;
  first_name: string | null;
  last_name: string | null;
  /** Why they have Premium; empty: they have not. */
  premium_causes: readonly string[];
  page: LinkPage;
  /** Position of the last event that has changed anything on the page. */
  version: string;
}>;

export type PersonEvent = PublicNameEvent | PremiumCauseEvent | LinkPageEvent | ErasureRequestedEvent;

const TYPES: ReadonlySet<string> = new Set<PersonEvent['type']>([
  ...(['UserRenamed', 'HandleChanged', 'PremiumGranted', 'PremiumEnded', 'ErasureRequested'] as const),
  ...(['LinkAdded', 'LinkChanged', 'LinkRemoved', 'LinksOrdered', 'LinkShown', 'LinkHidden'] as const),
  ...(['BannerChanged', 'PageChanged', 'PostHiddenOnPage', 'PostShownOnPage'] as const),
]);

/** Streams of people and subscriptions have other events too. */
export const isOfPerson = (event: Readonly<{ type: string }>): event is PersonEvent => TYPES.has(event.type);

/** `version` is moved by whoever knows of the accounts and posts too. */
export const foldPerson = (row: PersonRow | undefined, event: PersonEvent): PersonRow =>
  changed(row ?? newRow(event.data.userId), event);

const newRow = (userId: string): PersonRow => ({
  user_id: userId,
  handle: null,
  first_name: null,
  last_name: null,
  premium_causes: [],
  page: linkPageStream.initial,
  version: '',
});

function changed(row: PersonRow, event: PersonEvent): PersonRow {
  switch (event.type) {
    case 'UserRenamed':
      return { ...row, first_name: event.data.firstName, last_name: event.data.lastName };
    case 'HandleChanged':
      return { ...row, handle: event.data.handle };
    case 'ErasureRequested':
      // Their page has no address from here on; the row goes with the rest of what is theirs.
      return { ...row, handle: null };
    case 'PremiumGranted':
      return { ...row, premium_causes: [...without(row, event.data.cause), event.data.cause] };
    case 'PremiumEnded':
      return { ...row, premium_causes: without(row, event.data.cause) };
    case 'LinkAdded':
    case 'LinkChanged':
    case 'LinkRemoved':
    case 'LinksOrdered':
    case 'LinkShown':
    case 'LinkHidden':
    case 'BannerChanged':
    case 'PageChanged':
    case 'PostHiddenOnPage':
    case 'PostShownOnPage':
      return { ...row, page: linkPageStream.evolve(row.page, event) };
  }
}

const without = ({ premium_causes }: PersonRow, cause: string): readonly string[] =>
  premium_causes.filter((other) => other !== cause);
