/** The target of a call. `server`: where the account lives; empty where the platform is one server for all. */
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

/** The name of the pause of `scope`. Where the server is unknown, the account pauses instead. */
export function pauseOf(
  scope: 'account' | 'server' | 'app',
  { platform, accountId, server = '' }: Callee,
): string {
  if (scope === 'app') return `${platform}:app`;
  return scope === 'server' && server !== '' ? `${platform}:${server}` : `${platform}:${String(accountId)}`;
}
