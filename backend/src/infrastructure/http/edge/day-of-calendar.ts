/** Whether an ISO time names an existing day: the runtime reads 30 February as 2 March. */
export function isOfSomeDay(time: string): boolean {
  const day = time.slice(0, time.search(/t/iu));
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
