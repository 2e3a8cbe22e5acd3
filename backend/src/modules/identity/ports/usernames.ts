/** Finds users by their public names. */
export abstract class Usernames {
  /** The id of the user with this name. @throws UserNotFound also when they have requested deletion */
  abstract idOf(username: string): Promise<string>;
}
