export abstract class Timezones {
  /** The IANA zone for times on the screens of a user. @throws UserNotFound */
  abstract zoneOf(userId: string): Promise<string>;
}
