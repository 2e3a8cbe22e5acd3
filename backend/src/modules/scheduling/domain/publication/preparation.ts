import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Publication } from './publication.ts';

/** What is kept for sending exactly this content; null when nothing is. */
export const preparedFor = ({ prepared }: Publication, contentHash: string): JsonObject | null =>
  prepared?.contentHash === contentHash ? prepared.refs : null;
