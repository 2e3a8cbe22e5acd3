import type { AccountAccess } from './account-access.ts';
import type { Postponed, Refused, Unknown } from './outcome.ts';
import type { CoverPicture } from './publication.ts';

/** Calls on a published post that are safe to repeat, and the input of each. */
export type ActionNeeds = Readonly<{
  /** Sets the cover of a published video on platforms that need a separate call for this. The cover is the picture in the same post. */
  cover: CoverPicture;
}>;
export type PostAction = keyof ActionNeeds;

/** `permission-missing`: the account did not grant this permission. Posthorn still uses the account for everything else. */
export type ActionOutcome = Readonly<{ kind: 'done' }> | Refused | Postponed | Unknown;

/** The actions that the platform's API offers. */
export type PostActions = Readonly<{
  [Action in PostAction]?: (
    access: AccountAccess,
    needs: ActionNeeds[Action],
    signal: AbortSignal,
  ) => Promise<ActionOutcome>;
}>;
