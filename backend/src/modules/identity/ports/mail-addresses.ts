/** The receivers of mails. */
export abstract class MailAddresses {
  /**
   * The user's verified address; null: they have none, or it was erased.
   * @throws UserNotFound
   */
  abstract addressOf(userId: string): Promise<string | null>;
}
