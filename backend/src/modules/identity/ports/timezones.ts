export abstract class Timezones {
  /** The IANA zone for the times on the person's screens. @throws UserNotFound */
  abstract zoneOf(userId: string): Promise<string>;
}
