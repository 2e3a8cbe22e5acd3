import type { AccountAccess } from '../contract/account-access.ts';
import type { ActionNeeds, ActionOutcome, PostAction, PostActions } from '../contract/actions.ts';
import type { Postponed, Refused } from '../contract/outcome.ts';
import { refused } from './outcomes.ts';

/** Null: it is done. What a call throws is told by `Errors`. */
type Calls = Readonly<{
  [Action in PostAction]?: (
    access: AccountAccess,
    needs: ActionNeeds[Action],
    signal: AbortSignal,
  ) => Promise<Refused | Postponed | null>;
}>;

/** What errors of a platform mean. */
type Errors = Readonly<{
  /** The token works, and was not given for this call: the platform's words. Undefined: the error says something else. */
  missingPermission: (error: unknown) => Readonly<{ words: string | null }> | undefined;
  outcomeOf: (error: unknown) => ActionOutcome;
}>;

type AnyCall = (
  access: AccountAccess,
  needs: never,
  signal: AbortSignal,
) => Promise<Refused | Postponed | null>;

/** The actions of a connector from its calls. A permission that is missing for one of them is no reason to connect the account again. */
export const postActions = (calls: Calls, errors: Errors): PostActions =>
  Object.fromEntries(
    Object.entries<AnyCall>(calls).map(([action, call]) => [
      action,
      async (...args: Parameters<AnyCall>): Promise<ActionOutcome> => {
        try {
          return (await call(...args)) ?? { kind: 'done' };
        } catch (error) {
          const missing = errors.missingPermission(error);
          return missing ? refused('permission-missing', missing.words, false) : errors.outcomeOf(error);
        }
      },
    ]),
  );
