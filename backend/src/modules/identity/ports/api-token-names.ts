export type ApiTokenName = Readonly<{ id: string; name: string; isRevoked: boolean }>;

export abstract class ApiTokenNames {
  /** How API tokens are called in a history, revoked ones included. Unknown ids are left out. */
  abstract of(ids: readonly string[]): Promise<readonly ApiTokenName[]>;
}
