/** Reports which users exist. */
export abstract class KnownUsers {
  /** Returns whether a user with this id exists, according to the read model. */
  abstract has(userId: string): Promise<boolean>;
}
