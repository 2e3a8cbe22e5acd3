import { requestAccountExport } from '@posthorn/contracts/identity/account-export.http';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';

/** Requests a download link for all data of the signed-in user. */
export const useExportAccount = () =>
  useDeclaredMutation({ send: () => send(requestAccountExport, undefined) });
