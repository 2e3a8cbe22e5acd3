export abstract class Personalities {
  /** How replies of a user should sound; null: the user has not set this. @throws UserNotFound */
  abstract personalityOf(userId: string): Promise<string | null>;
}
