/** `Europe/Paris`, `Etc/GMT+5`, `UTC`; not `+02:00`, which the runtime would take too. */
const IANA_NAME = /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/;

/** True for a zone name that this runtime's zone data knows, old names of a zone included. */
export function isZone(name: unknown): name is string {
  if (typeof name !== 'string' || name.length > 64 || !IANA_NAME.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
