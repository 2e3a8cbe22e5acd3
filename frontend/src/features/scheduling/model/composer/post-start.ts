import { instantOf } from './post-fields.ts';
import type { KeptDraft } from './post-draft.ts';

type Start = Readonly<{ start: KeptDraft; untouched: KeptDraft; restored: boolean }>;

/** Returns the initial values of a form: the still valid values of a saved draft, else `untouched`.
 * @param untouched the values of the form before any change by the user
 * @param accounts the accounts that still exist. Without them, the form gets the accounts of `untouched`
 */
export function startOf(
  untouched: KeptDraft,
  draft: KeptDraft | null,
  zone: string,
  accounts?: readonly Readonly<{ id: number }>[],
): Start {
  if (!draft) return { start: untouched, untouched, restored: false };
  const instant = instantOf(draft.fields, zone);
  const passed = instant === null || new Date(instant).getTime() < Date.now();
  const { localTime, second } = passed ? untouched.fields : draft.fields;
  const accountIds = accounts
    ? draft.fields.accountIds.filter((id) => accounts.some((account) => String(account.id) === id))
    : untouched.fields.accountIds;
  const fields = { ...untouched.fields, ...draft.fields, localTime, second, accountIds };
  return { start: { fields, media: draft.media }, untouched, restored: true };
}
