import { requestAccountExport } from '@posthorn/contracts/identity/account-export.http';
import { useMutation } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** Asks for a link to all that is kept of whoever is signed in. */
export const useExportAccount = () =>
  useMutation({ mutationFn: () => send(requestAccountExport, undefined) });
