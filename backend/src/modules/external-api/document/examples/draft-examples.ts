import type { ExternalDraftRequest, ScheduleDraftRequest } from '@posthorn/contracts/external/drafts.http';
import type { CalendarView } from '@posthorn/contracts/scheduling/calendar.http';
import type { DraftPage, DraftView } from '@posthorn/contracts/scheduling/drafts.http';
import type { ManyPostsRequest } from '@posthorn/contracts/scheduling/many-posts.http';
import { NO_OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';

const DRAFT = '5b0c2f5e-8f0e-4a8a-9d3f-2f6a1c9e7b40';
export const DRAFT_REQUEST: ExternalDraftRequest = {
  content: 'Fresh bread from',
  accountIds: [12],
  plannedFor: '2026-12-01T07:00:00Z',
};
export const SCHEDULE_DRAFT: ScheduleDraftRequest = { scheduledFor: '2026-12-01T07:00:00Z' };
const LINE: DraftPage['items'][number] = {
  id: DRAFT,
  revision: 1,
  content: 'Fresh bread from',
  ...NO_OPTIONAL_WORDS,
  plannedFor: '2026-12-01T07:00:00.000Z',
  timezone: null,
  accountIds: [12],
  aiRepliesEnabled: false,
  mediaFiles: [],
  createdAt: '2026-11-26T10:30:00.000Z',
  changedAt: '2026-11-26T10:30:00.000Z',
  device: 'My blog',
};
export const DRAFT_VIEW: DraftView = { ...LINE, localTime: null, selectedAccountIds: [12], targets: [] };
export const DRAFT_PAGE: DraftPage = { items: [LINE], nextCursor: null, total: 1 };
export const CALENDAR_VIEW: CalendarView = {
  items: [
    {
      id: 7,
      scheduledFor: '2026-12-01T07:00:00.000Z',
      line: 'Fresh bread from seven.',
      accounts: [12],
      status: 'scheduled',
      attention: false,
      movable: true,
      thumbnail: null,
    },
  ],
  drafts: [
    {
      draft: true,
      id: DRAFT,
      revision: 1,
      scheduledFor: '2026-12-01T07:00:00.000Z',
      line: 'Fresh bread from',
      accounts: [12],
      thumbnail: null,
    },
  ],
  accounts: [{ id: 12, platform: 'mastodon', accountName: 'ana@mastodon.social' }],
  more: false,
};
export const MANY: ManyPostsRequest = { ids: [7, 8], action: 'move', byDays: 1 };
