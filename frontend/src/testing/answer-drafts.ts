import {
  deleteDraft,
  getDraft,
  listDrafts,
  restoreDraft,
  saveDraft,
  type DraftView,
  type SaveDraftRequest,
} from '@posthorn/contracts/scheduling/drafts.http';
import { eachOptionalWord } from '@posthorn/contracts/scheduling/optional-words';
import { answer, missing, refuseWith } from './fake-server.ts';

/** A draft as the server sends it. */
export const aDraft = (overrides: Partial<DraftView> = {}): DraftView => ({
  ...eachOptionalWord(() => null),
  id: '11111111-1111-4111-8111-111111111111',
  revision: 1,
  content: 'Half a thought',
  plannedFor: null,
  timezone: null,
  localTime: null,
  accountIds: [],
  selectedAccountIds: [],
  targets: [],
  aiRepliesEnabled: false,
  mediaFiles: [],
  createdAt: '2026-11-28T08:00:00.000Z',
  changedAt: '2026-11-28T09:00:00.000Z',
  device: 'Firefox on Windows',
  ...overrides,
});

/** The drafts of a fake server, and the requests that it has received. */
export type DraftsOnServer = {
  drafts: DraftView[];
  saves: Readonly<{ id: string; request: SaveDraftRequest; base: string | null }>[];
  deleted: string[];
  /** The id of the post that each scheduled draft has become, or null for a deleted draft. */
  ended: Record<string, number | null>;
};

/** Fakes the calls for drafts as the contract describes them. The files of a draft have real URLs but invented details. */
export function answerDrafts(drafts: DraftView[] = []): DraftsOnServer {
  const server: DraftsOnServer = { drafts, saves: [], deleted: [], ended: {} };
  const deletedDrafts: DraftView[] = [];
  const find = (id: unknown) => server.drafts.find((draft) => draft.id === id);
  answer(saveDraft, (request, { id }, _query, headers) => {
    const stored = find(id);
    const base = headers.get('if-match');
    server.saves.push({ id: String(id), request, base });
    const postId = server.ended[String(id)];
    if (postId !== undefined) refuseWith(412, { ...refusal('scheduling.draft-gone'), draft: null, postId });
    const draft = draftOf(String(id), request, stored);
    if (stored && contentOf(stored) === contentOf(draft)) return stored;
    if (stored && base !== `"${String(stored.revision)}"`) conflict(base, stored);
    server.drafts = [draft, ...server.drafts.filter((each) => each.id !== id)];
    return draft;
  });
  answer(getDraft, (_nothing, { id }) => find(id) ?? missing('scheduling.draft-not-found'));
  answer(listDrafts, () => ({ items: server.drafts, nextCursor: null, total: server.drafts.length }));
  answer(deleteDraft, (_nothing, { id }) => {
    const draft = find(id);
    server.deleted.push(String(id));
    if (draft) deletedDrafts.push(draft);
    server.drafts = server.drafts.filter((each) => each.id !== id);
  });
  answer(restoreDraft, (_nothing, { id }) => {
    const draft = deletedDrafts.find((each) => each.id === id) ?? missing('scheduling.draft-not-found');
    server.drafts = [draft, ...server.drafts];
    return draft;
  });
  return server;
}

const contentOf = (draft: DraftView): string =>
  JSON.stringify({ ...draft, revision: 0, createdAt: '', changedAt: '', device: '' });

function conflict(base: string | null, draft: DraftView): never {
  const [status, code] =
    base === null ? [428, 'scheduling.draft-needs-revision'] : [412, 'scheduling.draft-changed'];
  return refuseWith(status, { ...refusal(code), draft, postId: null });
}

const refusal = (code: string) => ({ message: 'no', code, requestId: 'r1' });

function draftOf(id: string, request: SaveDraftRequest, stored: DraftView | undefined): DraftView {
  const { content = '', targets = [], selectedAccountIds = [], plannedFor = null, mediaFiles = [] } = request;
  return aDraft({
    ...eachOptionalWord((name) => request[name] ?? null),
    id,
    revision: (stored?.revision ?? 0) + 1,
    content,
    targets,
    selectedAccountIds,
    accountIds: selectedAccountIds,
    plannedFor,
    localTime: request.localTime ?? null,
    timezone: request.timezone ?? null,
    mediaFiles: mediaFiles.map(({ mediaUrl, altText = null }, order) => ({
      mediaUrl,
      mediaType: 'image',
      mimeType: 'image/jpeg',
      mediaSize: 4,
      originalName: mediaUrl.slice('/media/'.length),
      order,
      thumbnailUrl: null,
      width: 1,
      height: 1,
      durationSeconds: null,
      altText,
    })),
  });
}
