import { OPTION_SENTENCES as SENTENCES } from '@posthorn/contracts/integrations/option-sentences';
import type { Sentences } from '@posthorn/contracts/shared/said';

/** The words of the platforms' fields, by `platform.field`. The server uses the same table for its sentences in English. */
export const OPTION_SENTENCES: Sentences = SENTENCES;
