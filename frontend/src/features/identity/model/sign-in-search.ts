/** Query parameters about a sign-in at a provider. This file must stay small, because every first load contains it. */
export type SignInSearch = Readonly<{
  linked?: string | undefined;
  problem?: string | undefined;
  provider?: string | undefined;
}>;

export const signInSearch = ({
  linked,
  problem,
  provider,
}: Readonly<Record<string, unknown>>): SignInSearch => ({
  linked: textOf(linked),
  problem: textOf(problem),
  provider: textOf(provider),
});

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
