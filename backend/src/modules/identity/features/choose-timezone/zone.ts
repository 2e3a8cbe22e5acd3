/** Matches `Europe/Paris`, `Etc/GMT+5` and `UTC`. Does not match `+02:00`, which `Intl` would accept. */
const IANA_NAME = /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/;

/** Returns true for a zone name that the runtime knows, including old names. */
export function isZone(name: unknown): name is string {
  if (typeof name !== 'string' || name.length > 64 || !IANA_NAME.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
