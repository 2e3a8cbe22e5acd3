import { PLATFORM_REASONS as SENTENCES } from '@posthorn/contracts/integrations/platform-reasons';
import type { Sentences } from '@posthorn/contracts/shared/said';

/** Why accounts of a platform cannot be connected, by the code of the server. The server sends the same sentence in English with the code. */
export const PLATFORM_REASONS: Sentences = SENTENCES;
