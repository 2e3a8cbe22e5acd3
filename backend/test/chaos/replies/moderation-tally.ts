import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import type { Wish } from './moderator.ts';

/** What the platform shows of a comment. */
export type There = 'shown' | 'hidden' | 'gone';

export type ModerationTally = Readonly<{
  wishes: number;
  removals: number;
  /** Reported as failed, with the reason. */
  refused: number;
  /** Reported as tried again with exponential back-off, with the reason. */
  waiting: number;
  /** Wishes without an end, for an unknown reason. */
  stuck: number;
  /** Comments for which inbox, platform and the last wish differ. */
  mistaken: number;
  problems: readonly string[];
}>;

/** Compares the last wish about each comment with what the inbox says and with what its platform shows. */
export function tallyModeration(
  wishes: readonly Wish[],
  views: ReadonlyMap<number, CommentView>,
  there: ReadonlyMap<number, There>,
): ModerationTally {
  const all = wishes.map((wish) => ({
    wish,
    view: views.get(wish.commentId),
    there: there.get(wish.number) ?? 'gone',
  }));
  const stateOf = (one: (typeof all)[number]) => one.view?.moderation?.state ?? 'done';
  const open = all.filter((one) => stateOf(one) === 'requested');
  const stuck = open.filter(({ view }) => view && isStuck(view));
  const mistaken = all.filter((one) => stateOf(one) === 'done' && !isAsWished(one));
  return {
    wishes: all.length,
    removals: all.filter(({ wish }) => wish.last === 'remove').length,
    refused: all.filter((one) => stateOf(one) === 'failed').length,
    waiting: open.length - stuck.length,
    stuck: stuck.length,
    mistaken: mistaken.length,
    problems: [...stuck, ...mistaken].map(
      ({ wish, view, there }) =>
        `comment ${String(wish.number)} on ${wish.platform}: ${wish.last} (${wish.isThere ? 'there' : 'here'}), ` +
        `the inbox says hidden ${String(view?.hidden)}, gone ${String(view?.gone)}, ${JSON.stringify(view?.moderation)}, it is ${there} there`,
    ),
  };
}

/** It may still be done at any moment: what has failed is tried again long after the end of a run. */
export const isStuck = ({ moderation }: CommentView): boolean =>
  moderation?.state === 'requested' && moderation.problem === null;

function isAsWished(one: Readonly<{ wish: Wish; view: CommentView | undefined; there: There }>): boolean {
  const { view, there, wish } = one;
  if (!view) return false;
  // YouTube keeps comments that are no longer visible.
  if (wish.last === 'remove') return view.gone && (there === 'gone' || wish.platform === 'youtube');
  if (!wish.isThere) {
    // Its platform may hide it with the comment above it.
    const isHiddenAbove = there === 'hidden' && view.hidden === 'platform';
    return isHiddenAbove || view.hidden === (wish.last === 'hide' ? 'here' : false);
  }
  return wish.last === 'hide'
    ? view.hidden === 'platform' && there === 'hidden'
    : view.hidden === false && there === 'shown';
}
