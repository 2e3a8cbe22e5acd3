import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import type { RequestedModeration } from './moderator.ts';

/** The state of a comment on its platform. */
export type PlatformState = 'shown' | 'hidden' | 'gone';

export type ModerationTally = Readonly<{
  requests: number;
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
  requests: readonly RequestedModeration[],
  views: ReadonlyMap<number, CommentView>,
  onPlatform: ReadonlyMap<number, PlatformState>,
): ModerationTally {
  const all = requests.map((request) => ({
    request,
    view: views.get(request.commentId),
    onPlatform: onPlatform.get(request.number) ?? 'gone',
  }));
  const stateOf = (one: (typeof all)[number]) => one.view?.moderation?.state ?? 'done';
  const open = all.filter((one) => stateOf(one) === 'requested');
  const stuck = open.filter(({ view }) => view && isStuck(view));
  const mistaken = all.filter((one) => stateOf(one) === 'done' && !isAsRequested(one));
  return {
    requests: all.length,
    removals: all.filter(({ request }) => request.last === 'remove').length,
    refused: all.filter((one) => stateOf(one) === 'failed').length,
    waiting: open.length - stuck.length,
    stuck: stuck.length,
    mistaken: mistaken.length,
    problems: [...stuck, ...mistaken].map(
      ({ request, view, onPlatform }) =>
        `comment ${String(request.number)} on ${request.platform}: ${request.last} (${request.isOnPlatform ? 'there' : 'here'}), ` +
        `the inbox says hidden ${String(view?.hidden)}, gone ${String(view?.gone)}, ${JSON.stringify(view?.moderation)}, it is ${onPlatform} there`,
    ),
  };
}

/** Whether the action is unfinished and has no problem. Actions with a problem may be tried again only after the end of a run. */
export const isStuck = ({ moderation }: CommentView): boolean =>
  moderation?.state === 'requested' && moderation.problem === null;

function isAsRequested(
  one: Readonly<{ request: RequestedModeration; view: CommentView | undefined; onPlatform: PlatformState }>,
): boolean {
  const { view, onPlatform, request } = one;
  if (!view) return false;
  // YouTube keeps comments that are no longer visible.
  if (request.last === 'remove')
    return view.gone && (onPlatform === 'gone' || request.platform === 'youtube');
  if (!request.isOnPlatform) {
    // The platform may hide the comment together with the comment above it.
    const isHiddenAbove = onPlatform === 'hidden' && view.hidden === 'platform';
    return isHiddenAbove || view.hidden === (request.last === 'hide' ? 'here' : false);
  }
  return request.last === 'hide'
    ? view.hidden === 'platform' && onPlatform === 'hidden'
    : view.hidden === false && onPlatform === 'shown';
}
