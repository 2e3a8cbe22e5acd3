import { OPTIONAL_WORD_NAMES } from '@posthorn/contracts/scheduling/optional-words';
import type { PostFields } from './post-fields.ts';

/** Whether the user has written something. An empty form shows no problems, because the user has not done anything wrong yet. */
export const hasBegun = (fields: PostFields, untouched: PostFields): boolean =>
  fields.content.trim() !== '' ||
  OPTIONAL_WORD_NAMES.some((name) => fields[name] !== untouched[name]) ||
  Object.values(fields.targets).some((target) => target?.own);
