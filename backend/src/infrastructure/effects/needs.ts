import { Inject, type Abstract, type InjectionToken, type Type } from '@nestjs/common';

declare const value: unique symbol;
/** An injection token that is no class, and what it stands for: `Symbol('InboxTimes') as TokenOf<InboxTimes>`. */
export type TokenOf<Value> = symbol & Readonly<{ [value]: Value }>;

/** What the functions of a declaration use of the product, by the names that they give it: `{ queries: QueryBus, times: TIMES }`. */
export type Needs = Readonly<Record<string, Abstract<unknown> | symbol>>;

/** The same after Nest has injected it. */
export type Given<N extends Needs> = Readonly<{
  [Name in keyof N]: N[Name] extends Readonly<{ prototype: infer Instance }>
    ? Instance
    : N[Name] extends TokenOf<infer Value>
      ? Value
      : never;
}>;

/** Nest hands the constructor what these tokens stand for, in this order. */
export function injectInto(made: Type, tokens: readonly InjectionToken[]): void {
  for (const [index, token] of tokens.entries()) Inject(token)(made, undefined, index);
}

/** @param values in the order of the needs */
export const givenOf = <N extends Needs>(needs: N, values: readonly unknown[]): Given<N> =>
  Object.fromEntries(Object.keys(needs).map((name, index) => [name, values[index]])) as Given<N>;
