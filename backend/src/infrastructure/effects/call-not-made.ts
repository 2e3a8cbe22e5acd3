/** Thrown when a call was not begun, so nothing was sent. */
export class CallNotMade extends Error {
  override readonly name = 'CallNotMade';

  constructor(cause: unknown) {
    super('The call was not made', { cause });
  }
}
