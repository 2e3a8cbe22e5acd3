import { LINKED_TEXT } from '@posthorn/contracts/identity/linked-text';
import { SIGN_IN_PROVIDER_NAMES } from '@posthorn/contracts/identity/sign-in-providers.http';
import { useEffect } from 'react';
import { toast } from '#ui/toast-store.ts';
import { linkedBy } from '../model/linked-by.ts';
import type { SignInSearch } from '../model/sign-in-search.ts';

/** Shows a toast when the URL contains a newly linked sign-in method. */
export function useLinkedToast(search: SignInSearch, onSeen: () => void): void {
  const linked = linkedBy(search);
  useEffect(() => {
    if (!linked) return;
    toast({
      title: LINKED_TEXT.linked(SIGN_IN_PROVIDER_NAMES[linked]),
      description: LINKED_TEXT.linkedHint,
    });
    onSeen();
  }, [linked, onSeen]);
}
