/** The target of a call. `server`: the server of the account; empty if the platform is one server for all accounts. */
type Callee = Readonly<{ platform: string; accountId: number; server?: string }>;

/**
 * Names of the pauses that a call waits for: of its account, its server and the whole app. Posts and replies share these pauses. No budget has
 * these names.
 */
export function pausesOf({ platform, accountId, server = '' }: Callee): readonly string[] {
  return [
    pauseOf('account', { platform, accountId }),
    pauseOf('app', { platform, accountId }),
    ...(server === '' ? [] : [pauseOf('server', { platform, accountId, server })]),
  ];
}

/** Returns the name of the pause of `scope`. If the server is unknown, the account pauses instead. */
export function pauseOf(
  scope: 'account' | 'server' | 'app',
  { platform, accountId, server = '' }: Callee,
): string {
  if (scope === 'app') return `${platform}:app`;
  return scope === 'server' && server !== '' ? `${platform}:${server}` : `${platform}:${String(accountId)}`;
}
