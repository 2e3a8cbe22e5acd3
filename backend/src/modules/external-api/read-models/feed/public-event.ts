import type { PublicEvent } from '@posthorn/contracts/external/events.http';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import type { AccountStepEvent } from '#modules/integrations/ports/events.ts';
import type { CommentStepEvent } from '#modules/inbox/ports/events.ts';
import type { PostStepEvent, PublicationStepEvent } from '#modules/scheduling/ports/events.ts';
import type { PremiumCauseEvent } from '#modules/billing/ports/events.ts';
import {
  accountPublicEvents,
  commentPublicEvents,
  planPublicEvents,
  postPublicEvents,
} from './other-public-events.ts';
import { publicationPublicEvents } from './publication-public-events.ts';
import type { PublicEventMapping, PublicEventContent } from './public-event-mapping.ts';

/** Log events that other programs can read. */
export type PublicFact =
  | PostStepEvent
  | PublicationStepEvent
  | AccountStepEvent
  | CommentStepEvent
  | PremiumCauseEvent;
export type OwnedEvent = Readonly<{ ownerId: string; event: PublicEvent }>;

const MAPPINGS: PublicEventMapping<PublicFact> = {
  ...postPublicEvents,
  ...publicationPublicEvents,
  ...accountPublicEvents,
  ...commentPublicEvents,
  ...planPublicEvents,
};

/** The streams of these events. */
export const PUBLIC_CATEGORIES = ['post', 'publication', 'account', 'comment', 'subscription'] as const;
/** The public event for a log event, and its owner; null: it is not public. Depends on the log event alone. */
export function publicEventOf(fact: LoggedEvent): OwnedEvent | null {
  if (!isPublicFact(fact)) return null;
  // Each entry of the table takes the events of its own type.
  const toContent = MAPPINGS[fact.type] as (data: PublicFact['data']) => PublicEventContent | null;
  const content = toContent(fact.data);
  if (content === null) return null;
  const ownerId = 'ownerId' in fact.data ? fact.data.ownerId : fact.data.userId;
  return { ownerId, event: { id: publicIdOf(fact.id), at: fact.meta.at, ...content } };
}

/** The public id of a log event. */
export const publicIdOf = (factId: string): string => `evt_${factId}`;

/** Whether log events of this type can be public. */
export const isPublicType = (type: string): type is PublicFact['type'] => Object.hasOwn(MAPPINGS, type);

const isPublicFact = (fact: LoggedEvent): fact is LoggedEvent<PublicFact> => isPublicType(fact.type);
/** The types of log events that can be public. Not every event of these types is. */
export const PUBLIC_FACT_TYPES = Object.keys(MAPPINGS) as readonly PublicFact['type'][];
