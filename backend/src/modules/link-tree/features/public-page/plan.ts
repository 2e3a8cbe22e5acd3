import { LINK_PAGE } from '@posthorn/contracts/link-tree/link-page.http';
import type { PersonRow } from '../../read-model/person-row.ts';

type Plan = Pick<PersonRow, 'premium_causes'> | null;

export const isPremium = (person: Plan): boolean => (person?.premium_causes.length ?? 0) > 0;
/** Recent posts on their page. */
export const postsShownTo = (person: Plan): number =>
  LINK_PAGE.postsShown[isPremium(person) ? 'premium' : 'free'];
