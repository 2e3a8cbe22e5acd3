const WITH_SCHEME = /^(https?):\/\/([^@\s/?#]+)(?:[/?#]\S*)?$/iu;
/** `mastodon.social/about`, or `@ana@mastodon.social` as profiles show it. */
const WITHOUT_SCHEME = /^(?:@?[^@\s/:?#]+@)?([^@\s/?#]+)(?:[/?#]\S*)?$/u;

/**
 * The URL of a server from the text that a user entered: with a scheme, without path, in lower case. A text that is
 * not a URL or domain is only trimmed. The product decides later whether requests to this server are allowed.
 */
export function completedInstance(typed: string): string {
  const text = typed.trim();
  if (!text.includes('://')) {
    const host = WITHOUT_SCHEME.exec(text)?.[1];
    return host === undefined ? text : `https://${host.toLowerCase()}`;
  }
  const [, scheme, host] = WITH_SCHEME.exec(text) ?? [];
  return scheme !== undefined && host !== undefined
    ? `${scheme.toLowerCase()}://${host.toLowerCase()}`
    : text;
}
