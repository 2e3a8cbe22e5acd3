import type { Target } from './publication-events.ts';
import type { Publication } from './publication.ts';
import type { PublishingTimes } from './publishing-times.ts';

/** How a platform may be repeated after an unknown outcome. */
type RepeatRule = 'always' | 'after-negative-check' | 'never';

/** What a decision needs beside the facts. `due` is the post's time; `random` is in [0, 1). */
export type Circumstances = Readonly<{
  target: Target;
  due: string;
  now: Date;
  rule: RepeatRule;
  /** Milliseconds: how late the platform may show a post that it has. */
  visibility: number;
  /** A call that arrives after it was repeated makes no second post there. */
  isHarmlessWhenLate: boolean;
  /** Own posts can be listed there, so that a second one is found. */
  listsPosts: boolean;
  random: number;
  times: PublishingTimes;
}>;

/** Milliseconds since 1970 as an event tells them. */
export const iso = (millis: number): string => new Date(millis).toISOString();

/** After this instant an unpublished target fails. A person's wish for another try begins the time anew. */
export const giveUpAt = (publication: Publication, { due, times }: Circumstances): number =>
  Date.parse(publication.askedAgainAt ?? due) + times.giveUp;
