export abstract class Timezones {
  /** The IANA zone in which a person is shown times. @throws UserNotFound */
  abstract of(userId: string): Promise<string>;
}
