/** Finds users by their public names. */
export abstract class Usernames {
  /** The id of the user with this name. @throws UserNotFound, even for a user who has requested the deletion of the account */
  abstract idOf(username: string): Promise<string>;
}
