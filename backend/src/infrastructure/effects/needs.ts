import { Inject, type Abstract, type InjectionToken, type Type } from '@nestjs/common';

declare const value: unique symbol;
/** An injection token that is not a class, with the type of its value: `Symbol('InboxTimes') as TokenOf<InboxTimes>`. */
export type TokenOf<Value> = symbol & Readonly<{ [value]: Value }>;

/** The dependencies of a declaration, by the names that it uses: `{ queries: QueryBus, times: TIMES }`. */
export type Needs = Readonly<Record<string, Abstract<unknown> | symbol>>;

/** The dependencies after Nest has injected them. */
export type ResolvedNeeds<N extends Needs> = Readonly<{
  [Name in keyof N]: N[Name] extends Readonly<{ prototype: infer Instance }>
    ? Instance
    : N[Name] extends TokenOf<infer Value>
      ? Value
      : never;
}>;

/** Makes Nest inject these tokens into the constructor, in this order. */
export function injectInto(target: Type, tokens: readonly InjectionToken[]): void {
  for (const [index, token] of tokens.entries()) Inject(token)(target, undefined, index);
}

/** @param values in the order of the needs */
export const resolvedNeeds = <N extends Needs>(needs: N, values: readonly unknown[]): ResolvedNeeds<N> =>
  Object.fromEntries(Object.keys(needs).map((name, index) => [name, values[index]])) as ResolvedNeeds<N>;
