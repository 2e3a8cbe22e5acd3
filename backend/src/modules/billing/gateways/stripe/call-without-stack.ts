/**
 * Calls the SDK of Stripe. For each request the SDK reads the stack of its caller, for its own errors. Each new stack would make
 * `stack-traces.ts` read the product's source map, which takes a tenth of a second. So the stack is empty until `call` returns its promise.
 */
export function callWithoutStack<Result>(call: () => Promise<Result>): Promise<Result> {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return call();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
