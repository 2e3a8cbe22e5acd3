import { PRECHECK_SENTENCES as SENTENCES } from '@posthorn/contracts/integrations/precheck-problem';
import type { Sentences } from '@posthorn/contracts/shared/said';

/** Why a post does not fit an account, by the code of the check. The server sends the same sentence in English with the code. */
export const PRECHECK_SENTENCES: Sentences = SENTENCES;
