/** Starts work whose result the caller awaits later. An early failure is not reported as unhandled; the caller gets it when awaiting. */
export function startEarly<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined);
  return work;
}
