/** Whether a host can be on the web: a name with a dot, or an IP address. @param hostname as `URL` gives it */
export const isWebHost = (hostname: string): boolean =>
  /[^.]\.[^.]/u.test(hostname) || hostname.startsWith('[');

const UNSEEN = /[\s\p{Cf}]/u;
/** The typed URL without white space and invisible characters around it, such as zero-width spaces of office programs. */
export function trimmedAddress(typed: string): string {
  let [start, end] = [0, typed.length];
  // Character by character: a pattern would read a long run of spaces again and again.
  while (start < end && UNSEEN.test(typed.charAt(start))) start += 1;
  while (end > start && UNSEEN.test(typed.charAt(end - 1))) end -= 1;
  return typed.slice(start, end);
}
