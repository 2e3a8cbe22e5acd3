/** The target of a call. `server`: the server of the account; empty if the platform is one server for all accounts. */
type Callee = Readonly<{ platform: string; accountId: number; server?: string }>;
type CallKind = 'posts' | 'replies';
/** `scope`: absent for a limit of the account. `onlyThisKind`: other kinds of calls have another limit. */
export type ReachedLimit = Readonly<{ scope?: 'account' | 'server' | 'app'; onlyThisKind?: true }>;

/**
 * Names of the pauses that a call waits for: of its account, its server and the whole app. Posts and replies share these pauses, except pauses
 * after a limit of one kind. No budget has these names.
 */
export function pausesOf(callee: Callee, kind: CallKind): readonly string[] {
  const shared = [
    nameOf('account', callee),
    nameOf('app', callee),
    ...((callee.server ?? '') === '' ? [] : [nameOf('server', callee)]),
  ];
  return [...shared, ...shared.map((name) => ofKind(name, kind))];
}

/** Returns the name of the pause after a limit that a call of this kind has reached. If the server is unknown, the account pauses instead. */
export function pauseOf(
  { scope = 'account', onlyThisKind }: ReachedLimit,
  callee: Callee,
  kind: CallKind,
): string {
  const shared = nameOf(scope, callee);
  return onlyThisKind === true ? ofKind(shared, kind) : shared;
}

function nameOf(
  scope: NonNullable<ReachedLimit['scope']>,
  { platform, accountId, server = '' }: Callee,
): string {
  if (scope === 'app') return `${platform}:app`;
  return scope === 'server' && server !== '' ? `${platform}:${server}` : `${platform}:${String(accountId)}`;
}

const ofKind = (name: string, kind: CallKind): string => `${name}:${kind}`;
