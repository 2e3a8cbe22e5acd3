import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { PostView, TargetRequest } from '@posthorn/contracts/scheduling/posts.http';

/** What the form holds for one account beside what all accounts get. */
export type TargetFields = Readonly<{
  /** The account gets `content` instead of the text for all. */
  own: boolean;
  content: string;
  options: PublishOptions;
  /** Its own selection of the files; null, and absent in old drafts: all of them. */
  mediaUrls?: readonly string[] | null;
}>;

/** By `targetKey`. Accounts that were never touched are missing. */
export type TargetFieldsByKey = Readonly<Partial<Record<string, TargetFields>>>;

/** A bare number would make the form's library keep a list. */
export const targetKey = (accountId: number | string): `account${string}` => `account${String(accountId)}`;

export const untouchedTarget: TargetFields = { own: false, content: '', options: {}, mediaUrls: null };

export const targetFieldsOf = ({ targets }: PostView): TargetFieldsByKey =>
  Object.fromEntries(
    targets.map(({ accountId, content, options, mediaUrls }) => [
      targetKey(accountId),
      { own: content !== null, content: content ?? '', options, mediaUrls },
    ]),
  );

/** What is sent for the chosen accounts of a post with these files; an account that gets nothing of its own says so. */
export const targetRequests = (
  accountIds: readonly string[],
  targets: TargetFieldsByKey,
  files: readonly string[],
): TargetRequest[] =>
  accountIds.map((id) => {
    const { own, content, options, mediaUrls = null } = targets[targetKey(id)] ?? untouchedTarget;
    return {
      accountId: Number(id),
      content: own ? content.trim() : '',
      options,
      // A file may have left the post since it was chosen.
      mediaUrls: mediaUrls && mediaUrls.filter((url) => files.includes(url)),
    };
  });
