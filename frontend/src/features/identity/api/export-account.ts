import { requestAccountExport } from '@posthorn/contracts/identity/account-export.http';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';

/** Asks for a link to all that is kept of whoever is signed in. */
export const useExportAccount = () =>
  useDeclaredMutation({ send: () => send(requestAccountExport, undefined) });
