/** Which users there are. */
export abstract class KnownUsers {
  /** Whether there is a user of this id, by the read model. */
  abstract has(userId: string): Promise<boolean>;
}
