import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { textOf } from '../json.ts';
import { tokenOf } from '../kit/as-account.ts';

export type TwitterSession = Readonly<{ token: string; userId: string; username: string }>;

export const sessionOf = (stored: JsonObject): TwitterSession => ({
  token: tokenOf(stored),
  userId: textOf(stored['userId']) ?? '',
  username: textOf(stored['username']) ?? '',
});
