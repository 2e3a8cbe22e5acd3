import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { PostView, TargetRequest } from '@posthorn/contracts/scheduling/posts.http';

/** The form's values for one account, besides the shared ones. */
export type TargetFields = Readonly<{
  /** The account gets `content` instead of the text for all. */
  own: boolean;
  content: string;
  options: PublishOptions;
  /** Its own selection of the files. Null, and absent in old drafts: all of them. */
  mediaUrls?: readonly string[] | null;
}>;

/** By `targetKey`. Unchanged accounts are missing. */
export type TargetFieldsByKey = Readonly<Partial<Record<string, TargetFields>>>;

/** With a bare number as the key, the form library would make an array. */
export const targetKey = (accountId: number | string): `account${string}` => `account${String(accountId)}`;

export const untouchedTarget: TargetFields = { own: false, content: '', options: {}, mediaUrls: null };

export const targetFieldsOf = ({ targets }: PostView): TargetFieldsByKey =>
  Object.fromEntries(
    targets.map(({ accountId, content, options, mediaUrls }) => [
      targetKey(accountId),
      { own: content !== null, content: content ?? '', options, mediaUrls },
    ]),
  );

/** The request's entries for the selected accounts of a post with these files. An account without own content gets an explicit entry. */
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
      // A file may have been removed from the post since it was selected.
      mediaUrls: mediaUrls && mediaUrls.filter((url) => files.includes(url)),
    };
  });
