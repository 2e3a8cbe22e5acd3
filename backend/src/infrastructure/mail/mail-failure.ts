/** The fields of nodemailer's errors that we use (nodemailer.com/errors). Reply codes are those of RFC 5321. */
export type MailFailure = Readonly<{
  code?: string;
  command?: string;
  permanent?: boolean;
  response?: string;
}>;

/** A refusal by policy (RFC 3463 section 3.8). The server refuses us as the sender, not the recipient. */
const POLICY = /^\d{3}[ -]5\.7\./;

export const mailFailureOf = (error: unknown): MailFailure =>
  error instanceof Error ? (error as MailFailure) : {};

/**
 * Whether the mail server accepts none of our mails. A refused sign-in counts, but not a temporary failure of the sign-in: 4yz, as in 454
 * (RFC 4954, section 6).
 */
export function isSenderRefused(error: unknown): boolean {
  const { code, permanent = false, response = '' } = mailFailureOf(error);
  return permanent || (code === 'EAUTH' && !response.startsWith('4'));
}

/** Whether the mail server refuses this e-mail address for good. */
export function isAddressRefused(error: unknown): boolean {
  const { command, permanent = false, response = '' } = mailFailureOf(error);
  return permanent && command === 'RCPT TO' && !POLICY.test(response);
}
