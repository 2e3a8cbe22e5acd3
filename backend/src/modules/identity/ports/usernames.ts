/** Whom public names belong to. */
export abstract class Usernames {
  /** The id of the user with this name. @throws UserNotFound also when they have asked to be deleted */
  abstract idOf(username: string): Promise<string>;
}
