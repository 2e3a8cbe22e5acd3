/** Whether a host can be on the web: a name with a dot, or an IP address. @param hostname as `URL` gives it */
export const isWebHost = (hostname: string): boolean =>
  /[^.]\.[^.]/u.test(hostname) || hostname.startsWith('[');

/** The typed URL without white space and invisible characters around it, such as zero-width spaces of office programs. */
export const trimmedAddress = (typed: string): string => typed.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');
