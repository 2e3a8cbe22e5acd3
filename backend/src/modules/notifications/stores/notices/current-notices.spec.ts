import { expect, it } from '@jest/globals';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import type { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { CurrentNotices } from './current-notices.ts';
import type { NoticeStates } from './notice-states.ts';
import type { Notices } from './notices.ts';

/** The notices of a mail about these accounts, which all need to be reconnected. */
function noticesAbout(...accountNames: readonly string[]) {
  const notices = { ofMail: () => Promise.resolve(accountNames.map((_, accountId) => ({ accountId }))) };
  const states = { mailed: () => Promise.resolve(accountNames.map(() => ({ cause: 'reconnect' }))) };
  const accounts = {
    named: () =>
      Promise.resolve(accountNames.map((accountName, id) => ({ id, platform: 'bluesky', accountName }))),
  };
  return new CurrentNotices(
    notices as unknown as Notices,
    states as unknown as NoticeStates,
    accounts as unknown as ConnectedAccounts,
  ).noticesOf('ana', 'mail-1');
}

it('leaves out the notices of an account whose name was erased', async () => {
  expect(await noticesAbout('ana.example', ERASED, `not ${ERASED}`)).toEqual([
    { cause: 'reconnect', where: 'Bluesky (ana.example)' },
    { cause: 'reconnect', where: `Bluesky (not ${ERASED})` },
  ]);
});
