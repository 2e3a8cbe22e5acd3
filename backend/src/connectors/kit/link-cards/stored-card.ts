import { cardLink, noCardReasons, type NoCardReason } from '@posthorn/contracts/integrations/link-card';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { OutgoingPublication, PublishRefs } from '../../contract/publication.ts';
import { objectOf, textOf } from '../json.ts';
import type { LinkCards, PageCard } from './link-cards.ts';
import { NoCard } from './no-card.ts';

/**
 * The result of reading the page before the call. With the stored result, each attempt posts the same card, or no card. `card:
 * null` without `noCard`: there is no link, or the author wants no card.
 */
export type StoredCard = Readonly<{ card: (PageCard & JsonObject) | null; noCard?: NoCardReason }>;

/** Reads the card for a post. If the page has a problem, the post has no card. */
export async function readCard(
  cards: LinkCards,
  { platform, text, options, media }: OutgoingPublication,
  signal: AbortSignal,
): Promise<StoredCard> {
  const link = cardLink({ platform, text, options, files: media.length });
  if (link === null) return { card: null };
  try {
    return { card: await cards.read(link, signal) };
  } catch (error) {
    if (error instanceof NoCard) return { card: null, noCard: error.reason };
    throw error;
  }
}

/** The stored card in `refs`; null: no attempt has read the page yet. */
export function storedCardIn(refs: PublishRefs): StoredCard | null {
  if (refs['card'] === undefined) return null;
  const card = objectOf(refs['card']);
  const link = textOf(card?.['link']);
  const title = textOf(card?.['title']);
  const noCard = noCardReasons.find((reason) => reason === refs['noCard']);
  if (link === null || title === null) return { card: null, ...(noCard && { noCard }) };
  const description = textOf(card?.['description']) ?? '';
  return { card: { link, title, description, image: textOf(card?.['image']) } };
}
