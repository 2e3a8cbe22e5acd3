import { WEBHOOK } from '@posthorn/contracts/external/webhooks.http';
import { REPLY } from '@posthorn/contracts/inbox/comments.http';
import { eachOptionalWord, OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import { DRAFT } from '@posthorn/contracts/scheduling/drafts.http';
import { MANY_POSTS } from '@posthorn/contracts/scheduling/many-posts.http';
import { POST } from '@posthorn/contracts/scheduling/posts.http';
import { MEDIA } from '@posthorn/contracts/shared/media.http';
import { platforms } from '@posthorn/contracts/shared/platform';
import { OPTIONS } from '@posthorn/contracts/shared/publish-options';
import { LONGEST_TEXT } from '@posthorn/contracts/shared/text';
import type { Schema } from './call-row.ts';

/** A safe upper limit, above what any plan allows. */
const ACCOUNTS_MAX = 200;
const NUMBER_OF_ACCOUNT = { minimum: 1 };
/** At least one visible character. */
const SOME_TEXT = String.raw`\S`;
const INSTANT = String.raw`^(?:\d{4}|\+\d{6})-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$`;
const ZONE = String.raw`^[A-Za-z][\w+-]*(?:/[\w+-]+)*$`;
/** A UUID in lower case. */
export const DRAFT_ID = '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
const LOCAL_TIME = String.raw`^\d{4}-(?:0[1-9]|1[0-2])-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?$`;

const POST_FIELDS: Readonly<Record<string, Schema>> = {
  content: { pattern: SOME_TEXT, maxLength: POST.contentMax },
  ...eachOptionalWord((name) => ({ maxLength: OPTIONAL_WORDS[name].max })),
  scheduledFor: { pattern: INSTANT },
  timezone: { pattern: ZONE, maxLength: 64 },
  localTime: { pattern: LOCAL_TIME },
  targets: { maxItems: ACCOUNTS_MAX },
};
/** A draft may be longer than a post. */
const DRAFT_FIELDS: Readonly<Record<string, Schema>> = {
  content: { maxLength: DRAFT.contentMax },
  ...eachOptionalWord(() => ({ maxLength: DRAFT.contentMax })),
  plannedFor: { pattern: INSTANT },
  timezone: { pattern: ZONE, maxLength: 64 },
  localTime: { pattern: LOCAL_TIME },
  targets: { maxItems: ACCOUNTS_MAX },
  platforms: { maxItems: platforms.length },
  accountIds: { maxItems: ACCOUNTS_MAX },
  'accountIds[]': NUMBER_OF_ACCOUNT,
  media: { maxItems: POST.filesMax },
  'media[].altText': { maxLength: MEDIA.altTextMax },
};
const under = (name: string, fields: Readonly<Record<string, Schema>>) =>
  Object.fromEntries(Object.entries(fields).map(([field, bound]) => [`${name}.${field}`, bound]));

/** Constraints that a TypeScript type cannot express, by their path in the API document. `[]` stands for the items of a list. */
export const BOUNDS: Readonly<Record<string, Schema>> = {
  ...under('CreatePostRequest', POST_FIELDS),
  'CreatePostRequest.platforms': { maxItems: platforms.length },
  'CreatePostRequest.accountIds': { maxItems: ACCOUNTS_MAX },
  'CreatePostRequest.accountIds[]': NUMBER_OF_ACCOUNT,
  'CreatePostRequest.media': { maxItems: POST.filesMax },
  'CreatePostRequest.media[].altText': { maxLength: MEDIA.altTextMax },
  'CreatePostRequest.draftId': { pattern: DRAFT_ID },
  'CreatePostRequest.draftRevision': { minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  ...under('ExternalDraftRequest', DRAFT_FIELDS),
  'ScheduleDraftRequest.scheduledFor': { pattern: INSTANT },
  'ScheduleDraftRequest.timezone': { pattern: ZONE, maxLength: 64 },
  'ScheduleDraftRequest.localTime': { pattern: LOCAL_TIME },
  'ManyPostsRequest.ids': { minItems: 1, maxItems: MANY_POSTS.idsMax, uniqueItems: true },
  'ManyPostsRequest.ids[]': { minimum: 1 },
  'ManyPostsRequest.byDays': { minimum: -MANY_POSTS.daysMax, maximum: MANY_POSTS.daysMax },
  'ManyPostsRequest.byMinutes': { minimum: -MANY_POSTS.minutesMax, maximum: MANY_POSTS.minutesMax },
  'ManyPostsRequest.timezone': { pattern: ZONE, maxLength: 64 },
  'ManyPostsRequest.times[]': { pattern: INSTANT },
  ...under('ChangePostRequest', POST_FIELDS),
  'ChangePostRequest.selectedAccountIds': { minItems: 1, maxItems: ACCOUNTS_MAX },
  'ChangePostRequest.selectedAccountIds[]': NUMBER_OF_ACCOUNT,
  'ChangePostRequest.mediaFiles': { maxItems: POST.filesMax },
  'MediaFileRequest.altText': { maxLength: MEDIA.altTextMax },
  'TargetRequest.accountId': NUMBER_OF_ACCOUNT,
  'TargetRequest.content': { maxLength: LONGEST_TEXT },
  'TargetRequest.mediaUrls': { maxItems: POST.filesMax },
  PublishOptions: {
    maxProperties: OPTIONS.fieldsMax,
    propertyNames: { pattern: '^[a-z][A-Za-z0-9]{0,39}$' },
  },
  'ReplyRequest.replyText': { pattern: SOME_TEXT, maxLength: REPLY.textMax },
  'CreateWebhookRequest.url': { pattern: SOME_TEXT, maxLength: WEBHOOK.urlMax },
  'CreateWebhookRequest.types': { minItems: 1, maxItems: WEBHOOK.typesMax },
  'ChangeWebhookRequest.url': { pattern: SOME_TEXT, maxLength: WEBHOOK.urlMax },
  'ChangeWebhookRequest.types': { minItems: 1, maxItems: WEBHOOK.typesMax },
  'ReplayRequest.after': { minLength: 1 },
  OptionValue: { maxLength: OPTIONS.textMax, minimum: 0, maximum: OPTIONS.momentMax },
};

/** Numbers with a fraction; all others are whole. */
export const FRACTIONS: readonly string[] = ['Span.min', 'Span.max', 'MediaFileView.durationSeconds'];
