import { createHash } from 'node:crypto';

/** A person with an account at a sign-in provider. */
export type SignInPerson = Readonly<{ account: string; name: string; email: string; subject: string }>;

/** The accounts that the consent page offers. Any other name works as well. */
const OFFERED = ['ana', 'ben', 'carla'] as const;

/**
 * Returns the account with this name. Its mail address has a separate domain. So the address never equals one that a person signed in with
 * by mail.
 */
export function personAt(provider: string, account: string): SignInPerson {
  const name = `${account.charAt(0).toUpperCase()}${account.slice(1)} Sandbox`;
  const subject = BigInt(
    `0x${createHash('sha256').update(`${provider} ${account}`).digest('hex').slice(0, 16)}`,
  );
  return { account, name, email: `${account}@${provider}.example`, subject: String(subject) };
}

export const offeredPeople = (provider: string): readonly SignInPerson[] =>
  OFFERED.map((account) => personAt(provider, account));

/** Removes characters that no provider allows in a name; null: no character remains. */
export function accountNamed(typed: string): string | null {
  const name = typed
    .toLowerCase()
    .replace(/[^a-z0-9_.]/g, '')
    .replace(/^\.+|\.+$/g, '');
  return name === '' ? null : name.slice(0, 40);
}
