import type { DraftView, SaveDraftRequest } from '@posthorn/contracts/scheduling/drafts.http';
import { eachOptionalWord, OPTIONAL_WORD_NAMES } from '@posthorn/contracts/scheduling/optional-words';
import type { KeptDraft } from '../composer/post-draft.ts';
import { clockAt, instantOf, newPostFields } from '../composer/post-fields.ts';
import { targetKey, targetRequests } from '../composer/target-fields.ts';

type Writer = Readonly<{ zone: string; isPremium: boolean }>;

/** @param proposedTime the instant that the form proposed. The draft counts as planned only with another time. */
export function draftRequestOf(
  { fields, media }: KeptDraft,
  { zone, isPremium }: Writer,
  proposedTime: string | null,
): SaveDraftRequest {
  const instant = fields.now ? null : instantOf(fields, zone);
  const isPlanned = instant !== null && instant !== proposedTime;
  return {
    ...eachOptionalWord((name) => fields[name].trim()),
    content: fields.content.trim(),
    selectedAccountIds: fields.accountIds.map(Number),
    targets: targetRequests(
      fields.accountIds,
      fields.targets,
      media.map(({ mediaUrl }) => mediaUrl),
    ),
    aiRepliesEnabled: isPremium && fields.aiRepliesEnabled,
    mediaFiles: media.map(({ mediaUrl, altText }) => ({
      mediaUrl,
      ...(altText?.trim() && { altText: altText.trim() }),
    })),
    plannedFor: isPlanned ? instant : null,
    ...(isPlanned && { timezone: zone, localTime: fields.localTime }),
  };
}

/** Returns the form values of a draft. Without a planned time, `localTime` is empty, and the form proposes a time. */
export function keptOfDraft(draft: DraftView, zone: string): KeptDraft {
  const { content, plannedFor, accountIds, aiRepliesEnabled, targets, mediaFiles } = draft;
  const clock = plannedFor === null ? { localTime: '', second: false } : clockAt(plannedFor, zone);
  const fields = {
    ...newPostFields(zone, 0, accountIds.map(String)),
    ...eachOptionalWord((name) => draft[name] ?? ''),
    ...clock,
    content,
    aiRepliesEnabled,
    targets: Object.fromEntries(
      targets.map(({ accountId, content: own = '', options = {}, mediaUrls = null }) => [
        targetKey(accountId),
        { own: own !== '', content: own, options, mediaUrls },
      ]),
    ),
  };
  return { fields, media: mediaFiles };
}

/** Whether the form contains nothing that the user wrote or added. Accounts and times alone do not count. */
export const isEmpty = ({ fields, media }: KeptDraft, untouched: KeptDraft): boolean =>
  fields.content.trim() === untouched.fields.content.trim() &&
  OPTIONAL_WORD_NAMES.every((name) => fields[name].trim() === untouched.fields[name].trim()) &&
  media.length === untouched.media.length &&
  !Object.values(fields.targets).some((target) => target?.own);

/** Whether the draft on the server has the content of this request. The response to the request may have been lost. */
export const isStored = (request: SaveDraftRequest, draft: DraftView): boolean =>
  JSON.stringify(partsOf(request)) === JSON.stringify(partsOf(draft));

type Parts = Partial<DraftView> | SaveDraftRequest;

const partsOf = (parts: Parts) => [
  parts.content ?? '',
  OPTIONAL_WORD_NAMES.map((name) => parts[name] ?? ''),
  [...(parts.selectedAccountIds ?? [])],
  (parts.targets ?? []).map(({ accountId, content = '', options = {}, mediaUrls = null }) => [
    accountId,
    content,
    Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1)),
    mediaUrls,
  ]),
  (parts.mediaFiles ?? []).map(({ mediaUrl, altText }) => [mediaUrl, altText ?? '']),
  parts.plannedFor ? Date.parse(parts.plannedFor) : null,
  parts.aiRepliesEnabled ?? false,
];
