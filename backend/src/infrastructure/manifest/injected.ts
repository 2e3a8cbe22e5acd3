import type { Abstract, Provider } from '@nestjs/common';
import type { TokenOf } from '../effects/needs.ts';

export type Token = Abstract<unknown> | symbol;

type ValuesOf<Tokens extends readonly Token[]> = {
  [At in keyof Tokens]: Tokens[At] extends Readonly<{ prototype: infer Instance }>
    ? Instance
    : Tokens[At] extends TokenOf<infer Value>
      ? Value
      : never;
};

/** A value that Nest creates at the start, from the providers of these tokens. */
export class Injected<Value> {
  constructor(
    readonly tokens: readonly Token[],
    readonly make: (...given: unknown[]) => Value,
  ) {}
}

/** `injected([CrashPoints, TIMES], publishingDue)`: Nest calls the function with both providers at the start. */
export const injected = <const Tokens extends readonly Token[], Value>(
  tokens: Tokens,
  make: (...given: ValuesOf<Tokens>) => Value,
): Injected<Value> => new Injected(tokens, make as (...given: unknown[]) => Value);

/** A provider whose class Nest cannot construct itself: `factoryProvider(Credentials, [Pool], (pool) => new Credentials(pool))`. */
export const factoryProvider = <Made, const Tokens extends readonly Token[]>(
  provide: Abstract<Made>,
  inject: Tokens,
  make: (...given: ValuesOf<Tokens>) => Made,
): Provider => ({ provide, inject: [...inject], useFactory: make as (...given: unknown[]) => Made });
