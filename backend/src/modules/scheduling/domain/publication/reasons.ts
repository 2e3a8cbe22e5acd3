import type { PublicationReason } from '@posthorn/contracts/shared/publication-reasons';
import type { OwnCause, OwnReason } from '#infrastructure/effects/attempt/reasons.ts';

/** Codes that have a sentence for their owner. Any other code does not compile here. */
type Worded<Code extends PublicationReason> = Code;
export type UnknownCause = Worded<OwnCause | 'reset' | 'server-error' | 'duplicate'>;
/** The engine's own reasons, and those of connectors and checks. Stored reasons are read unchanged. */
export type StoredReason = Worded<OwnReason> | (string & Record<never, never>);
