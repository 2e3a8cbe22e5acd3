export type ApiTokenName = Readonly<{ id: string; name: string; isRevoked: boolean }>;

export abstract class ApiTokenNames {
  /** The names of API tokens for a history, including revoked tokens. Leaves out unknown ids. */
  abstract namesOf(ids: readonly string[]): Promise<readonly ApiTokenName[]>;
}
