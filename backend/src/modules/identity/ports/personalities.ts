export abstract class Personalities {
  /** How a person wants to sound in replies; null: they have not set it. @throws UserNotFound */
  abstract personalityOf(userId: string): Promise<string | null>;
}
