import { CommentsOfAccounts } from '#modules/integrations/ports/comments-of-accounts.ts';

/** Accounts on which nothing is new. A spec replaces what it needs. */
export class QuietAccounts extends CommentsOfAccounts {
  override wayOf: CommentsOfAccounts['wayOf'] = () =>
    Promise.resolve({ pace: { source: 'listing', fastest: 60 }, hasNews: true, isSimulated: false });

  override news: CommentsOfAccounts['news'] = () =>
    Promise.resolve({ kind: 'read', comments: [], gone: [], moved: [], cursor: {}, more: false });

  override thread: CommentsOfAccounts['thread'] = () =>
    Promise.resolve({ kind: 'read', comments: [], next: null });

  override one: CommentsOfAccounts['one'] = () => Promise.resolve({ kind: 'gone' });
}
