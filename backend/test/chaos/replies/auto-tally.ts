import type { CommentDetail } from '@posthorn/contracts/inbox/comments.http';
import type { SandboxReply } from '../../sandbox-control.ts';

/** A comment under a post with automatic replies. `account`: the account on which the post was published. */
export type AutoComment = Readonly<{
  text: string;
  author: string;
  post: number;
  account: string;
  platform: string;
  remoteId: string;
  /** Whether the owner reviews each reply first. */
  onlyDrafts: boolean;
}>;

/** What the product recorded for its caps, which are the limits of automatic replies. */
export type AutoUse = Readonly<{
  /** Used tokens of the model by day: the sum over users, the number that is recorded for all users, and the most of one user. */
  days: readonly Readonly<{ day: string; ofUsers: number; ofAll: number; most: number }>[];
  /** The ids of comments that have an entry in the caps, because their reply was sent or may be sent. */
  claims: readonly number[];
}>;

export type AutoTally = Readonly<{
  comments: number;
  /** Comments that are not in the inbox, and comments that are there more than once. */
  missing: number;
  repeated: number;
  sent: number;
  drafts: number;
  skipped: Readonly<Record<string, number>>;
  failed: number;
  unknown: number;
  /** Comments without a decision, or with an unfinished reply. */
  open: number;
  /** Comments with more than one reply on the platform. */
  duplicates: number;
  /** Replies that the inbox reports as sent but that are not on the platform. */
  lost: number;
  /** Replies on the platform that the inbox does not report as sent. */
  unrecorded: number;
  /** The highest number of replies of one account. */
  mostOfAccount: number;
  tokens: number;
  problems: readonly string[];
}>;

/** The caps: replies of one account in an hour, which is longer than a run, and tokens of one user in a day. */
const CAPS = { account: 20, tokens: 50_000 } as const;

type Outcome = 'sent' | 'draft' | 'skipped' | 'failed' | 'unknown' | 'open';
type Counted = Readonly<{
  made: AutoComment;
  views: readonly CommentDetail[];
  outcome: Outcome;
  arrived: number;
}>;

/** Compares the inbox’s view of comments without a manual reply with the replies that the platforms received. */
export function tallyAutoReplies(
  made: readonly AutoComment[],
  inbox: readonly CommentDetail[],
  received: readonly SandboxReply[],
  use: AutoUse,
): AutoTally {
  const all = made.map((each): Counted => {
    const views = inbox.filter(({ commentText }) => commentText === each.text);
    const arrived = received.filter(
      ({ platform, parentId }) => platform === each.platform && parentId === each.remoteId,
    );
    return { made: each, views, outcome: outcomeOf(views[0]), arrived: arrived.length };
  });
  const withOutcome = (outcome: Outcome) => all.filter((each) => each.outcome === outcome);
  const arrived = all.filter((each) => each.arrived > 0);
  const byAccount = counts(arrived.map(({ made: { account } }) => account));
  const byPerson = counts(
    arrived.map(
      ({ made: { post, account, author } }) => `${author} below post ${String(post)} on ${account}`,
    ),
  );
  return {
    comments: all.length,
    missing: all.filter(({ views }) => views.length === 0).length,
    repeated: all.filter(({ views }) => views.length > 1).length,
    sent: withOutcome('sent').length,
    drafts: withOutcome('draft').length,
    skipped: counts(withOutcome('skipped').map(({ views: [view] }) => reasonOf(view))),
    failed: withOutcome('failed').length,
    unknown: withOutcome('unknown').length,
    open: withOutcome('open').length,
    duplicates: all.filter((each) => each.arrived > 1).length,
    lost: withOutcome('sent').filter((each) => each.arrived === 0).length,
    unrecorded: all.filter((each) => each.arrived > 0 && each.outcome !== 'sent').length,
    mostOfAccount: Math.max(0, ...Object.values(byAccount)),
    tokens: use.days.reduce((sum, { ofAll }) => sum + ofAll, 0),
    problems: [
      ...all.filter((each) => !isRight(each)).map(describe),
      ...over(byAccount, CAPS.account, 'got more than its account may send'),
      ...over(byPerson, 1, 'was answered more than once'),
      ...use.days
        .filter(({ ofUsers, ofAll, most }) => ofUsers !== ofAll || most > CAPS.tokens)
        .map((day) => `The tokens are not as they were used: ${JSON.stringify(day)}`),
      ...all
        .filter(({ views: [view], outcome }) => KEEPS_ENTRY[outcome] !== use.claims.includes(view?.id ?? 0))
        .map((each) => `${describe(each)}: its entry in the caps is not as it should be`),
    ],
  };
}

/** Whether a comment with this outcome keeps its entry in the caps. */
const KEEPS_ENTRY: Readonly<Record<Outcome, boolean>> = {
  sent: true,
  unknown: true,
  open: true,
  draft: false,
  skipped: false,
  failed: false,
};

/** Whether the comment no longer changes by itself. */
export const isDecided = (view: CommentDetail): boolean => outcomeOf(view) !== 'open';

const typesOf = (view: CommentDetail | undefined): readonly string[] =>
  view?.history.map(({ type }) => type) ?? [];

const FINAL_STATES: ReadonlySet<string> = new Set<Outcome>(['sent', 'draft', 'failed']);

function outcomeOf(view: CommentDetail | undefined): Outcome {
  const state = view?.reply?.state;
  if (state !== undefined && FINAL_STATES.has(state)) return state as Outcome;
  if (state === 'unknown') return view?.reply?.until === null ? 'unknown' : 'open';
  return typesOf(view).includes('AiReplySkipped') ? 'skipped' : 'open';
}

const reasonOf = (view: CommentDetail | undefined): string =>
  view?.history.find(({ type }) => type === 'AiReplySkipped')?.summary ?? '';

function isRight({ made, views, outcome, arrived }: Counted): boolean {
  const requests = typesOf(views[0]).filter((type) => type === 'ReplyRequested').length;
  if (views.length !== 1 || outcome === 'open' || outcome === 'unknown' || requests > 1) return false;
  if (made.onlyDrafts && requests > 0) return false;
  return arrived === (outcome === 'sent' ? 1 : 0);
}

function counts(names: readonly string[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const name of names) sums[name] = (sums[name] ?? 0) + 1;
  return sums;
}

const over = (sums: Readonly<Record<string, number>>, most: number, what: string): readonly string[] =>
  Object.entries(sums)
    .filter(([, count]) => count > most)
    .map(([name, count]) => `${name} ${what}: ${String(count)}`);

const describe = ({ made, views, outcome, arrived }: Counted): string =>
  `"${made.text}" of ${made.author} below post ${String(made.post)} on ${made.account}: ${String(views.length)} times in the inbox, ` +
  `${outcome}, arrived ${String(arrived)} times; ${
    views[0]?.history.map(({ type, at }) => `${at.slice(11, 23)} ${type}`).join(', ') ?? 'no history'
  }`;
