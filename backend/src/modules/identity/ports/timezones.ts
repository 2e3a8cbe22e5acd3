export abstract class Timezones {
  /** The IANA zone for the times on the person's screens. @throws UserNotFound */
  abstract of(userId: string): Promise<string>;
}
