export type ApiTokenName = Readonly<{ id: string; name: string; isRevoked: boolean }>;

export abstract class ApiTokenNames {
  /** The names of API tokens for a history, including revoked ones. Unknown ids are left out. */
  abstract namesOf(ids: readonly string[]): Promise<readonly ApiTokenName[]>;
}
