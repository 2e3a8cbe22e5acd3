import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { textOf } from '../json.ts';
import { tokenOf } from '../kit/as-account.ts';

export type ThreadsSession = Readonly<{ token: string; userId: string }>;

export const sessionOf = (stored: JsonObject): ThreadsSession => ({
  token: tokenOf(stored),
  userId: textOf(stored['userId']) ?? 'me',
});
