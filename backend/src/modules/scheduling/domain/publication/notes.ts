import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PublishingContext } from './publishing-context.ts';
import { fact } from './fact.ts';
import { isSameJson, preparedFor } from './preparation.ts';
import type { PublicationEvent } from './publication-events.ts';
import { publicationStream, type Publication } from './publication.ts';

/** What was noted with the answer to an attempt: the references the platform was asked with, and those that are to follow them. */
type NotedAnswer = Readonly<{ attemptId: string; asked: JsonObject; noted: JsonObject | undefined }>;

/**
 * An outcome and what was learnt with it, for one append: no crash comes between them, and whichever process goes on knows
 * both. Nothing is noted once the attempt is settled, nor over references that somebody has replaced since.
 */
export function withNote(
  publication: Publication,
  answer: NotedAnswer,
  decide: (publication: Publication) => PublicationEvent[],
  c: PublishingContext,
): PublicationEvent[] {
  const note = noteOf(publication, answer, c);
  return note ? [note, ...decide(publicationStream.evolve(publication, note))] : decide(publication);
}

function noteOf(
  publication: Publication,
  { attemptId, asked, noted }: NotedAnswer,
  c: PublishingContext,
): PublicationEvent | null {
  const { attempt, contentHash, status } = publication;
  if (noted === undefined || contentHash === null || attempt?.attemptId !== attemptId || !OPEN.has(status))
    return null;
  const kept = preparedFor(publication, contentHash);
  const isNews = isSameJson(kept, asked) && !isSameJson(kept, noted);
  return isNews ? fact(c, 'PublishPrepared', { contentHash, refs: noted }) : null;
}

const OPEN: ReadonlySet<Publication['status']> = new Set(['attempting', 'accepted', 'unknown']);
