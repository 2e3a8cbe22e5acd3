/** The parts of nodemailer's errors that are read here (nodemailer.com/errors): reply codes are those of RFC 5321. */
export type MailFailure = Readonly<{
  code?: string;
  command?: string;
  permanent?: boolean;
  response?: string;
}>;

/** "You may not", of whatever kind (RFC 3463 section 3.8): about us, not about the receiver. */
const POLICY = /^\d{3}[ -]5\.7\./;

export const mailFailureOf = (error: unknown): MailFailure =>
  error instanceof Error ? (error as MailFailure) : {};

/** The mail server takes nothing for this address, today or tomorrow. */
export function isAddressRefused(error: unknown): boolean {
  const { command, permanent = false, response = '' } = mailFailureOf(error);
  return permanent && command === 'RCPT TO' && !POLICY.test(response);
}
