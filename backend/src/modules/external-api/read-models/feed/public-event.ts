import type { PublicEvent } from '@posthorn/contracts/external/events.http';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import type { AccountStepEvent } from '#modules/integrations/ports/events.ts';
import type { CommentStepEvent } from '#modules/inbox/ports/events.ts';
import type { PostStepEvent, PublicationStepEvent } from '#modules/scheduling/ports/events.ts';
import type { PremiumCauseEvent } from '#modules/billing/ports/events.ts';
import { accountTold, commentTold, planTold, postTold } from './told-of-others.ts';
import { publicationTold } from './told-of-publications.ts';
import type { Tells, Told } from './tells.ts';

/** Facts of which other programs are told. */
export type PublicFact =
  PostStepEvent | PublicationStepEvent | AccountStepEvent | CommentStepEvent | PremiumCauseEvent;
export type OwnedEvent = Readonly<{ ownerId: string; event: PublicEvent }>;

const TELLS: Tells<PublicFact> = {
  ...postTold,
  ...publicationTold,
  ...accountTold,
  ...commentTold,
  ...planTold,
};

/** Streams that they are about. */
export const PUBLIC_CATEGORIES = ['post', 'publication', 'account', 'comment', 'subscription'] as const;
/** What other programs are told of a fact, and whose it is; null: nothing. It follows from the fact alone. */
export function publicEventOf(fact: LoggedEvent): OwnedEvent | null {
  if (!isPublicFact(fact)) return null;
  // Each entry of the table takes the facts of its own type.
  const tell = TELLS[fact.type] as (data: PublicFact['data']) => Told | null;
  const told = tell(fact.data);
  if (told === null) return null;
  const ownerId = 'ownerId' in fact.data ? fact.data.ownerId : fact.data.userId;
  return { ownerId, event: { id: publicIdOf(fact.id), at: fact.meta.at, ...told } };
}

/** The id of a fact as programs know it. */
export const publicIdOf = (factId: string): string => `evt_${factId}`;

/** Whether anything is ever told of facts of this type. */
export const isPublicType = (type: string): type is PublicFact['type'] => Object.hasOwn(TELLS, type);

const isPublicFact = (fact: LoggedEvent): fact is LoggedEvent<PublicFact> => isPublicType(fact.type);
/** Of these facts others are told, if not of each of them. */
export const PUBLIC_FACT_TYPES = Object.keys(TELLS) as readonly PublicFact['type'][];
