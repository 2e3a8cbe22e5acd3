import { Strategy } from 'passport';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';

type Verify = (request: EdgeRequest, done: (error: unknown, proved: object | null) => void) => void;

/** The shape of every way to sign in: the request proves something, or an error explains the failure. */
export class ProofStrategy extends Strategy {
  /** @NOTE passport calls a copy made by `Object.create`, which `#fields` do not follow. */
  constructor(private readonly verify: Verify) {
    super();
  }

  override authenticate(request: EdgeRequest): void {
    this.verify(request, (error, proved) => {
      if (proved) this.success(proved);
      else this.error(error);
    });
  }
}
