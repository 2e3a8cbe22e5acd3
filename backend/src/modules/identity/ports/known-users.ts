/** Reports which users exist. */
export abstract class KnownUsers {
  /** Whether a user with this id exists, by the read model. */
  abstract has(userId: string): Promise<boolean>;
}
