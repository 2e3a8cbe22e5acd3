import type { AccountAccess } from '../contract/account-access.ts';
import type { ActionNeeds, ActionOutcome, PostAction, PostActions } from '../contract/actions.ts';
import type { Postponed, Refused } from '../contract/outcome.ts';
import { refused } from './outcomes.ts';

/** A call returns null when it succeeded. `Errors` interprets what a call throws. */
type Calls = Readonly<{
  [Action in PostAction]?: (
    access: AccountAccess,
    needs: ActionNeeds[Action],
    signal: AbortSignal,
  ) => Promise<Refused | Postponed | null>;
}>;

/** What the errors of a platform mean. */
type Errors = Readonly<{
  /** The platform's message, if the token is valid but lacks the permission for this call. Undefined: the error means something else. */
  missingPermission: (error: unknown) => Readonly<{ platformMessage: string | null }> | undefined;
  outcomeOf: (error: unknown) => ActionOutcome;
}>;

type AnyCall = (
  access: AccountAccess,
  needs: never,
  signal: AbortSignal,
) => Promise<Refused | Postponed | null>;

/**
 * Makes the actions of a connector from its calls. If only the permission for an action is missing, the user need not reconnect
 * the account.
 */
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
