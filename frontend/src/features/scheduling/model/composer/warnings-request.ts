import type { ScheduleWarningsRequest } from '@posthorn/contracts/scheduling/schedule-warnings.http';
import { MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { FIELD_CHECKS, instantOf, type PostFields } from './post-fields.ts';
import { targetKey } from './target-fields.ts';

/** The post in an edit form, or the draft of a new post. */
export type PostOrDraft = Readonly<{ postId: number | undefined; draftId: string | undefined }>;

/** Returns the request for the warnings about a post; null: accounts or time are missing. */
export function warningsRequestOf(
  fields: PostFields,
  zone: string,
  now: number,
  { postId, draftId }: PostOrDraft,
): ScheduleWarningsRequest | null {
  const thisMinute = new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS).toISOString();
  const scheduledFor = fields.now ? thisMinute : instantOf(fields, zone);
  if (scheduledFor === null || fields.accountIds.length === 0) return null;
  return {
    scheduledFor,
    content: FIELD_CHECKS.content(fields.content) === true ? fields.content.trim() : '',
    targets: fields.accountIds.map((id) => {
      const { own = false, content = '' } = fields.targets[targetKey(id)] ?? {};
      const hasValidText = own && FIELD_CHECKS.ownContent(content) === true;
      return { accountId: Number(id), ...(hasValidText && { content: content.trim() }) };
    }),
    ...(postId !== undefined && { postId }),
    ...(draftId !== undefined && { draftId }),
  };
}
