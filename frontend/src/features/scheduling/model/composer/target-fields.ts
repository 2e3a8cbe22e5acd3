import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { PostView, TargetRequest } from '@posthorn/contracts/scheduling/posts.http';

/** The values of the form for one account. */
export type TargetFields = Readonly<{
  /** True: the account gets `content` instead of the shared text. */
  own: boolean;
  content: string;
  options: PublishOptions;
  /** The selected files of the account. Null, or absent in old drafts: all files. */
  mediaUrls?: readonly string[] | null;
}>;

/** The fields by `targetKey`. Unchanged accounts are missing. */
export type TargetFieldsByKey = Readonly<Partial<Record<string, TargetFields>>>;

/** Returns the key of an account. With a bare number as the key, the form library would create an array. */
export const targetKey = (accountId: number | string): `account${string}` => `account${String(accountId)}`;

export const untouchedTarget: TargetFields = { own: false, content: '', options: {}, mediaUrls: null };

export const targetFieldsOf = ({ targets }: PostView): TargetFieldsByKey =>
  Object.fromEntries(
    targets.map(({ accountId, content, options, mediaUrls }) => [
      targetKey(accountId),
      { own: content !== null, content: content ?? '', options, mediaUrls },
    ]),
  );

/** Returns the entries of the request for the selected accounts. An account without its own content also gets an entry. */
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
      // Leaves out files that were removed from the post after their selection.
      mediaUrls: mediaUrls && mediaUrls.filter((url) => files.includes(url)),
    };
  });
