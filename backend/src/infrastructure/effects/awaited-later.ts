/** Lets work go on beside what comes next: it may fail before anybody awaits it, and whoever does gets its error. */
export function awaitedLater<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined);
  return work;
}
