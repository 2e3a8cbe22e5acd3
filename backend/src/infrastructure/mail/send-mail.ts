import type { AttemptOutcome, RefusedAttempt } from '../effects/attempt/rules.ts';
import { isAddressRefused } from './mail-failure.ts';
import type { Mail, Mailer } from './mailer.ts';

/** Hands a mail to the mail server, as the one call of an effect. Responses of a mail server repeat the e-mail address, so they are not stored. */
export async function sendMail(mailer: Mailer, mail: Mail): Promise<AttemptOutcome<null>> {
  try {
    await mailer.send(mail);
    return { kind: 'done', result: null };
  } catch (error) {
    return isAddressRefused(error)
      ? mailRefused('address-refused')
      : { ...mailRefused('not-taken'), retryable: true };
  }
}

/** Returns the refusal of a mail that must not be sent. */
export const mailRefused = (reason: string): RefusedAttempt => ({
  kind: 'refused',
  reason,
  words: null,
  retryable: false,
});
