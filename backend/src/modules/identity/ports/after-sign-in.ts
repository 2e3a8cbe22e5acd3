/** Reacts to the address of an account when its user signs in, has verified it or has lost it. Billing implements this port. */
export abstract class AfterSignIn {
  /**
   * Identity calls this at each sign-in to an account with an address, and when an address changed, was restored or was lost. Identity
   * waits for the result, so the first screen already shows Premium. Runs inside a CauseContext.
   * @param email the address of the account, in canonical form; null: the user has no address any more
   */
  abstract settle(userId: string, email: string | null): Promise<void>;
}
