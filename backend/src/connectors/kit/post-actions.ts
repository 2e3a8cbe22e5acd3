import type { AccountAccess } from '../contract/account-access.ts';
import type { ActionNeeds, ActionOutcome, PostAction, PostActions } from '../contract/actions.ts';
import type { Postponed, Refused } from '../contract/outcome.ts';
import { refused } from './outcomes.ts';

/** Null: it is done. `Errors` interprets what a call throws. */
type Calls = Readonly<{
  [Action in PostAction]?: (
    access: AccountAccess,
    needs: ActionNeeds[Action],
    signal: AbortSignal,
  ) => Promise<Refused | Postponed | null>;
}>;

/** What errors of a platform mean. */
type Errors = Readonly<{
  /** The token works, but lacks the permission for this call: the platform's words. Undefined: the error has another meaning. */
  missingPermission: (error: unknown) => Readonly<{ platformMessage: string | null }> | undefined;
  outcomeOf: (error: unknown) => ActionOutcome;
}>;

type AnyCall = (
  access: AccountAccess,
  needs: never,
  signal: AbortSignal,
) => Promise<Refused | Postponed | null>;

/** Makes the actions of a connector from its calls. A missing permission for one action does not ask the user to reconnect the account. */
export const postActions = (calls: Calls, errors: Errors): PostActions =>
  Object.fromEntries(
    Object.entries<AnyCall>(calls).map(([action, call]) => [
      action,
      async (...args: Parameters<AnyCall>): Promise<ActionOutcome> => {
        try {
          return (await call(...args)) ?? { kind: 'done' };
        } catch (error) {
          const missing = errors.missingPermission(error);
          return missing
            ? refused('permission-missing', missing.platformMessage, false)
            : errors.outcomeOf(error);
        }
      },
    ]),
  );
