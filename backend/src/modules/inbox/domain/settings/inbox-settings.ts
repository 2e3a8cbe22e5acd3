import type { AutoReplyMode } from '@posthorn/contracts/inbox/settings.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { assertNever, type Event, type Stream } from '@posthorn/event-sourcing';
import { eventsOf, personal, plain } from '@posthorn/event-sourcing/event-shape';

type Of = Readonly<{ userId: string }>;
type AutoReplyModeChosen = Event<
  'AutoReplyModeChosen',
  1,
  Of & Readonly<{ mode: 'send' | 'draft'; at: string }>
>;
/** `reason`: `chosen` if the user switched off automatic replies, otherwise the code of the cause. */
type AutoReplyStopped = Event<'AutoReplyStopped', 1, Of & Readonly<{ reason: string; at: string }>>;
/** All three settings, with their values after the change. */
type InboxModerationChosen = Event<
  'InboxModerationChosen',
  1,
  Of & ModerationSettings & Readonly<{ at: string }>
>;
/** `authorMac`: a keyed digest of the author. `name`: the author's name at the time of the event. */
type AuthorBlocked = Event<
  'AuthorBlocked',
  1,
  Of & Readonly<{ authorMac: string; platform: Platform; name: string; at: string }>
>;
type AuthorUnblocked = Event<'AuthorUnblocked', 1, Of & Readonly<{ authorMac: string; at: string }>>;
export type InboxSettingsEvent =
  | AutoReplyModeChosen
  | AutoReplyStopped
  | InboxModerationChosen
  | AuthorBlocked
  | AuthorUnblocked;

export type ModerationSettings = Readonly<{
  autoHideSpam: boolean;
  requireApproval: boolean;
  filterProfanity: boolean;
}>;
type Blocked = Readonly<{ authorMac: string; platform: Platform; name: string; at: string }>;
export type InboxSettingsState = ModerationSettings &
  Readonly<{
    autoReply: AutoReplyMode;
    blocked: readonly Blocked[];
    /** The mode that the end of the plan replaced with `off`. Absent after the user chose a mode, or when the plan is active again. */
    untilPlanEnded?: 'send' | 'draft';
  }>;
const PLAN_ENDED = 'plan-ended';

const owner = personal((data: Of) => data.userId);

export const inboxSettingsStream: Stream<InboxSettingsState, InboxSettingsEvent> = {
  category: 'inboxSettings',
  // Automatic replies are on by default, because users also switch them on for each single post.
  initial: {
    autoReply: 'send',
    blocked: [],
    autoHideSpam: true,
    requireApproval: false,
    filterProfanity: true,
  },
  evolve(before, event) {
    const without = (mac: string) => before.blocked.filter(({ authorMac }) => authorMac !== mac);
    switch (event.type) {
      case 'AutoReplyModeChosen':
        return withMode(before, event.data.mode);
      case 'AutoReplyStopped': {
        const { autoReply } = before;
        const isByPlan = event.data.reason === PLAN_ENDED && autoReply !== 'off';
        return { ...withMode(before, 'off'), ...(isByPlan && { untilPlanEnded: autoReply }) };
      }
      case 'InboxModerationChosen': {
        const { autoHideSpam, requireApproval, filterProfanity } = event.data;
        return { ...before, autoHideSpam, requireApproval, filterProfanity };
      }
      case 'AuthorBlocked': {
        const { authorMac, platform, name, at } = event.data;
        return { ...before, blocked: [...without(authorMac), { authorMac, platform, name, at }] };
      }
      case 'AuthorUnblocked':
        return { ...before, blocked: without(event.data.authorMac) };
      default:
        return assertNever(event);
    }
  },
  shapes: {
    AutoReplyModeChosen: { schema: 1, fields: { userId: plain, mode: plain, at: plain } },
    AutoReplyStopped: { schema: 1, fields: { userId: plain, reason: plain, at: plain } },
    InboxModerationChosen: { schema: 1, fields: { userId: plain, at: plain } },
    AuthorBlocked: {
      schema: 1,
      fields: { userId: plain, authorMac: owner, platform: plain, name: owner, at: plain },
    },
    AuthorUnblocked: { schema: 1, fields: { userId: plain, authorMac: owner, at: plain } },
  },
};

const settingsEvent = eventsOf<InboxSettingsEvent>(inboxSettingsStream.shapes);

/** Sets the mode, and removes `untilPlanEnded`. */
function withMode(before: InboxSettingsState, autoReply: AutoReplyMode): InboxSettingsState {
  const { blocked, autoHideSpam, requireApproval, filterProfanity } = before;
  return { autoReply, blocked, autoHideSpam, requireApproval, filterProfanity };
}

/** If the user switches off automatic replies after the plan ended, they stay off when the plan is active again. */
export function chooseAutoReply(
  { autoReply, untilPlanEnded }: InboxSettingsState,
  userId: string,
  mode: AutoReplyMode,
  now: Date,
): InboxSettingsEvent[] {
  if (mode === autoReply && untilPlanEnded === undefined) return [];
  return [mode === 'off' ? stopped(userId, 'chosen', now) : modeChosen(userId, mode, now)];
}

/** Automatic replies stop when the plan ends, and get their former mode when the plan is active again. */
export function followPlan(
  { autoReply, untilPlanEnded }: InboxSettingsState,
  userId: string,
  isAllowed: boolean,
  now: Date,
): InboxSettingsEvent[] {
  if (!isAllowed) return autoReply === 'off' ? [] : [stopped(userId, PLAN_ENDED, now)];
  return untilPlanEnded === undefined ? [] : [modeChosen(userId, untilPlanEnded, now)];
}

const stopped = (userId: string, reason: string, now: Date): AutoReplyStopped =>
  settingsEvent('AutoReplyStopped', { userId, reason, at: now.toISOString() });
const modeChosen = (userId: string, mode: 'send' | 'draft', now: Date): AutoReplyModeChosen =>
  settingsEvent('AutoReplyModeChosen', { userId, mode, at: now.toISOString() });

/** Settings that are absent in `change` keep their values. */
export function chooseModeration(
  state: InboxSettingsState,
  userId: string,
  change: Partial<ModerationSettings>,
  now: Date,
): InboxSettingsEvent[] {
  const {
    autoHideSpam = state.autoHideSpam,
    requireApproval = state.requireApproval,
    filterProfanity = state.filterProfanity,
  } = change;
  const isSame =
    autoHideSpam === state.autoHideSpam &&
    requireApproval === state.requireApproval &&
    filterProfanity === state.filterProfanity;
  if (isSame) return [];
  const data = { userId, autoHideSpam, requireApproval, filterProfanity, at: now.toISOString() };
  return [settingsEvent('InboxModerationChosen', data)];
}

export function blockAuthor(
  { blocked }: InboxSettingsState,
  userId: string,
  author: Omit<Blocked, 'at'>,
  now: Date,
): InboxSettingsEvent[] {
  if (blocked.some(({ authorMac }) => authorMac === author.authorMac)) return [];
  return [settingsEvent('AuthorBlocked', { userId, ...author, at: now.toISOString() })];
}

export function unblockAuthor(
  { blocked }: InboxSettingsState,
  userId: string,
  authorMac: string,
  now: Date,
): InboxSettingsEvent[] {
  if (!blocked.some((author) => author.authorMac === authorMac)) return [];
  return [settingsEvent('AuthorUnblocked', { userId, authorMac, at: now.toISOString() })];
}
