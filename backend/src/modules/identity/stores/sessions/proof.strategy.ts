import { Strategy } from 'passport';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';

type Verify = (request: EdgeRequest, done: (error: unknown, proof: object | null) => void) => void;

/** The base of all strategies. Nest calls `validate` of the subclass, which returns what the request proves, or throws an error. */
export class ProofStrategy extends Strategy {
  /** @NOTE passport calls methods of an object that it creates with `Object.create`. Such an object has no access to `#fields`, so `verify` is a private property of TypeScript. */
  constructor(private readonly verify: Verify) {
    super();
  }

  override authenticate(request: EdgeRequest): void {
    this.verify(request, (error, proof) => {
      if (proof) this.success(proof);
      else this.error(error);
    });
  }
}
