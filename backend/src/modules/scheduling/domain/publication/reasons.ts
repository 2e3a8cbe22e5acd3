import type { PublicationReason } from '@posthorn/contracts/shared/publication-reasons';
import type { OwnCause, OwnReason } from '#infrastructure/effects/attempt/reasons.ts';

/** Only codes for which there is a sentence for the owner. Any other code causes a type error. */
type Worded<Code extends PublicationReason> = Code;
export type UnknownCause = Worded<OwnCause | 'reset' | 'server-error' | 'duplicate'>;
/**
 * The reasons of the effect engine, and any text: reasons of connectors and checks, including those of older versions.
 */
export type StoredReason = Worded<OwnReason> | (string & Record<never, never>);
