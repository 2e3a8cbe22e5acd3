import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import type { Wish } from './moderator.ts';

/** The state of a comment on its platform. */
export type PlatformState = 'shown' | 'hidden' | 'gone';

export type ModerationTally = Readonly<{
  wishes: number;
  removals: number;
  /** Reported as failed, with the reason. */
  refused: number;
  /** Reported as waiting for another try, with the reason. */
  waiting: number;
  /** Unfinished actions without a known reason. */
  stuck: number;
  /** Comments for which the inbox, the platform and the last action differ. */
  mistaken: number;
  problems: readonly string[];
}>;

/** Compares the last action on each comment with what the inbox shows and with what its platform shows. */
export function tallyModeration(
  wishes: readonly Wish[],
  views: ReadonlyMap<number, CommentView>,
  there: ReadonlyMap<number, PlatformState>,
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
        `comment ${String(wish.number)} on ${wish.platform}: ${wish.last} (${wish.isOnPlatform ? 'there' : 'here'}), ` +
        `the inbox says hidden ${String(view?.hidden)}, gone ${String(view?.gone)}, ${JSON.stringify(view?.moderation)}, it is ${there} there`,
    ),
  };
}

/** Whether the action is unfinished and has no problem. Actions with a problem may be tried again only after the end of a run. */
export const isStuck = ({ moderation }: CommentView): boolean =>
  moderation?.state === 'requested' && moderation.problem === null;

function isAsWished(
  one: Readonly<{ wish: Wish; view: CommentView | undefined; there: PlatformState }>,
): boolean {
  const { view, there, wish } = one;
  if (!view) return false;
  // YouTube keeps comments that are no longer visible.
  if (wish.last === 'remove') return view.gone && (there === 'gone' || wish.platform === 'youtube');
  if (!wish.isOnPlatform) {
    // The platform may hide the comment together with the comment above it.
    const isHiddenAbove = there === 'hidden' && view.hidden === 'platform';
    return isHiddenAbove || view.hidden === (wish.last === 'hide' ? 'here' : false);
  }
  return wish.last === 'hide'
    ? view.hidden === 'platform' && there === 'hidden'
    : view.hidden === false && there === 'shown';
}
