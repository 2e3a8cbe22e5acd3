import type { AccountAccess } from './account-access.ts';
import type { Postponed, Refused, Unknown } from './outcome.ts';
import type { CoverPicture } from './publication.ts';

/** What is done with a published post by one call that does no harm when it is made twice, and what each is done with. */
export type ActionNeeds = Readonly<{
  /** Gives a published video its cover, where that is a call of its own: a picture beside a video becomes its cover then. */
  cover: CoverPicture;
}>;
export type PostAction = keyof ActionNeeds;

/** `permission-missing`: the account has not granted this one; it is used on for everything else. */
export type ActionOutcome = Readonly<{ kind: 'done' }> | Refused | Postponed | Unknown;

/** Those that the platform's interface offers. */
export type PostActions = Readonly<{
  [Action in PostAction]?: (
    access: AccountAccess,
    needs: ActionNeeds[Action],
    signal: AbortSignal,
  ) => Promise<ActionOutcome>;
}>;
