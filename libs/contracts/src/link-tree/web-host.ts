/** Whether a host can be on the web: a name with a dot, or an IP address. @param hostname as `URL` gives it */
export const isWebHost = (hostname: string): boolean =>
  /[^.]\.[^.]/u.test(hostname) || hostname.startsWith('[');
