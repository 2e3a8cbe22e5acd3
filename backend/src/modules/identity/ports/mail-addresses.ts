/** Finds the addresses for mails to users. */
export abstract class MailAddresses {
  /**
   * Returns the verified address of a user; null: the user has no address, or it was erased.
   * @throws UserNotFound
   */
  abstract addressOf(userId: string): Promise<string | null>;
}
