/** What a person has chosen that other modules follow. */
export abstract class UserPreferences {
  /** How a person wants to sound in replies; null: they have not said. @throws UserNotFound */
  abstract personalityOf(userId: string): Promise<string | null>;

  /** The IANA zone in which a person is shown times. @throws UserNotFound */
  abstract timezoneOf(userId: string): Promise<string>;

  /** The hashtags of a post for which nobody has named any; empty: none. Read from the log. */
  abstract defaultHashtagsOf(userId: string): Promise<string>;
}
