import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Publication } from './publication.ts';

/** The stored references of a preparation for exactly this content; null: there are none. */
export const preparedFor = ({ prepared }: Publication, contentHash: string): JsonObject | null =>
  prepared?.contentHash === contentHash ? prepared.refs : null;
