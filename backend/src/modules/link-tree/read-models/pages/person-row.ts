import { eachOf, folding } from '@posthorn/event-sourcing';
import { column, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import type { PremiumCauseEvent } from '#modules/billing/ports/events.ts';
import type { ErasureRequestedEvent, PublicNameEvent } from '#modules/identity/ports/events.ts';
import type { LinkPageEvent } from '../../domain/link-page/link-page-events.ts';
import { linkPageStream, type LinkPage } from '../../domain/link-page/link-page.ts';

export const PERSON = rowTable('link_tree_person', 'user_id', {
  user_id: 'text not null',
  /** The handle in lower case; null: the user has no public page. */
  handle: 'text',
  first_name: 'text',
  last_name: 'text',
  /** The reasons why the user has Premium; empty without Premium. */
  premium_causes: column<readonly string[]>('json not null'),
  page: column<LinkPage>('json not null'),
  /** The log position of the last event that changed the page. Events of accounts and posts change it too. */
  version: 'text not null',
});
/** The owner of a page: names and page settings. */
export type PersonRow = RowOf<typeof PERSON>;

export type PersonEvent = PublicNameEvent | PremiumCauseEvent | LinkPageEvent | ErasureRequestedEvent;

const rowOrNew = (row: PersonRow | undefined, { data }: Readonly<{ data: { userId: string } }>): PersonRow =>
  row ?? {
    user_id: data.userId,
    handle: null,
    first_name: null,
    last_name: null,
    premium_causes: [],
    page: linkPageStream.initial,
    version: '',
  };

const withPageEvent = (row: PersonRow | undefined, event: LinkPageEvent): PersonRow => {
  const before = rowOrNew(row, event);
  return { ...before, page: linkPageStream.evolve(before.page, event) };
};

export const foldPerson = folding<PersonRow | undefined, PersonEvent>({
  UserRenamed: (row, event) => ({
    ...rowOrNew(row, event),
    first_name: event.data.firstName,
    last_name: event.data.lastName,
  }),
  HandleChanged: (row, event) => ({ ...rowOrNew(row, event), handle: event.data.handle }),
  // After this event the page has no URL. The erasure deletes the row together with the user's other data.
  ErasureRequested: (row, event) => ({ ...rowOrNew(row, event), handle: null }),
  PremiumGranted: (row, event) => ({
    ...rowOrNew(row, event),
    premium_causes: [...without(row, event.data.cause), event.data.cause],
  }),
  PremiumEnded: (row, event) => ({
    ...rowOrNew(row, event),
    premium_causes: without(row, event.data.cause),
  }),
  ...eachOf(linkPageStream, withPageEvent),
});

const without = (row: PersonRow | undefined, cause: string): readonly string[] =>
  row?.premium_causes.filter((other) => other !== cause) ?? [];
