/** Whether a host may be somewhere on the web: a name with a dot in it, or an address in figures. @param hostname as `URL` gives it */
export const isWebHost = (hostname: string): boolean =>
  /[^.]\.[^.]/u.test(hostname) || hostname.startsWith('[');
