/** A problem that an operator can fix. `main.ts` prints only the message, without a stack, and exits with 1. */
export class OneLineError extends Error {
  override readonly name = 'OneLineError';
}
