import type { CommentDetail } from '@posthorn/contracts/inbox/comments.http';
import type { SandboxReply } from '../../sandbox-control.ts';

/** A comment of the run. `isAsked`: the run has requested a reply to it. */
export type Made = Readonly<{
  number: number;
  platform: string;
  isAsked: boolean;
  /** The number of the comment above it. */
  parent?: number | null;
}>;

export type ReplyTally = Readonly<{
  comments: number;
  /** Comments that are missing from the inbox, or appear there more than once. */
  missing: number;
  repeated: number;
  asked: number;
  sent: number;
  failed: number;
  unknown: number;
  open: number;
  /** Replies that their platform received more than once. */
  duplicates: number;
  /** Replies that were reported as "sent" but are not on the platform, or that are missing from the inbox. */
  lost: number;
  /** Replies that are on the platform although the inbox does not report them as sent. */
  unrecorded: number;
  /** Replies that were reported as "sent" without exactly one event that proves this. */
  unproved: number;
  /** Comments that have a reply in the inbox although the run requested none. */
  misjudged: number;
  /** Comments and replies that the run did not write. */
  strangers: number;
  platforms: Readonly<Record<string, Readonly<{ comments: number; asked: number; arrived: number }>>>;
  problems: readonly string[];
}>;

/** The text that distinguishes a comment or a reply from all others. */
export const questionOf = (number: number): string => `Chaos question ${String(number)}.`;
export const replyTextOf = (number: number): string => `Chaos answer ${String(number)}.`;
const QUESTION = /Chaos question (\d+)\./u;
const REPLY = /Chaos answer (\d+)\./u;
/** The number of a comment of the run; NaN for any other comment. */
export const numberOf = (commentText: string): number => Number(QUESTION.exec(commentText)?.[1]);

type Counted = Made & Readonly<{ views: readonly CommentDetail[]; arrived: number }>;

/** Compares the inbox with what the platforms received. All platforms of the run can look up a reply. */
export function tallyReplies(
  made: readonly Made[],
  inbox: readonly CommentDetail[],
  received: readonly SandboxReply[],
): ReplyTally {
  const known = new Map(made.map((each) => [each.number, each]));
  const views = grouped(inbox, ({ commentText }) => numberOf(commentText));
  const arrivals = grouped(received, ({ text }) => Number(REPLY.exec(text)?.[1]));
  const strangers = [
    ...inbox.filter(({ commentText }) => !known.has(numberOf(commentText))).map((each) => each.commentText),
    ...received
      .filter(({ text }) => known.get(Number(REPLY.exec(text)?.[1]))?.isAsked !== true)
      .map(({ text }) => text),
  ];
  const all = made.map((each): Counted => ({
    ...each,
    views: views.get(each.number) ?? [],
    arrived: arrivals.get(each.number)?.length ?? 0,
  }));
  const asked = all.filter(({ isAsked }) => isAsked);
  const inState = (state: string) => asked.filter((each) => stateOf(each) === state);
  return {
    comments: all.length,
    missing: all.filter((each) => each.views.length === 0).length,
    repeated: all.filter((each) => each.views.length > 1).length,
    asked: asked.length,
    sent: inState('sent').length,
    failed: inState('failed').length,
    unknown: inState('unknown').length,
    open: inState('waiting').length + inState('sending').length,
    duplicates: asked.filter(({ arrived }) => arrived > 1).length,
    lost: inState('sent').filter(({ arrived }) => arrived === 0).length + inState('none').length,
    unrecorded: asked.filter((each) => each.arrived > 0 && stateOf(each) !== 'sent').length,
    unproved: inState('sent').filter((each) => proofsOf(each) !== 1).length,
    misjudged: all.filter(isMisjudged).length,
    strangers: strangers.length,
    platforms: byPlatform(all),
    problems: [
      ...all.filter((each) => !isCorrect(each)).map(describe),
      ...strangers.map((text) => `Nobody wrote or asked for: ${text}`),
    ],
  };
}

function grouped<Item>(
  items: readonly Item[],
  numberOfItem: (item: Item) => number,
): ReadonlyMap<number, readonly Item[]> {
  const groups = new Map<number, Item[]>();
  for (const item of items) groups.set(numberOfItem(item), [...(groups.get(numberOfItem(item)) ?? []), item]);
  return groups;
}

const viewOf = ({ views }: Counted): CommentDetail | undefined => views[0];
const stateOf = (each: Counted): string => viewOf(each)?.reply?.state ?? 'none';
const eventsOf = (each: Counted): readonly string[] => viewOf(each)?.history.map(({ type }) => type) ?? [];
/** The types of events with the time of day, to compare them with delayed calls. */
const timesOf = (each: Counted): readonly string[] =>
  viewOf(each)?.history.map(({ type, at }) => `${at.slice(11, 23)} ${type}`) ?? [];
const proofsOf = (each: Counted): number =>
  eventsOf(each).filter((type) => type === 'ReplySent' || type === 'ReplyDuplicateDetected').length;

/** Whether a comment seems to have a reply that the run did not request. */
const isMisjudged = (each: Counted): boolean =>
  eventsOf(each).includes('OwnReplySeen') || (!each.isAsked && viewOf(each)?.status === 'manual_reply');

function isCorrect(each: Counted): boolean {
  if (each.views.length !== 1 || isMisjudged(each)) return false;
  if (!each.isAsked) return stateOf(each) === 'none' && each.arrived === 0;
  if (stateOf(each) === 'sent') return each.arrived === 1 && proofsOf(each) === 1;
  return stateOf(each) === 'failed' && each.arrived === 0 && viewOf(each)?.reply?.problem != null;
}

function byPlatform(all: readonly Counted[]): ReplyTally['platforms'] {
  const platforms: Record<string, { comments: number; asked: number; arrived: number }> = {};
  for (const { platform, isAsked, arrived } of all) {
    const sums = (platforms[platform] ??= { comments: 0, asked: 0, arrived: 0 });
    sums.comments += 1;
    sums.asked += isAsked ? 1 : 0;
    sums.arrived += arrived;
  }
  return platforms;
}

function describe(each: Counted): string {
  const problem = viewOf(each)?.reply?.problem;
  const reason = problem ? `${problem.code} (${problem.words ?? 'no words'})` : 'no problem';
  return (
    `comment ${String(each.number)} on ${each.platform}${each.parent == null ? '' : ` below ${String(each.parent)}`}: ${String(each.views.length)} times in the inbox, ` +
    `${each.isAsked ? 'reply requested' : 'left alone'}, ${stateOf(each)}, arrived ${String(each.arrived)} times, ` +
    `${reason}; ${timesOf(each).join(', ')}`
  );
}
