/** Where mails to people go. */
export abstract class MailAddresses {
  /**
   * The address that a person has proved to read; null: there is none, or nobody may know it any more.
   * @throws UserNotFound
   */
  abstract of(userId: string): Promise<string | null>;
}
