/**
 * Returns the query string of a request, as the client sent it.
 * @param originalUrl of Express. A client may send a whole URL there (RFC 9112, 3.2.2), which need not be valid.
 */
export function queryOf({ originalUrl }: Readonly<{ originalUrl: string }>): URLSearchParams {
  const at = originalUrl.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : originalUrl.slice(at + 1));
}
