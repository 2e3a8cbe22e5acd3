import type { Call } from '../shared/call.ts';
import { notFreshText } from './sign-in-text.ts';

/** How long a link to an export is valid, and how often one may be requested. */
export const ACCOUNT_EXPORT = { linkHours: 24, perDay: 3 } as const;
export const ACCOUNT_EXPORT_TEXT = {
  notFresh: notFreshText('To export your data'),
  tooMany: 'You can ask for your data three times a day. Please try again tomorrow.',
  tooManyDownloads: 'This download was started too often. Please try again tomorrow.',
  linkNotFound: 'This download link has expired. Make a new export in Settings.',
} as const;

/** `url`: path of the download, only for the user who requested it. `expiresAt`: ISO instant. */
export type AccountExportReply = Readonly<{ url: string; expiresAt: string }>;

/** Creates a link to all stored data of the signed-in user; an earlier link ends. 202. Needs a sign-in of the last 15 minutes. */
export const requestAccountExport: Call<void, AccountExportReply> = {
  method: 'POST',
  path: '/api/account/export',
};
/** A zip file, created while it is sent. An interrupted download may be repeated, but not a complete one. */
export const downloadAccountExport: Call<void, string> = {
  method: 'GET',
  path: '/api/account/export/:token',
};
