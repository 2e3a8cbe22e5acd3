/** What follows from an address that a person has just proved. Billing fills it. */
export abstract class AfterSignIn {
  /**
   * Called at every sign-in, and where an address changed or came back. The caller waits for it, so the first screen
   * already shows Premium. Runs inside a CauseContext.
   * @param email in lower case
   */
  abstract settle(userId: string, email: string): Promise<void>;
}
