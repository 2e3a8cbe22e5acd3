import { eachOf, folding } from '@posthorn/event-sourcing';
import { column, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import type { PremiumCauseEvent } from '#modules/billing/ports/events.ts';
import type { ErasureRequestedEvent, PublicNameEvent } from '#modules/identity/ports/events.ts';
import type { LinkPageEvent } from '../../domain/link-page/link-page-events.ts';
import { linkPageStream, type LinkPage } from '../../domain/link-page/link-page.ts';

export const PERSON = rowTable('link_tree_person', 'user_id', {
  user_id: 'text not null',
  /** In lower case; null: the page has no address. */
  handle: 'text',
  first_name: 'text',
  last_name: 'text',
  /** The reasons for which the user has Premium; empty without Premium. */
  premium_causes: column<readonly string[]>('json not null'),
  page: column<LinkPage>('json not null'),
  /** The position of the last event that changed the page. Events of accounts and posts move it too. */
  version: 'text not null',
});
/** The owner of a page: names and page settings. */
export type PersonRow = RowOf<typeof PERSON>;

export type PersonEvent = PublicNameEvent | PremiumCauseEvent | LinkPageEvent | ErasureRequestedEvent;

const known = (row: PersonRow | undefined, { data }: Readonly<{ data: { userId: string } }>): PersonRow =>
  row ?? {
    user_id: data.userId,
    handle: null,
    first_name: null,
    last_name: null,
    premium_causes: [],
    page: linkPageStream.initial,
    version: '',
  };

const onPage = (row: PersonRow | undefined, event: LinkPageEvent): PersonRow => {
  const before = known(row, event);
  return { ...before, page: linkPageStream.evolve(before.page, event) };
};

export const foldPerson = folding<PersonRow | undefined, PersonEvent>({
  UserRenamed: (row, event) => ({
    ...known(row, event),
    first_name: event.data.firstName,
    last_name: event.data.lastName,
  }),
  HandleChanged: (row, event) => ({ ...known(row, event), handle: event.data.handle }),
  // From here on the page has no address. The row is deleted with the user's other data.
  ErasureRequested: (row, event) => ({ ...known(row, event), handle: null }),
  PremiumGranted: (row, event) => ({
    ...known(row, event),
    premium_causes: [...without(row, event.data.cause), event.data.cause],
  }),
  PremiumEnded: (row, event) => ({
    ...known(row, event),
    premium_causes: without(row, event.data.cause),
  }),
  ...eachOf(linkPageStream, onPage),
});

const without = (row: PersonRow | undefined, cause: string): readonly string[] =>
  row?.premium_causes.filter((other) => other !== cause) ?? [];
