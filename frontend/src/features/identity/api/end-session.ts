import { endSession } from '@posthorn/contracts/identity/session.http';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { SETTINGS_TEXT } from '../messages/settings.en.ts';
import { sessionsQuery } from './sessions.ts';

export const useEndSession = () =>
  useDeclaredMutation({
    send: (id: string) => send(endSession, undefined, { params: { id } }),
    refreshes: [sessionsQuery],
    failure: SETTINGS_TEXT.failed,
  });
