/** Acts on an address that a user has just verified. Billing fills this port. */
export abstract class AfterSignIn {
  /**
   * Called at every sign-in, and when an address changed or was restored. The caller waits for it, so the first screen already shows
   * Premium. Runs inside a CauseContext.
   * @param email in lower case
   */
  abstract settle(userId: string, email: string): Promise<void>;
}
