/** Something an operator can put right. `main.ts` prints the message alone, without a stack, and exits with 1. */
export class OneLineError extends Error {
  override readonly name = 'OneLineError';
}
