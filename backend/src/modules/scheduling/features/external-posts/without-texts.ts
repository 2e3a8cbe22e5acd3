import type { ApiScope } from '@posthorn/contracts/identity/api-tokens.http';
import type { PostView, RemovalView, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { NO_OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';

// Lists the fields to keep, so that a new field stays hidden. A new field causes a type error below until a developer
// decides whether to keep the field.

const OF_POST = [
  'id',
  'revision',
  'userId',
  'scheduledFor',
  'timezone',
  'status',
  'attention',
  'publishing',
  'platform',
  'selectedPlatforms',
  'selectedAccountIds',
  'platformStatuses',
  'aiRepliesEnabled',
  'createdAt',
] as const satisfies readonly (keyof PostView)[];

const OF_TARGET = [
  'accountId',
  'platform',
  'accountName',
  'status',
  'remoteId',
  'permalink',
  'publishedAt',
  'attempts',
  'nextAttemptAt',
  'problem',
  'waitsSince',
  'warning',
  'remoteDeletion',
  'remoteDeletionProblem',
  'coverProblem',
  'duplicates',
  'lookUntil',
] as const satisfies readonly (keyof TargetView)[];

/**
 * The view for a token that may write but not read posts. Leaves out all texts, which other users of the
 * account may have written.
 */
export const withoutTexts = (post: PostView): PostView => ({
  ...only(post, OF_POST),
  ...NO_OPTIONAL_WORDS,
  content: '',
  mediaUrl: null,
  mediaFiles: [],
  brief: true,
  targets: post.targets.map(targetWithoutTexts),
});

const targetWithoutTexts = (target: TargetView): TargetView => ({
  ...only(target, OF_TARGET),
  content: null,
  mediaUrls: null,
  options: {},
});

const mayRead = (scopes: readonly ApiScope[]): boolean => scopes.includes('posts:read');

/** The post, without texts if the token may not read posts. */
export const readablePost = (post: PostView, scopes: readonly ApiScope[]): PostView =>
  mayRead(scopes) ? post : withoutTexts(post);

/** The removal, without texts if the token may not read posts. */
export const readableRemoval = (removal: RemovalView, scopes: readonly ApiScope[]): RemovalView =>
  mayRead(scopes) ? removal : { ...removal, targets: removal.targets.map(targetWithoutTexts) };

const only = <T extends object, K extends keyof T>(from: T, fields: readonly K[]): Pick<T, K> =>
  Object.fromEntries(fields.map((field) => [field, from[field]])) as Pick<T, K>;
