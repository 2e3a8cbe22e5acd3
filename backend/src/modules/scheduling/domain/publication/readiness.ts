import { detailsOf, type SaidDetails } from '@posthorn/contracts/shared/said';
import { hasWaitingAction } from './action-state.ts';
import type { PublicationEvent, Target } from './publication-events.ts';
import type { Publication } from './publication.ts';
import { eventAbout, eventsOfStory } from './event-about.ts';
import { RECONNECT } from '#infrastructure/effects/attempt/effect.ts';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import type { PublishingTimes } from './publishing-times.ts';

/** A problem that would prevent publishing. */
export type ReadinessProblem = Readonly<{ code: string; message: string }> & SaidDetails;
/** What was checked, and when. `times.maxEvents` limits the number of a publication's events. */
export type Checked = Readonly<{
  target: Target;
  now: Date;
  scheduledFor: string;
  postRevision: number;
  times: PublishingTimes;
}>;

/** Warns the owner about each problem, once per revision of the post. */
export function warn(
  publication: Publication,
  problems: readonly ReadinessProblem[],
  { target, now, scheduledFor, postRevision, times }: Checked,
): PublicationEvent[] {
  if (publication.status !== 'scheduled' || publication.waitsFor !== null) return [];
  const known = new Set(
    publication.warnings.filter((warning) => warning.postRevision === postRevision).map(({ code }) => code),
  );
  const checkedAt = now.toISOString();
  return problems
    .filter(
      ({ code }, index) => !known.has(code) && problems.findIndex((other) => other.code === code) === index,
    )
    .slice(0, Math.max(0, times.maxEvents - publication.eventCount))
    .map(({ code, message: words, ...details }) =>
      eventAbout({ target }, 'PublicationWarned', {
        ...detailsOf(details),
        code,
        words,
        checkedAt,
        dueAt: scheduledFor,
        postRevision,
      }),
    );
}

/** The account was connected again. Returns no event when nothing waited for the account. */
export function resume(publication: Publication, target: Target, now: Date): PublicationEvent[] {
  const { status, waitsFor, warnings, deletion, actions } = publication;
  const publishingWaited = waitsFor === RECONNECT && (status === 'scheduled' || status === 'retrying');
  const hasWarnings = status === 'scheduled' && warnings.length > 0;
  const otherEffectWaited = deletion?.waitsFor === RECONNECT || hasWaitingAction(actions);
  if (!publishingWaited && !hasWarnings && !otherEffectWaited) return [];
  const resumedAt = now.toISOString();
  return [
    eventAbout({ target }, 'PublicationResumed', { resumedAt, nextAt: publishingWaited ? resumedAt : null }),
  ];
}

/**
 * The events that record a move of an effect of this publication. When the account is connected again, all
 * its effects continue.
 */
export const eventsOfEffect = (
  story: Parameters<typeof eventsOfStory>[0],
  publication: Publication,
  target: Target,
  move: Move,
): PublicationEvent[] =>
  move.kind === 'resumed'
    ? resume(publication, target, new Date(move.at))
    : eventsOfStory(story, target, move);
