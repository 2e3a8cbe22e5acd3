import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Finding } from '#infrastructure/operations/finding.ts';

/** `why`: a sentence on what keeps the comments of the account from being read; null: nothing that can be told without asking. */
export type CommentReadiness = Readonly<{ platform: Platform; why: string | null }>;

/** Whether comments can be read with what the owners of connected accounts have granted, platform by platform. */
export function commentFindings(accounts: readonly CommentReadiness[]): readonly Finding[] {
  const keyOf = ({ platform, why }: CommentReadiness) => JSON.stringify([platform, why]);
  const groups = new Map(accounts.map((account) => [keyOf(account), account]));
  return [...groups].map(([key, { platform: about, why }]): Finding => {
    const count = accounts.filter((account) => keyOf(account) === key).length;
    const of = `Comments of ${String(count)} ${count === 1 ? 'account' : 'accounts'}`;
    return why === null
      ? { about, state: 'good', text: `${of} can be read.` }
      : { about, state: 'note', text: `${of} cannot be read: ${why}` };
  });
}
