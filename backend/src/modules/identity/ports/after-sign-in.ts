/** Reacts to an address that a user has just verified or lost. Billing implements this port. */
export abstract class AfterSignIn {
  /**
   * Identity calls this at each sign-in of a user with a verified address, and when an address changed, was restored or was lost. Identity
   * waits for the result, so the first screen already shows Premium. Runs inside a CauseContext.
   * @param email in lower case; null: the user has no address any more
   */
  abstract settle(userId: string, email: string | null): Promise<void>;
}
