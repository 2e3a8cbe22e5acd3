/** Acts on the address that a user has just verified, or has just lost. Billing implements this port. */
export abstract class AfterSignIn {
  /**
   * Called at every sign-in, and when an address changed, was restored or was lost. The caller waits for it, so the first screen already shows
   * Premium. Runs inside a CauseContext.
   * @param email in lower case; null: the user has none any more
   */
  abstract settle(userId: string, email: string | null): Promise<void>;
}
