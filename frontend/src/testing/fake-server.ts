import { analyticsOfPosts } from '@posthorn/contracts/analytics/analytics.http';
import { listWebhooks } from '@posthorn/contracts/external/webhooks.http';
import { listApiTokens } from '@posthorn/contracts/identity/api-tokens.http';
import { getBilling, type BillingView } from '@posthorn/contracts/billing/billing.http';
import { listNotices, type NoticesView } from '@posthorn/contracts/notifications/notices.http';
import { ALL_NOTICES } from '@posthorn/contracts/shared/notice-choices';
import {
  getUserSettings,
  NO_POST_DEFAULTS,
  type UserSettings,
} from '@posthorn/contracts/identity/user-settings.http';
import { summarizeInbox, type InboxSummary } from '@posthorn/contracts/inbox/comments.http';
import { getInboxSettings, type InboxSettings } from '@posthorn/contracts/inbox/settings.http';
import { getLinkPage } from '@posthorn/contracts/link-tree/link-page.http';
import { linkPreview } from '@posthorn/contracts/integrations/link-card.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import { showCalendar, type CalendarView } from '@posthorn/contracts/scheduling/calendar.http';
import {
  listDrafts,
  saveDraft,
  type DraftConflict,
  type DraftPage,
} from '@posthorn/contracts/scheduling/drafts.http';
import { countPosts, precheckPost, type PostCounts } from '@posthorn/contracts/scheduling/posts.http';
import { scheduleWarnings } from '@posthorn/contracts/scheduling/schedule-warnings.http';
import type { Call, ErrorReply } from '@posthorn/contracts/shared/call';
import { MEDIA_QUOTA, mediaUsage, type MediaUsageView } from '@posthorn/contracts/shared/media-usage.http';
import { onlineManager } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { aLinkPage } from './views.ts';

const NO_POSTS: PostCounts = { all: 0, scheduled: 0, posted: 0, failed: 0, attention: 0 };
const NO_DRAFTS: DraftPage = { items: [], nextCursor: null, total: 0 };
const NO_COMMENTS: InboxSummary = {
  counts: { new: 0, replied: 0, total: 0 },
  groups: [],
  sources: [],
  asOf: '2026-11-20T12:00:00.000Z',
};
const INBOX_SETTINGS: InboxSettings = {
  autoReply: 'off',
  autoHideSpam: true,
  requireApproval: false,
  filterProfanity: true,
  blocked: [],
  aiConfigured: true,
};
const NO_CALENDAR: CalendarView = { items: [], drafts: [], accounts: [], more: false };
const NO_NOTICES: NoticesView = { notices: [], unread: 0 };
const USER_SETTINGS: UserSettings = { ...NO_POST_DEFAULTS, ...ALL_NOTICES };
const NO_SUBSCRIPTION: BillingView = {
  plan: 'free',
  causes: [],
  status: null,
  amount: null,
  currency: null,
  periodEnd: null,
  cancelAtPeriodEnd: false,
  endsAt: null,
  pastDueSince: null,
  canOpenPortal: false,
};
const NO_MEDIA: MediaUsageView = { bytes: 0, bytesMax: MEDIA_QUOTA.free, files: 0, filesMax: 1000 };
/** Default responses that most screens need and few specs test. */
export const server = setupServer(
  http.get(listPlatforms.path, () => HttpResponse.json([])),
  http.get(countPosts.path, () => HttpResponse.json(NO_POSTS)),
  http.get(listDrafts.path, () => HttpResponse.json(NO_DRAFTS)),
  http.put(saveDraft.path, async ({ request, params: { id } }) =>
    HttpResponse.json({ ...((await request.json()) as object), id, revision: 1 }),
  ),
  http.get(summarizeInbox.path, () => HttpResponse.json(NO_COMMENTS)),
  http.get(getInboxSettings.path, () => HttpResponse.json(INBOX_SETTINGS)),
  http.get(analyticsOfPosts.path, () => HttpResponse.json([])),
  http.get(listNotices.path, () => HttpResponse.json(NO_NOTICES)),
  http.get(getUserSettings.path, () => HttpResponse.json(USER_SETTINGS)),
  http.get(getBilling.path, () => HttpResponse.json(NO_SUBSCRIPTION)),
  http.get(mediaUsage.path, () => HttpResponse.json(NO_MEDIA)),
  http.get(listApiTokens.path, () => HttpResponse.json([])),
  http.get(listWebhooks.path, () => HttpResponse.json([])),
  http.get(getLinkPage.path, () => HttpResponse.json(aLinkPage())),
  http.get(linkPreview.path, () => HttpResponse.json({ card: null, reason: 'no-answer', message: '…' })),
  http.post(precheckPost.path, () => HttpResponse.json({ accounts: [] })),
  http.post(scheduleWarnings.path, () => HttpResponse.json({ warnings: [] })),
  http.get(showCalendar.path, () => HttpResponse.json(NO_CALENDAR)),
);
type Params = Readonly<Record<string, string | readonly string[] | undefined>>;
type MaybePromise<Value> = Value | Promise<Value>;

/** Fakes one call of the contract. The types of the contract check the request and the response. */
export function answer<Request, Reply>(
  call: Call<Request, Reply>,
  reply: NoInfer<
    (request: Request, params: Params, query: URLSearchParams, headers: Headers) => MaybePromise<Reply>
  >,
): void {
  handle(call, async (request, params) => {
    const json = request.headers.get('content-type')?.includes('application/json');
    const { searchParams } = new URL(request.url);
    const body = (json ? await request.json() : undefined) as Request;
    const value = await reply(body, params, searchParams, request.headers);
    return value === undefined ? new HttpResponse(null, { status: 204 }) : HttpResponse.json(value as object);
  });
}

/** Fakes one call whose response has additional headers. */
export function answerWithHeaders<Reply>(
  call: Call<unknown, Reply>,
  reply: NoInfer<
    (query: URLSearchParams) => MaybePromise<Readonly<{ reply: Reply; headers: Record<string, string> }>>
  >,
): void {
  handle(call, async (request) => {
    const { reply: value, headers } = await reply(new URL(request.url).searchParams);
    return HttpResponse.json(value as object, { headers });
  });
}

/** Throws an error response. Call it inside a faked call. */
export function refuseWith(status: number, body: ErrorReply | DraftConflict): never {
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- the fake server sends an error response that is thrown
  throw HttpResponse.json(body, { status });
}

/** Throws the response that the requested object does not exist. Call it inside a faked call. */
export function missing(code = 'test.missing'): never {
  const body: ErrorReply = { message: 'no', code, requestId: 'r1' };
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- the fake server sends an error response that is thrown
  throw HttpResponse.json(body, { status: 404 });
}

/** Fakes one call of the contract with an error response in the server's format. */
export function refuse<Request, Reply>(
  call: Call<Request, Reply>,
  status: number,
  error: Partial<ErrorReply> = {},
): void {
  const body: ErrorReply = { message: 'no', code: 'test.refused', requestId: 'r1', ...error };
  handle(call, () => HttpResponse.json(body, { status }));
}

/** Lets all requests fail while the app is offline. Call it after all other fakes. */
export function failOffline(): void {
  server.use(http.all('*', () => (onlineManager.isOnline() ? undefined : HttpResponse.error())));
}

function handle(
  { method, path }: Call<unknown, unknown>,
  resolve: (request: Request, params: Params) => MaybePromise<Response>,
): void {
  const verb = method.toLowerCase() as Lowercase<typeof method>;
  server.use(http[verb](path, ({ request, params }) => resolve(request, params)));
}
