export type UserName = Readonly<{ id: string; name: string }>;

/** How other modules find, call and reach people. */
export abstract class UserDirectory {
  /** How to call users in a history: first and last name, else `@username`. Unknown ids are left out. */
  abstract names(ids: readonly string[]): Promise<readonly UserName[]>;

  /** The id of the user with this public name. @throws UserNotFound also when they have asked to be deleted */
  abstract idOf(username: string): Promise<string>;

  /**
   * The address that a person has proved to read; null: there is none, or nobody may know it any more.
   * @throws UserNotFound
   */
  abstract mailAddressOf(userId: string): Promise<string | null>;
}
