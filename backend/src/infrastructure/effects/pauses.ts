/** Where a call goes. `server`: the one that the account lives on; empty where the platform is one server for all. */
type Callee = Readonly<{ platform: string; accountId: number; server?: string }>;

/**
 * Under which names it is written that the other side wants to be left alone: by one account, by everybody on one server, and by the
 * whole app. Whatever goes there waits for all of them, posts and replies alike. No budget has these names.
 */
export function pausesOf({ platform, accountId, server = '' }: Callee): readonly string[] {
  return [
    pauseOf('account', { platform, accountId }),
    pauseOf('app', { platform, accountId }),
    ...(server === '' ? [] : [pauseOf('server', { platform, accountId, server })]),
  ];
}

/** The pause of what `scope` names; that of the account where its server is unknown. */
export function pauseOf(
  scope: 'account' | 'server' | 'app',
  { platform, accountId, server = '' }: Callee,
): string {
  if (scope === 'app') return `${platform}:app`;
  return scope === 'server' && server !== '' ? `${platform}:${server}` : `${platform}:${String(accountId)}`;
}
