/** "3 Nov" on the zone's clock, with the year when it is not this one. */
export function shortDay(instant: string, zone: string, now: number): string {
  const at = new Date(instant);
  const year = (moment: Date | number) =>
    new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone: zone }).format(moment);
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: zone,
    ...(year(at) !== year(now) && { year: 'numeric' }),
  }).format(at);
}
