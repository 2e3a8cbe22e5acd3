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
export const aDraft = (differs: Partial<DraftView> = {}): DraftView => ({
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
  ...differs,
});

/** The drafts of a fake server, and what it was asked to do. */
export type DraftsOnServer = {
  drafts: DraftView[];
  saves: Readonly<{ id: string; request: SaveDraftRequest; base: string | null }>[];
  deleted: string[];
  /** The post that each draft has become; null: it was deleted. */
  ended: Record<string, number | null>;
};

/** Answers the calls of drafts as the contract says. Media are those of the saved draft, or have only an address. */
export function answerDrafts(drafts: DraftView[] = []): DraftsOnServer {
  const server: DraftsOnServer = { drafts, saves: [], deleted: [], ended: {} };
  const gone: DraftView[] = [];
  const find = (id: unknown) => server.drafts.find((draft) => draft.id === id);
  answer(saveDraft, (request, { id }, _query, headers) => {
    const known = find(id);
    const base = headers.get('if-match');
    server.saves.push({ id: String(id), request, base });
    const postId = server.ended[String(id)];
    if (postId !== undefined) refuseWith(412, { ...refusal('scheduling.draft-gone'), draft: null, postId });
    const draft = draftOf(String(id), request, known);
    if (known && contentOf(known) === contentOf(draft)) return known;
    if (known && base !== `"${String(known.revision)}"`) conflict(base, known);
    server.drafts = [draft, ...server.drafts.filter((each) => each.id !== id)];
    return draft;
  });
  answer(getDraft, (_nothing, { id }) => find(id) ?? missing('scheduling.draft-not-found'));
  answer(listDrafts, () => ({ items: server.drafts, nextCursor: null, total: server.drafts.length }));
  answer(deleteDraft, (_nothing, { id }) => {
    const draft = find(id);
    server.deleted.push(String(id));
    if (draft) gone.push(draft);
    server.drafts = server.drafts.filter((each) => each.id !== id);
  });
  answer(restoreDraft, (_nothing, { id }) => {
    const draft = gone.find((each) => each.id === id) ?? missing('scheduling.draft-not-found');
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

function draftOf(id: string, request: SaveDraftRequest, known: DraftView | undefined): DraftView {
  const { content = '', targets = [], selectedAccountIds = [], plannedFor = null, mediaFiles = [] } = request;
  return aDraft({
    ...eachOptionalWord((name) => request[name] ?? null),
    id,
    revision: (known?.revision ?? 0) + 1,
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
