import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Publication } from './publication.ts';

/** The references kept for exactly this content; null when there are none. */
export const preparedFor = ({ prepared }: Publication, contentHash: string): JsonObject | null =>
  prepared?.contentHash === contentHash ? prepared.refs : null;
