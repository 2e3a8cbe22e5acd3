const WITH_SCHEME = /^(https?):\/\/([^@\s/?#]+)(?:[/?#]\S*)?$/iu;
/** `mastodon.social/about`, or `@ana@mastodon.social` as profiles show it. */
const WITHOUT = /^(?:@?[^@\s/:?#]+@)?([^@\s/?#]+)(?:[/?#]\S*)?$/u;

/**
 * The address of a server as the user meant it: with a scheme, without path, in small letters. Other text stays as it was typed; the
 * server decides whether requests to the address are allowed.
 */
export function completedInstance(typed: string): string {
  const meant = typed.trim();
  if (!meant.includes('://')) {
    const host = WITHOUT.exec(meant)?.[1];
    return host === undefined ? meant : `https://${host.toLowerCase()}`;
  }
  const [, scheme, host] = WITH_SCHEME.exec(meant) ?? [];
  return scheme !== undefined && host !== undefined
    ? `${scheme.toLowerCase()}://${host.toLowerCase()}`
    : meant;
}
